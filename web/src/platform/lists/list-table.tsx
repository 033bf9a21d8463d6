import { Button } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { DataTable, type TableProps } from '../ui/table/data-table.tsx'
import { isShortcut } from './keys-switch.ts'
import { useIsPhone } from './list-filters.tsx'
import classes from './list-table.module.css'

const KeysHelp = lazyPart(async () => (await import('./keys-help.tsx')).KeysHelp)

type ListProps<Row> = Omit<TableProps<Row>, 'isDense' | 'details'> & {
  /** The page has a select of the order, so that on a phone the heads above the cards sort nothing. */
  hasSortSelect?: true
}

/** The dense table of a list in the admin area: rows of at most 44 px on a desktop, with keys, and cards on a phone. */
export function ListTable<Row>({ hasSortSelect, ...props }: ListProps<Row>) {
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  const isPhone = useIsPhone()
  const columns = hasSortSelect && isPhone ? props.columns.map(({ sort: _, ...column }) => column) : props.columns
  const hasDetails = props.columns.some(({ inCard }) => inCard === 'detail')
  useListKeys(list, openHelp)
  return (
    <div ref={list} className={classes.list}>
      <DataTable {...props} columns={columns} isDense details={hasDetails ? text('lists.details') : undefined} />
      <div className={classes.hint} data-list-end>
        <Button
          variant="subtle"
          px={8}
          c="dimmed"
          fw={400}
          leftSection={<IconKeyboard size={18} aria-hidden />}
          onClick={openHelp}
        >
          {text('lists.keys')}
        </Button>
      </div>
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

/**
 * The keys of a list: `j` and `k` move the focus over its rows, `Enter` opens the row, `x` chooses it, `?` shows the help. They do
 * nothing while somebody types, in front of an open dialog or menu, and where they are switched off.
 */
function useListKeys(list: RefObject<HTMLElement | null>, onHelp: () => void): void {
  // Before the list is painted: whoever sees it can use its keys.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (isShortcut(event) && list.current && handleKey(event.key, list.current, onHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list, onHelp])
}

/** True if the key did something. */
function handleKey(key: string, list: HTMLElement, onHelp: () => void): boolean {
  switch (key) {
    case 'j':
      moveFocus(list, 1)
      return true
    case 'k':
      moveFocus(list, -1)
      return true
    case 'x':
      return click(currentRow(list)?.querySelector('input[type="checkbox"]'))
    case 'Enter':
      // A focused link or button in the row acts by itself.
      return click(document.activeElement === currentRow(list) ? mainActionOf(currentRow(list)) : null)
    case '?':
      onHelp()
      return true
    default:
      return false
  }
}

/** Focuses the next or previous row, or the first one if no row has the focus. */
function moveFocus(list: HTMLElement, step: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('tbody tr')]
  const current = currentRow(list)
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  next?.focus()
}

function currentRow(list: HTMLElement): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>('tbody tr') ?? null
  return row && list.contains(row) ? row : null
}

const MAIN_ACTIONS = ['td[data-card="title"] a[href]', 'button[aria-haspopup="menu"]', 'a[href]']

// A menu's button only opens the menu. Any other button in the row may do something dangerous, so no key presses it.
function mainActionOf(row: HTMLElement | null): HTMLElement | null {
  return MAIN_ACTIONS.map((action) => row?.querySelector<HTMLElement>(action)).find(Boolean) ?? null
}

/** False if there is nothing to click. */
function click(control: HTMLElement | null | undefined): boolean {
  control?.click()
  return Boolean(control)
}
