import { TextInput } from '@mantine/core'
import { useDebouncedSearchParam } from '../lib/address/use-debounced-search-param.ts'

type Props = { name: string; label: string; type?: 'search' | 'date' }

const isFinished = { search: () => true, date: isFinishedDay }

/** A filter that is typed. It keeps its own value; the address, and with it the list, follows a moment later. */
export function TypedFilter({ name, label, type = 'search' }: Props) {
  const { typed, setTyped } = useDebouncedSearchParam(name, isFinished[type])
  return (
    <TextInput
      label={label}
      type={type}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

const FIRST_DAY = '2000-01-01'

/** False while the year of a date field is still being typed: its first digit alone is the year 2. */
export function isFinishedDay(day: string): boolean {
  return day >= FIRST_DAY
}
