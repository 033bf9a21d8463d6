import { TextInput } from '@mantine/core'
import { isFinishedDay } from '../lib/is-finished-day.ts'
import { useDebouncedSearchParam } from '../lib/use-debounced-search-param.ts'

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
