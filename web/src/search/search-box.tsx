import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchCalls } from '@petsetu/contract/search.ts'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { RichText, useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import classes from './search-box.module.css'
import { SearchResults } from './search-results.tsx'
import { SearchStatus } from './search-status.tsx'
import { useOptions } from './use-options.ts'

// Long enough to avoid a request for every letter, short enough to feel immediate.
const SETTLE_MS = 150

/** One box that finds everything by id, reference, name, phone or e-mail: a combobox in a dialog. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const text = useText()
  const titleId = useId()
  const listId = useId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const dialog = useDialog(field)
  const [typed, setTyped] = useState('')
  const { settled, search, found, isCurrent } = useSearch(typed.trim())
  const options = useOptions(found, (path) => {
    onClose()
    navigate(path)
  })

  return (
    <dialog
      className={classes.dialog}
      ref={dialog}
      // Not all browsers know this attribute; there, the dialog is closed by its button or Escape.
      closedby="any"
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{text('adminSearch.title')}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
      <TextInput
        ref={field}
        type="text"
        role="combobox"
        label={text('adminSearch.label')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={100}
        leftSection={<IconSearch size={20} aria-hidden />}
        aria-expanded={options.count > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isCurrent ? options.activeId : undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => options.onKeyDown(event, isCurrent)}
      />
      <div className={classes.body}>
        <SearchStatus typed={settled} found={found} isSearching={settled !== '' && search.isFetching && !isCurrent} />
        <Loaded query={search} skeleton={null} failure={text('adminSearch.failed')}>
          {() => found && <SearchResults listId={listId} found={found} options={options} />}
        </Loaded>
      </div>
      <p className={classes.keys}>
        <RichText id="adminSearch.keys" fill={{ up: () => <kbd>↑</kbd>, down: () => <kbd>↓</kbd> }} />
      </p>
    </dialog>
  )
}

/** Finds records for a text once nothing more is typed. `isCurrent` is false while the results are those of the text before. */
function useSearch(wanted: string) {
  const [debounced] = useDebouncedValue(wanted, SETTLE_MS)
  // Emptied at once.
  const settled = wanted && debounced
  const search = useQuery({
    ...callQuery(searchCalls.find, { query: { q: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const found = settled === '' ? undefined : search.data?.data
  return { settled, search, found, isCurrent: settled === wanted && !search.isPlaceholderData }
}

/** A native dialog traps the focus, here in the field, and restores it. It closes when another page opens. */
function useDialog(field: RefObject<HTMLInputElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    dialog.current?.showModal()
    field.current?.focus()
  }, [field])
  useEffect(() => {
    if (key !== openedAt.current) dialog.current?.close()
  }, [key])
  return dialog
}
