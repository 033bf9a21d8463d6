import { type RefObject, useLayoutEffect } from 'react'
import { areKeysOn } from './keys-switch.ts'

const FIELDS = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]'
const OPEN_LAYERS = 'dialog[open], [popover]:popover-open'

/**
 * The keys of a list: `j` and `k` move the focus over its rows, `Enter` opens the row, `x` chooses it, `?` shows the help. They do
 * nothing while somebody types, in front of an open dialog or menu, and where they are switched off.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, onHelp: () => void): void {
  // Before the list is painted: whoever sees it can use its keys.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || !areKeysOn() || isElsewhere()) return
      if (list.current && isHandled(event.key, list.current, onHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list, onHelp])
}

function isElsewhere(): boolean {
  return Boolean(document.activeElement?.matches(FIELDS) || document.querySelector(OPEN_LAYERS))
}

function isHandled(key: string, list: HTMLElement, onHelp: () => void): boolean {
  switch (key) {
    case 'j':
      return isMoved(list, 1)
    case 'k':
      return isMoved(list, -1)
    case 'x':
      return isPressed(currentRow(list)?.querySelector('input[type="checkbox"]'))
    case 'Enter':
      // A focused link or button in the row acts by itself.
      return isPressed(document.activeElement === currentRow(list) ? mainActionOf(currentRow(list)) : null)
    case '?':
      onHelp()
      return true
    default:
      return false
  }
}

function isMoved(list: HTMLElement, step: 1 | -1): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>('tbody tr')]
  const current = currentRow(list)
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  next?.focus()
  return true
}

function currentRow(list: HTMLElement): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>('tbody tr') ?? null
  return row && list.contains(row) ? row : null
}

const MAIN_ACTIONS = ['td[data-card="title"] a[href]', 'button[popovertarget]', 'a[href]']

// Never a button that stands in the row by itself: it may be a dangerous one. A menu only opens.
function mainActionOf(row: HTMLElement | null): HTMLElement | null {
  return MAIN_ACTIONS.map((action) => row?.querySelector<HTMLElement>(action)).find(Boolean) ?? null
}

function isPressed(control: HTMLElement | null | undefined): boolean {
  control?.click()
  return Boolean(control)
}
