import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustments, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { useDebouncedSearchParam, useListParam } from '../lib/address/use-list-param.ts'
import dialogStyles from '../ui/dialog/dialog.module.css'
import { restoreFocus } from '../ui/feedback/restore-focus.ts'
import { DayInput } from '../ui/fields/day-input.tsx'
import classes from './list-filters.module.css'

type Bind<Field extends string> = (
  field: Field,
  label: string,
) => { label: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void }

type Props<Field extends string> = {
  legend: string
  /** The values that the address chooses. */
  filter: { [Name in Field]: string | number }
  clearLabel: string
  /** The names of the fields. */
  fields: NoInfer<Field>[]
  isNarrowed: boolean
  /** Stands above the fields. */
  before?: ReactNode
  sort?: ReactNode
  /** The fields, each bound to its parameter of the address. */
  children: (bind: Bind<Field>) => ReactNode
}

/** The filters of a list in one row. Each leads to the first page. */
export function ListFilters<Field extends string>({
  legend,
  filter,
  clearLabel,
  fields,
  isNarrowed,
  before,
  sort,
  children,
}: Props<Field>) {
  const [, setParams] = useSearchParams()
  const setParam = useListParam()
  const group = useRef<HTMLFieldSetElement>(null)
  const isCleared = useRef(false)
  useEffect(() => {
    if (isNarrowed || !isCleared.current) return
    isCleared.current = false
    // The button has gone with what it cleared.
    restoreFocus(() => group.current?.querySelector<HTMLElement>('input, select') ?? null)
  }, [isNarrowed])
  return (
    <FoldedFilters isAtOnce sort={sort} count={fields.filter((name) => filter[name]).length}>
      {before}
      <fieldset ref={group} className={classes.filters}>
        <legend className="visually-hidden">{legend}</legend>
        {children((field, label) => ({
          label,
          value: String(filter[field]),
          onChange: (event) => setParam(field, event.currentTarget.value),
        }))}
        {isNarrowed && (
          <Button
            variant="subtle"
            px={8}
            style={{ justifySelf: 'start' }}
            onClick={() => {
              isCleared.current = true
              setParams({}, { preventScrollReset: true })
            }}
          >
            {clearLabel}
          </Button>
        )}
      </fieldset>
    </FoldedFilters>
  )
}

type TypedProps = { name: string; label: string; type?: 'search' | 'date' }

const isFinished = { search: () => true, date: isFinishedDay }

/** A filter that is typed. It keeps its own value; the address, and with it the list, follows a moment later. */
export function TypedFilter({ name, label, type = 'search' }: TypedProps) {
  const { typed, setTyped } = useDebouncedSearchParam(name, isFinished[type])
  const field = {
    label,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 100,
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  }
  return type === 'date' ? <DayInput {...field} /> : <TextInput {...field} type={type} />
}

const FIRST_DAY = '2000-01-01'

/** False while the year of a date field is still being typed: its first digit alone is the year 2. */
export function isFinishedDay(day: string): boolean {
  return day >= FIRST_DAY
}

type SearchProps = {
  label: string
  /** On a phone a word stands within it in place of its name, so that another control fits beside it. */
  isShort?: true
  typed: string
  onType: (typed: string) => void
}

/** The search of a list; see `useDebouncedSearchParam`. */
export function SearchField({ label, isShort, typed, onType }: SearchProps) {
  const text = useText()
  const short = { 'aria-label': label, placeholder: text('adminSearch.open'), flex: '1 1 7rem' }
  const name = useIsPhone() && isShort ? short : { label }
  return (
    <TextInput
      flex="1 1 240px"
      {...name}
      maw={420}
      type="search"
      autoComplete="off"
      maxLength={100}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

const NARROW = '(width < 700px)'

/** True on a phone, where a list begins on the first screen and all else is one tap away or below it. */
export function useIsPhone(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
}

/** The parts of a page that stand below its rows. */
export function BelowRows({ children }: { children: ReactNode }) {
  return (
    <Stack gap="sm" mt="lg">
      {children}
    </Stack>
  )
}

type FoldedProps = {
  /** The number of filters that are set. */
  count: number
  /** Something in them needs to be seen. */
  hasErrors?: boolean
  /** Each filter applies as soon as it is chosen: a button leads back to the list. */
  isAtOnce?: true
  /** Stands beside the button. */
  sort?: ReactNode
  children: ReactNode
}

/** The filters of a list. On a phone a button opens them as a sheet. */
export function FoldedFilters(props: FoldedProps) {
  return useIsPhone() ? <Sheet {...props} /> : props.children
}

function Sheet({ count, hasErrors = false, isAtOnce, sort, children }: FoldedProps) {
  const text = useText()
  const sheet = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (hasErrors && !sheet.current?.open) sheet.current?.showModal()
  }, [hasErrors])
  return (
    <>
      <Group gap="xs" mb="sm">
        <Button
          variant="default"
          leftSection={<IconAdjustments size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => sheet.current?.showModal()}
        >
          {count > 0 ? text('lists.filtersSet', { count }) : text('lists.filters')}
        </Button>
        {sort}
      </Group>
      <dialog
        ref={sheet}
        className={`${dialogStyles.dialog} ${classes.sheet}`}
        closedby="any"
        aria-labelledby={titleId}
      >
        <div className={dialogStyles.head}>
          <h2 id={titleId}>{text('lists.filters')}</h2>
          <CloseButton aria-label={text('frame.close')} onClick={() => sheet.current?.close()} />
        </div>
        {children}
        {isAtOnce && (
          <Button fullWidth onClick={() => sheet.current?.close()}>
            {text('lists.showRows')}
          </Button>
        )}
      </dialog>
    </>
  )
}
