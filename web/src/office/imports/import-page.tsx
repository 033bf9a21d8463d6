import {
  Box,
  Button,
  Group,
  NativeSelect,
  type NativeSelectProps,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import {
  IMPORT_CALLS,
  IMPORT_PROBLEMS_MAX,
  type Import,
  type ImportArea,
  type ImportKind,
  importStates,
} from '@petsetu/contract/office/imports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconArrowBackUp, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongTime } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { isArea, KIND_LABELS } from './import-kinds.ts'
import { ImportSteps } from './import-steps.tsx'
import '@mantine/core/styles/Progress.css'

// While a job works on it.
const LOOK_AGAIN_MS = 700

/** One import, from the choice of the columns to its end. */
export function ImportPage() {
  const text = useText()
  const { area, id = '' } = useParams()
  if (!isArea(area)) return <Navigate to={paths.imports.to({})} replace />
  return (
    <>
      <BackLink to={paths.imports.to({})}>{text('imports.back')}</BackLink>
      <OneImport key={id} area={area} id={id} />
    </>
  )
}

function OneImport({ area, id }: { area: ImportArea; id: string }) {
  const text = useText()
  const one = useQuery({
    ...callQuery(IMPORT_CALLS[area].read, { params: { id } }),
    refetchInterval: ({ state }) => state.data && isRunning(state.data.data) && LOOK_AGAIN_MS,
  })
  const missing = (
    <>
      <PageTitle>{text('titles.importDetail')}</PageTitle>
      <EmptyState picture="papers" message={text('imports.missing')} />
    </>
  )
  return (
    <Loaded query={one} skeleton={<FormSkeleton />} failure={text('imports.loadFailed')} missing={missing}>
      {({ data }) => (
        <>
          <PageTitle hint={text('imports.by', { admin: data.admin, when: formatLongTime(data.created_at) })}>
            {text('imports.named', { what: text(KIND_LABELS[data.kind]), id: data.id })}
          </PageTitle>
          <ImportSteps at={data.state === 'uploaded' ? 1 : 2} />
          <Step one={data} area={area} />
        </>
      )}
    </Loaded>
  )
}

const isRunning = ({ state }: Import) => importStates[state].stage === 'job'

function Step({ one, area }: { one: Import; area: ImportArea }) {
  if (isRunning(one)) return <ImportProgress one={one} />
  if (importStates[one.state].stage === 'end') return <ImportOutcome one={one} area={area} />
  return (
    <>
      {one.state !== 'uploaded' && <CheckResult one={one} area={area} />}
      <ColumnsForm one={one} area={area} />
    </>
  )
}

/** Shows the progress of the check or the import. It goes on without the page. */
function ImportProgress({ one: { state, done_rows, row_count } }: { one: Import }) {
  const text = useText()
  const what = text(state === 'checking' ? 'imports.checking' : 'imports.importing')
  return (
    <Stack gap="xs" maw="44rem" className={card.card}>
      <Text role="status">{what}</Text>
      <Progress value={(done_rows / Math.max(1, row_count)) * 100} aria-label={what} />
      <Text>{text('imports.progress', { done: formatCount(done_rows), total: formatCount(row_count) })}</Text>
      <Text component="small" fz="xs" c="dimmed">
        {text('imports.goesOn')}
      </Text>
    </Stack>
  )
}

/** The lists in which the admin sees the imported records. */
const LISTS: Record<ImportKind, string> = {
  pets: paths.allPets.to({}),
  animals: paths.communityAnimals.to({}),
  tags: paths.generateQr.to({}, { state: 'blank' }),
  members: paths.membershipReport.to({}),
}

/** The end of an import, with a way back until somebody changes what it made. */
function ImportOutcome({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  if (one.state === 'undone') return <Notice kind="info">{text('imports.undone')}</Notice>
  return (
    <Stack align="flex-start" mb="lg">
      <Notice kind="done">
        {text('imports.done', pluralValues(one.new_rows))}{' '}
        {one.known_rows > 0 && text('imports.wasThere', pluralValues(one.known_rows))}
      </Notice>
      <Group gap="xs">
        <Button component={Link} to={LISTS[one.kind]}>
          {text('imports.seeList')}
        </Button>
        {one.can_undo && <UndoButton one={one} area={area} />}
      </Group>
      {one.new_rows > 0 && <Text c="dimmed">{text(one.can_undo ? 'imports.canUndo' : 'imports.cannotUndo')}</Text>}
    </Stack>
  )
}

function UndoButton({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  const calls = IMPORT_CALLS[area]
  const params = { id: String(one.id) }
  const undoing = useSave({
    call: calls.undo,
    send: () => request(calls.undo, { params }),
    confirm: () => ({
      title: text('imports.undoQuestion'),
      children: text('imports.undoHow', pluralValues(one.new_rows)),
      confirmLabel: text('imports.undo'),
    }),
    onSaved: ({ reply }, _, queries) => queries.setQueryData(callQuery(calls.read, { params }).queryKey, reply),
    invalidates: [calls.read, calls.list],
    failure: { fallback: text('imports.undoFailed') },
  })
  return (
    <Button
      variant="default"
      loading={undoing.isBusy}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={() => undoing.start(undefined)}
    >
      {text('imports.undo')}
    </Button>
  )
}

/** Shows the result of the check in the order of the work: what to correct, then the button that sends the file again or imports it. */
function CheckResult({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  if (one.state === 'failed')
    return (
      <Stack mb="lg">
        <Notice kind="failed">{one.failure}</Notice>
        <SendAgain kind={one.kind} />
      </Stack>
    )
  const canImport = one.wrong_rows === 0 && one.new_rows > 0
  return (
    <Stack component="section" mb="lg" miw={0} aria-label={text('imports.result')}>
      <Notice kind={one.wrong_rows > 0 ? 'failed' : 'info'}>{summaryOf(one, text)}</Notice>
      {one.problems.length > 0 && (
        <>
          <DataTable
            caption={text('imports.problems')}
            columns={columns(text)}
            rows={one.problems}
            keyOf={({ row, column }) => `${row}:${column}`}
          />
          {one.problems.length === IMPORT_PROBLEMS_MAX && (
            <Text c="dimmed">{text('imports.firstProblems', { max: IMPORT_PROBLEMS_MAX })}</Text>
          )}
        </>
      )}
      <Group component="ul" gap="0.5rem 1.5rem" m={0} p={0} style={{ listStyle: 'none' }}>
        <Figure name={text('imports.newRows')} count={one.new_rows} />
        <Figure name={text('imports.knownRows')} count={one.known_rows} />
        <Figure name={text('imports.wrongRows')} count={one.wrong_rows} />
      </Group>
      {canImport && (
        <Group>
          <StartButton one={one} area={area} />
        </Group>
      )}
      {one.wrong_rows > 0 && <SendAgain kind={one.kind} />}
    </Stack>
  )
}

/** Leads to the form for a file, with the same kind of records chosen. */
function SendAgain({ kind }: { kind: ImportKind }) {
  const text = useText()
  return (
    <Group>
      <Button component={Link} to={paths.imports.to({}, { kind })} leftSection={<IconUpload size={18} aria-hidden />}>
        {text('imports.sendAgain')}
      </Button>
    </Group>
  )
}

function summaryOf(one: Import, text: Translate): string {
  if (one.wrong_rows > 0) return text('imports.somethingWrong', pluralValues(one.wrong_rows))
  if (one.new_rows > 0) return text('imports.allRight')
  const { imported_before: before } = one
  if (before) return text('imports.importedBefore', { admin: before.admin, when: formatLongTime(before.at) })
  return text('imports.nothingNew')
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <li>
      <Text span fz={20} fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatCount(count)}
      </Text>{' '}
      {name}
    </li>
  )
}

function StartButton({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  const calls = IMPORT_CALLS[area]
  const params = { id: String(one.id) }
  const starting = useSave({
    call: calls.start,
    send: () => request(calls.start, { params }),
    onSaved: ({ reply }, _, queries) => queries.setQueryData(callQuery(calls.read, { params }).queryKey, reply),
    invalidates: [calls.list],
    failure: { fallback: text('imports.startFailed') },
  })
  return (
    <Button loading={starting.isBusy} onClick={() => starting.start(undefined)}>
      {text('imports.start', pluralValues(one.new_rows))}
    </Button>
  )
}

function columns(text: Translate): Column<Import['problems'][number]>[] {
  return [
    {
      head: text('imports.row'),
      isTight: true,
      inCard: 'title',
      isNamedInCard: true,
      cell: ({ row }) => formatCount(row),
    },
    { head: text('imports.columnHead'), inCard: 'end', cell: ({ column }) => column ?? text('imports.wholeRow') },
    { head: text('imports.problem'), inCard: 'line', cell: ({ message }) => message },
  ]
}

type Field = Import['fields'][number]
/** The position of the column of each field; empty for none. */
type Positions = Record<string, string>

/** Which column holds which field, with what stands in the first row. */
function ColumnsForm({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  const calls = IMPORT_CALLS[area]
  const params = { id: String(one.id) }
  const { form, forgetDraft } = useDraftedForm<Positions>({
    initial: Object.fromEntries(one.fields.map(({ name }) => [name, String(one.columns[name] ?? '')])),
    draft: useOwnDraft(`import-${area}-${one.id}`),
    errorsOf(positions) {
      const missing = one.fields.filter(({ name, is_required }) => is_required && !positions[name])
      return Object.fromEntries(missing.map(({ name }) => [name, text('imports.columnMissing')]))
    },
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: calls.check,
    send: (columns: Import['columns']) => request(calls.check, { params, body: { columns } }),
    onSaved({ reply }, _, queries) {
      void forgetDraft()
      queries.setQueryData(callQuery(calls.read, { params }).queryKey, reply)
    },
    invalidates: [calls.list],
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('imports.checkFailed'), (positions) => {
    const chosen = Object.entries(positions).filter(([, position]) => position !== '')
    return save(Object.fromEntries(chosen.map(([name, position]) => [name, Number(position)])))
  })

  const isFirst = one.state === 'uploaded'
  const isMissing = ({ name, is_required }: Field) => !is_required && one.columns[name] === undefined
  const choices = (fields: Field[]) => (
    <SimpleGrid minColWidth="min(100%, 15rem)" my="md">
      {fields.map((field) => (
        <ColumnChoice key={field.name} one={one} field={field} {...form.getInputProps(field.name)} />
      ))}
    </SimpleGrid>
  )
  const missing = one.fields.filter(isMissing)
  const isComplete = one.fields.every(({ name, is_required }) => !is_required || one.columns[name] !== undefined)
  const heading = (
    <Title order={2} fz={18}>
      {text('imports.columns')}
    </Title>
  )
  const fields = (
    <>
      <Text c="dimmed">{text('imports.columnsHint')}</Text>
      {choices(one.fields.filter((field) => !isMissing(field)))}
      {missing.length > 0 && (
        <Box component="details" mb="md">
          <summary className={fold.unfolds}>{text('imports.missingColumns', { count: missing.length })}</summary>
          {choices(missing)}
        </Box>
      )}
      {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
      <Button type="submit" variant={isFirst ? 'filled' : 'outline'} loading={isBusy}>
        {text(isFirst ? 'imports.check' : 'imports.checkAgain')}
      </Button>
    </>
  )
  return (
    <form {...formProps} className={card.card}>
      {isFirst || !isComplete ? (
        <>
          {heading}
          {fields}
        </>
      ) : (
        // The rows were checked with a column for each field: what is wrong now is in the file, seldom here.
        <details>
          <summary className={fold.unfolds}>{heading}</summary>
          {fields}
        </details>
      )}
    </form>
  )
}

type ChoiceProps = NativeSelectProps & { one: Import; field: Field }

/** `select` is what the form gives to the select of this field. */
function ColumnChoice({ one, field, ...select }: ChoiceProps) {
  const text = useText()
  const options = one.headings.map((heading, position) => ({
    value: String(position),
    label: heading || text('imports.column', { number: position + 1 }),
  }))
  const example = select.value === '' ? '' : (one.sample[0]?.[Number(select.value)] ?? '')
  return (
    <NativeSelect
      {...select}
      label={field.label}
      required={field.is_required}
      data={[{ value: '', label: text('imports.noColumn') }, ...options]}
      description={example && text('imports.example', { example })}
      // Below the select, so that all of a line begin at one height.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
