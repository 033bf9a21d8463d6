import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { type SearchKind, type SearchResult, searchCalls } from '@petsetu/contract/office/search.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { tagStates } from '@petsetu/contract/pets/tags.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { labelsOf } from '@petsetu/contract/platform/registry.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import {
  IconCertificate,
  IconCoinRupee,
  IconHeartHandshake,
  IconMessageReport,
  IconPaw,
  type IconProps,
  IconReceipt,
  IconSearch,
  IconTag,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { TYPED_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { sessionStore } from '../../platform/lib/storage/storage.ts'
import { Dialog, type DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import classes from './search-box.module.css'

// Long enough to avoid a request for every letter, short enough to feel immediate.
const SETTLE_MS = 150

/** One box that finds everything by id, reference, name, phone or e-mail: a combobox in a dialog. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const text = useText()
  const listId = useId()
  const navigate = useNavigate()
  const dialog = useDialog()
  const [typed, setTyped] = useState('')
  const { settled, search, found, isCurrent } = useSearch(typed.trim())
  const [openedLast] = useState(readOpenedLast)
  const isEmpty = settled === ''
  const options = useOptions(isEmpty ? openedLast : resultsOf(found), (result) => {
    keepOpenedLast(result)
    onClose()
    navigate(result.path)
  })

  return (
    <Dialog ref={dialog} title={text('adminSearch.title')} size={640} closedby="any" onClose={onClose}>
      <TextInput
        data-autofocus
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
        {isEmpty && openedLast.length > 0 ? (
          <div id={listId} role="listbox" aria-label={text('adminSearch.openedLast')}>
            <Group label={text('adminSearch.openedLast')} results={openedLast} options={options} />
          </div>
        ) : (
          <>
            <SearchStatus typed={settled} found={found} isSearching={!isEmpty && search.isFetching && !isCurrent} />
            <Loaded query={search} skeleton={null} failure={text('adminSearch.failed')}>
              {() => found && <SearchResults listId={listId} found={found} options={options} />}
            </Loaded>
          </>
        )}
      </div>
      <p className={classes.keys}>
        <RichText id="adminSearch.keys" fill={{ up: () => <kbd>↑</kbd>, down: () => <kbd>↓</kbd> }} />
      </p>
    </Dialog>
  )
}

// Names of people are in it: like what was typed, it is forgotten when somebody signs out.
const OPENED_LAST = `${TYPED_PREFIX}opened-last`
const OPENED_LAST_MAX = 5

/** The results that were opened last in this tab, the newest first. */
function readOpenedLast(): SearchResult[] {
  const kept = sessionStore.get(OPENED_LAST)
  return kept ? (JSON.parse(kept) as SearchResult[]) : []
}

function keepOpenedLast(result: SearchResult): void {
  const others = readOpenedLast().filter(({ kind, id }) => kind !== result.kind || id !== result.id)
  sessionStore.set(OPENED_LAST, JSON.stringify([result, ...others].slice(0, OPENED_LAST_MAX)))
}

/** Finds records for a text once nothing more is typed. `isCurrent` is false while the results are those of the text before. */
function useSearch(wanted: string) {
  const [debounced] = useDebouncedValue(wanted, SETTLE_MS)
  // An emptied box ends the search at once.
  const settled = wanted && debounced
  const search = useQuery({
    ...callQuery(searchCalls.find, { query: { q: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const found = settled === '' ? undefined : search.data?.data
  return { settled, search, found, isCurrent: settled === wanted && !search.isPlaceholderData }
}

/** The dialog closes when another page opens. */
function useDialog() {
  const dialog = useRef<DialogHandle>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    if (key !== openedAt.current) dialog.current?.close()
  }, [key])
  return dialog
}

type Props = { typed: string; found: FoundThings | undefined; isSearching: boolean }

/** Says how many results there are, or what to do without any. A screen reader says each change. */
function SearchStatus({ typed, found, isSearching }: Props) {
  const text = useText()
  const count = found ? found.exact.length + found.groups.reduce((sum, { results }) => sum + results.length, 0) : 0
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSearching ? text('adminSearch.searching') : describeResults(text, typed, found, count)}
      </p>
      {count === 0 && (!found || !isSearching) && <Nothing typed={typed} found={found} />}
    </>
  )
}

function describeResults(text: Translate, typed: string, found: FoundThings | undefined, count: number): string {
  if (!found) return ''
  if (count > 0) return text('adminSearch.count', pluralValues(count))
  return found.is_too_short ? text('adminSearch.tooShort') : text('adminSearch.none', { typed })
}

function Nothing({ typed, found }: { typed: string; found: FoundThings | undefined }) {
  const text = useText()
  if (!found) return <EmptyState picture="find" message={text('adminSearch.hint')} />
  if (found.is_too_short) return <EmptyState picture="find" message={text('adminSearch.tooShort')} />
  return (
    <EmptyState picture="find" message={text('adminSearch.none', { typed })}>
      <p>{text('adminSearch.noneHint')}</p>
    </EmptyState>
  )
}

const KINDS: Record<SearchKind, { label: PlainId; icon: ComponentType<IconProps> }> = {
  pet: { label: 'adminSearch.pets', icon: IconPaw },
  tag: { label: 'adminSearch.tags', icon: IconTag },
  user: { label: 'adminSearch.people', icon: IconUser },
  complaint: { label: 'adminSearch.complaints', icon: IconMessageReport },
  membership: { label: 'adminSearch.memberships', icon: IconCertificate },
  donation: { label: 'adminSearch.donations', icon: IconHeartHandshake },
  payment: { label: 'adminSearch.payments', icon: IconCoinRupee },
  receipt: { label: 'adminSearch.receipts', icon: IconReceipt },
}

type SearchResultsProps = { listId: string; found: FoundThings; options: Options }

function SearchResults({ listId, found, options }: SearchResultsProps) {
  const text = useText()
  return (
    <div id={listId} role="listbox" aria-label={text('adminSearch.results')}>
      <Group label={text('adminSearch.exact')} results={found.exact} options={options} />
      {found.groups.map(({ kind, results }) => (
        <Group key={kind} label={text(KINDS[kind].label)} results={results} options={options} />
      ))}
    </div>
  )
}

function Group({ label, results, options }: { label: string; results: SearchResult[]; options: Options }) {
  if (results.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields.
    <div role="group" aria-label={label}>
      <Text c="dimmed" size="xs" fw={600} m="8px 8px 4px" aria-hidden>
        {label}
      </Text>
      {results.map((result) => (
        <Option key={`${result.kind} ${result.id}`} result={result} options={options} />
      ))}
    </div>
  )
}

function Option({ result, options }: { result: SearchResult; options: Options }) {
  const text = useText()
  const id = options.idOf(result)
  const { icon: Icon, label } = KINDS[result.kind]
  const status = STATUS_LABELS[result.kind]?.[result.status ?? '']
  return (
    // The keys are at the field, which keeps the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    <div
      id={id}
      className={classes.option}
      role="option"
      aria-selected={id === options.activeId}
      onClick={() => options.open(result)}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <strong>{shownWords(result.title, text)}</strong>
        <span className="visually-hidden">&nbsp;{text(label)}&nbsp;</span>
        {result.detail && <small>{result.detail}</small>}
      </span>
      {status && <small>{text(status)}</small>}
    </div>
  )
}

/** The label for each status of a result; null for a kind that shows none. */
const STATUS_LABELS: Record<SearchKind, Record<string, PlainId> | null> = {
  pet: null,
  tag: labelsOf(tagStates),
  user: { admin: 'users.admin' },
  complaint: labelsOf(complaintStatuses),
  membership: labelsOf(membershipStatuses),
  donation: { paid: paymentStatuses.captured.label, refunded: paymentStatuses.refunded.label },
  payment: labelsOf(paymentStatuses),
  receipt: null,
}

const resultsOf = (found: FoundThings | undefined): SearchResult[] =>
  found ? [...found.exact, ...found.groups.flatMap(({ results }) => results)] : []

type FoundThings = Reply<typeof searchCalls.find>['data']
type Options = ReturnType<typeof useOptions>

/** The results as options of a combobox: the first is active until a key moves on, Enter opens the active one. */
function useOptions(results: SearchResult[], open: (result: SearchResult) => void) {
  const prefix = useId()
  const [active, setActive] = useState(0)
  const [shown, setShown] = useState(results)
  if (shown.length !== results.length || shown.some((result, at) => result !== results[at])) {
    setShown(results)
    setActive(0)
  }
  const activeResult = results[active]
  const idOf = (result: SearchResult) => `${prefix}${results.indexOf(result)}`
  const activeId = activeResult && idOf(activeResult)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function onKeyDown(event: KeyboardEvent, isCurrent: boolean) {
    if (event.nativeEvent.isComposing || results.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive((active + step + results.length) % results.length)
    }
    // Results of what was typed before are not opened.
    if (event.key === 'Enter' && activeResult && isCurrent) {
      event.preventDefault()
      open(activeResult)
    }
  }

  return { count: results.length, activeId, idOf, onKeyDown, open }
}
