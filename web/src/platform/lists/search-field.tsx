import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './list-table.module.css'

type Props = { label: string; description?: string; typed: string; onType: (typed: string) => void }

/** The search of a list; see `useDebouncedSearchParam`. */
export function SearchField({ label, description, typed, onType }: Props) {
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      label={label}
      description={description}
      autoComplete="off"
      maxLength={100}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
