import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { userCalls } from '@petsetu/contract/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { pageQuery } from '../lib/call-query.ts'
import { FilterSelect, type Option } from './filter-bar.tsx'
import type { ReportFilter } from './use-report-filter.ts'

const USERS_OFFERED = 100
// Long enough to avoid a request for every letter, short enough to feel immediate.
const SETTLE_MS = 150
const TO_FIND = { page: '1', limit: String(USERS_OFFERED) }

/** A select of accounts. If there are too many for a list, a field beside it searches them by name. */
export function UserFilter({ filter }: { filter: ReportFilter }) {
  const text = useText()
  const [search, setSearch] = useState('')
  const all = useQuery(pageQuery(userCalls.listAll, { query: TO_FIND }))
  const [settled] = useDebouncedValue(search.trim(), SETTLE_MS)
  const found = useQuery({
    ...pageQuery(userCalls.listAll, { query: { ...TO_FIND, search: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const users = (settled === '' ? all.data : found.data)?.rows ?? []
  const chosen = filter.draft.user_id ?? ''
  const unknown = { value: chosen, label: text('paymentReport.unknownUser', { id: chosen }) }
  const options = users.map(({ id, username, email }) => ({ value: String(id), label: `${username} (${email})` }))

  return (
    <>
      {(all.data?.total ?? 0) > USERS_OFFERED && (
        <TextInput
          type="search"
          label={text('paymentReport.findUser')}
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <FilterSelect
        filter={filter}
        field="user_id"
        label={text('columns.user')}
        options={withChosen(options, unknown)}
      />
    </>
  )
}

/** The chosen account stays an option, whatever the search text. */
function withChosen(options: Option[], chosen: Option): Option[] {
  const isKnown = chosen.value === '' || options.some(({ value }) => value === chosen.value)
  return isKnown ? options : [chosen, ...options]
}
