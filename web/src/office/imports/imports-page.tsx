import { Box, Button, Group, Radio, Stack, Title } from '@mantine/core'
import {
  areaOf,
  IMPORT_AREAS,
  IMPORT_CALLS,
  IMPORT_ROWS_MAX,
  type ImportArea,
  type ImportKind,
  type ImportSummary,
  importStates,
} from '@petsetu/contract/office/imports.ts'
import { ordersBy } from '@petsetu/contract/platform/envelope.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useLeave } from '../../platform/lib/address/use-leave.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { sendForm } from '../../platform/lib/requests/send-form.ts'
import { listFilter } from '../../platform/lists/list-filter.ts'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumTime } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { FileField } from '../../platform/public-form/file-field.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { allOf, Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { Late } from '../../platform/ui/layout/panel.tsx'
import { type Column, sortBy, sortRows } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import { addressOf, areasOf, KIND_LABELS } from './import-kinds.ts'
import { ImportSteps } from './import-steps.tsx'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'

/** Sends a file to import, and lists what was imported before. On a phone, where files are rare, the form is opened by a button. */
export function ImportsPage() {
  const text = useText()
  const isPhone = useIsPhone()
  // A link that names a kind leads to the form.
  const [isOpen, setOpen] = useState(useSearchParams()[0].has('kind'))
  const areas = areasOf(useUser())
  const isFolded = isPhone && !isOpen
  const begin = (
    <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
      {text('imports.begin')}
    </Button>
  )
  return (
    <>
      <PageTitle isCompact={isFolded} hint={!isFolded && text('imports.hint')} aside={isFolded && begin}>
        {text('titles.imports')}
      </PageTitle>
      {!isFolded && (
        <>
          <ImportSteps at={0} />
          <SendFile areas={areas} />
        </>
      )}
      <EarlierImports areas={areas} />
    </>
  )
}

/** Asks for the kind of records and the file. The next step has a page of its own. */
function SendFile({ areas }: { areas: ImportArea[] }) {
  const text = useText()
  const kinds: ImportKind[] = areas.flatMap((area) => [...IMPORT_AREAS[area].kinds])
  const asked = useSearchParams()[0].get('kind')
  const [kind, setKind] = useState<ImportKind>(kinds.find((one) => one === asked) ?? kinds[0] ?? 'pets')
  const calls = IMPORT_CALLS[areaOf(kind)]
  const { field, error, isBusy, choose, submit } = useSendFile(kind, calls)

  return (
    <Box
      component="form"
      className={card.card}
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
    >
      <Stack>
        <Radio.Group label={text('imports.what')} value={kind} onChange={(value) => setKind(value as ImportKind)}>
          <Group gap="1rem 1.5rem" mt="xs">
            {kinds.map((one) => (
              <Radio key={one} value={one} label={text(KIND_LABELS[one])} />
            ))}
          </Group>
        </Radio.Group>
        <Group gap="xs">
          <DownloadButton call={calls.template} input={{ query: { kind } }} failure={text('imports.templateFailed')}>
            {text('imports.template')}
          </DownloadButton>
        </Group>
        <FileField
          ref={field}
          name="file"
          accept=".csv,text/csv"
          label={text('imports.file')}
          hint={text('imports.fileHint', { max: formatCount(IMPORT_ROWS_MAX) })}
          error={error}
          onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {text('imports.next')}
          </Button>
        </Group>
      </Stack>
    </Box>
  )
}

const { filterIn } = listFilter({ sort: ordersBy('when', 'rows', 'admin') }, () => ({ sort: 'when-desc' }))

const SORTED_BY = {
  when: ({ id }: ImportSummary) => id,
  rows: ({ row_count }: ImportSummary) => row_count,
  admin: ({ admin }: ImportSummary) => admin ?? '',
}

/** The newest imports that the admin may see, with the state of each. */
function EarlierImports({ areas }: { areas: ImportArea[] }) {
  const text = useText()
  const { sort } = filterIn(useSearchParams()[0])
  const listOf = (area: ImportArea) => ({ ...callQuery(IMPORT_CALLS[area].list, {}), enabled: areas.includes(area) })
  const lists = { pets: useQuery(listOf('pets')), members: useQuery(listOf('members')) }
  const count = areas.flatMap((area) => lists[area].data?.data ?? []).length
  return (
    <>
      <Group gap="xs" mt={{ base: 'xs', sm: 'xl' }} mb="sm">
        <Title order={2} fz={20}>
          {text('imports.earlier')}
        </Title>
        {count > 1 && <SortSelect columns={columns(text)} order={sort} />}
      </Group>
      <Loaded
        query={allOf(areas.map((area) => lists[area]))}
        skeleton={<TableSkeleton rows={3} />}
        failure={text('imports.listFailed')}
      >
        {(replies) => <ImportTable imports={replies.flatMap(({ data }) => data)} sort={sort} />}
      </Loaded>
    </>
  )
}

function ImportTable({ imports, sort }: { imports: ImportSummary[]; sort: string }) {
  const text = useText()
  if (imports.length === 0) return <EmptyState picture="papers" message={text('imports.none')} />
  return (
    <ListTable
      caption={text('imports.earlier')}
      columns={columns(text)}
      rows={sortRows(imports, sort, SORTED_BY)}
      keyOf={({ id }) => id}
      order={sort}
      hasSortSelect
    />
  )
}

function columns(text: Translate): Column<ImportSummary>[] {
  return [
    {
      head: text('titles.imports'),
      inCard: 'title',
      cell: (row) => (
        <Link to={addressOf(row)}>{text('imports.named', { what: text(KIND_LABELS[row.kind]), id: row.id })}</Link>
      ),
    },
    { head: text('imports.state'), inCard: 'end', cell: (one) => <State one={one} /> },
    {
      head: text('imports.rows'),
      align: 'right',
      isTight: true,
      inCard: 'value',
      isNamedInCard: true,
      sort: sortBy('rows'),
      cell: ({ row_count }) => formatCount(row_count),
    },
    { head: text('imports.admin'), inCard: 'value', sort: sortBy('admin'), cell: ({ admin }) => admin },
    {
      head: text('imports.when'),
      align: 'right',
      isTight: true,
      inCard: 'value',
      sort: sortBy('when', { isUsual: true }),
      cell: ({ created_at }) => formatMediumTime(created_at),
    },
  ]
}

/** A file with wrong rows was checked, too, but nothing can follow before it is corrected. */
function State({ one: { state, wrong_rows } }: { one: ImportSummary }) {
  const text = useText()
  if (state !== 'checked' || wrong_rows === 0) return <Status look={importStates[state]} />
  return <Late>{text('imports.rowsWrong', pluralValues(wrong_rows))}</Late>
}

/** The chosen file, and sending it, which leads to the page of its import. `field` is the input on the page. */
function useSendFile(kind: ImportKind, { create }: (typeof IMPORT_CALLS)[ImportArea]) {
  const text = useText()
  const leaveTo = useLeave()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const sending = useSave({
    call: create,
    send: (chosen: File, { idempotencyKey }) => {
      const send = sendForm({ files: [[create.multipart, chosen]], onProgress: () => {} })
      return request(create, { body: { kind } }, { send, ...(idempotencyKey && { idempotencyKey }) })
    },
    // Another file would be rejected under the key of one that did not arrive.
    rowOf: ({ name, size, lastModified }) => [kind, name, size, lastModified].join(':'),
    onSaved: ({ reply }) => void leaveTo(addressOf(reply.data)),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!file) return showError(text('imports.fileMissing'))
    try {
      await sending.save(file)
    } catch (failure) {
      showError(messageOf(failure, text('imports.sendFailed')))
    }
  }

  function showError(message: string) {
    setError(message)
    field.current?.focus()
  }

  function choose(chosen: File | null) {
    setFile(chosen)
    setError(null)
  }

  return { field, error, isBusy: sending.isBusy, choose, submit }
}
