import { Button, Group, Stack, Text } from '@mantine/core'
import { type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import {
  CARE_KIND_TEXTS,
  CARE_KINDS,
  type CareKind,
  isAboutRabies,
  isOver,
  isRepeated,
  KINDS_BY_PRODUCT,
} from '@petsetu/contract/pets/care-kinds.ts'
import { IconCalendarDue, IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { formatLongDay, formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { TextButton } from '../../platform/ui/form/text-button.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import card from '../../platform/ui/layout/card.module.css'
import { PlainList, SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { DeleteButton } from '../../platform/ui/table/row-actions.tsx'
import { NotHere } from '../../shared/not-here.tsx'
import { dueWords } from '../../shared/pets/due-words.ts'
import { PetPageTitle, petOf } from '../../shared/pets/pet-page-title.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { CareForm, forgetAnimal, STALE_WITH_CARE } from './care-form.tsx'
import classes from './care-page.module.css'
import { ScanCard } from './scan-card.tsx'

const careOf = (id: string) => callQuery(careCalls.list, { params: { id } })

/** Shows the treatments of a pet, those that are due, and the scans of its tag. */
export function CarePage() {
  const { petId = '' } = useParams()
  return <Care key={petId} petId={petId} />
}

CarePage.load = ((prefetch, { params: { petId = '' } }) =>
  Promise.all([prefetch(petOf(petId)), prefetch(careOf(petId))])) satisfies PageLoader

/** The record that is in the form. */
type Edited = number | 'new' | null

function Care({ petId }: { petId: string }) {
  const text = useText()
  const username = useUser()?.username
  const care = useQuery(careOf(petId))
  const [edited, setEdited] = useState<Edited>(null)
  useFocusOfForm(edited)
  return (
    <>
      <PetPageTitle title="titles.care" named={(name) => text('care.of', { name })} petId={petId}>
        {care.data && edited !== 'new' && (
          <Button
            id={buttonIdOf('new')}
            variant={edited === null ? 'filled' : 'default'}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {text('care.add')}
          </Button>
        )}
      </PetPageTitle>
      <Loaded
        query={care}
        skeleton={<FormSkeleton />}
        failure={messageOf(care.error, text('care.failed'))}
        missing={<NotHere picture="pets" message={text('lostPet.missing')} username={username} />}
      >
        {(records) => (
          <div className={classes.columns}>
            <CareRecords petId={petId} records={records} edited={edited} onEdit={setEdited} />
            <CalendarCard petId={petId} />
            <ScanCard petId={petId} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const buttonIdOf = (edited: Edited) => `care-edit-${edited}`

/** The button that opens the form goes with its click: the focus goes to the first field, and back to the button once the form has closed. */
function useFocusOfForm(edited: Edited): void {
  const shown = useRef(edited)
  useEffect(() => {
    const before = shown.current
    if (before === edited) return
    shown.current = edited
    restoreFocus(() =>
      document.querySelector<HTMLElement>(edited === null ? `#${buttonIdOf(before)}` : '#care-form select'),
    )
  }, [edited])
}

type Props = { petId: string; records: CareRecord[]; edited: Edited; onEdit: (edited: Edited) => void }

/** The records of a pet by kind. One of them, or a new one, can be in the form. */
function CareRecords({ petId, records, edited, onEdit }: Props) {
  const text = useText()
  const deletion = useDeleteCare(petId)
  const lost = useLostRecord(records, edited)
  const close = () => onEdit(null)
  const form = (record: CareRecord | null) => (
    <CareForm petId={petId} record={record} isDeleted={record !== null && record === lost?.record} onClose={close} />
  )
  const next = dueFirst(records)
  const shownRecords = lost ? [...records.slice(0, lost.place), lost.record, ...records.slice(lost.place)] : records

  function shown(record: CareRecord): ReactNode {
    if (record.id === edited) return form(record)
    return (
      <ListedCare
        record={record}
        isDeleting={deletion.isSaving(record.id)}
        onEdit={() => onEdit(record.id)}
        onDelete={() => deletion.start(record)}
      />
    )
  }

  return (
    <Stack className={classes.records ?? ''} miw={0}>
      {next && <NextDue next={next} />}
      {edited === 'new' && <div className={card.card}>{form(null)}</div>}
      {shownRecords.length === 0 && edited !== 'new' && (
        <EmptyState picture="pets" message={text('care.noneYet')}>
          <p>{text('care.addFirst')}</p>
        </EmptyState>
      )}
      {shownRecords.length > 0 && (
        <div className={card.card}>
          {byKind(shownRecords).map((group) => (
            <KindOfCare
              key={group.kind}
              kind={group.kind}
              records={group.records.filter((record) => record !== lost?.record)}
              isGivenAgain={isGivenAgain(group.records, shownRecords)}
              next={next}
              edited={edited}
              onEdit={onEdit}
            >
              {group.records.map((record) => (
                <li key={record.id} className={classes.record}>
                  {shown(record)}
                </li>
              ))}
            </KindOfCare>
          ))}
        </div>
      )}
    </Stack>
  )
}

/** The record in the form if somebody else has deleted it: its form stays in its place, with what was typed. */
function useLostRecord(records: CareRecord[], edited: Edited): { record: CareRecord; place: number } | null {
  // The last list that had the record.
  const [last, setLast] = useState(records)
  const isListed = records.some(({ id }) => id === edited)
  if (isListed && last !== records) setLast(records)
  const place = last.findIndex(({ id }) => id === edited)
  const record = last[place]
  return isListed || !record ? null : { record, place }
}

type Due = { kind: CareKind; day: string }

type KindProps = Pick<Props, 'records' | 'edited' | 'onEdit'> & {
  kind: CareKind
  /** The date that the card above all records says. */
  next: Due | undefined
  /** A newer vaccination names it among others, and says until when it is valid. */
  isGivenAgain: boolean
  children: ReactNode
}

/** The records of one kind. The newest of them says what is due, beside the heading, unless the card above says the same date. */
function KindOfCare({ kind, records, next, isGivenAgain, edited, onEdit, children }: KindProps) {
  const text = useText()
  const id = `care-${kind}`
  const [newest] = records
  const until = isGivenAgain ? null : (newest?.valid_until ?? null)
  const isSaidAbove = next?.kind === kind && next.day === until
  const hasNoNextDay = newest && !isGivenAgain && !newest.valid_until && isRepeated(kind) && edited !== newest.id
  return (
    <Group
      component="section"
      className={classes.kind ?? ''}
      justify="space-between"
      gap="4px 16px"
      aria-labelledby={id}
    >
      <SectionHeading id={id}>{text(CARE_KIND_TEXTS[kind])}</SectionHeading>
      {!isSaidAbove && <Validity until={until} />}
      {hasNoNextDay && <NoNextDay kind={kind} onAdd={() => onEdit(newest.id)} />}
      <PlainList gap={0} w="100%">
        {children}
      </PlainList>
    </Group>
  )
}

type ListedCareProps = { record: CareRecord; isDeleting: boolean; onEdit: () => void; onDelete: () => void }

/** One row: the day, what was given, and the actions. In a narrow column what was given has a line of its own. */
function ListedCare({ record, isDeleting, onEdit, onDelete }: ListedCareProps) {
  const text = useText()
  const { product, day, vet, note } = record
  const name = [text(CARE_KIND_TEXTS[record.kind]), day && formatLongDay(day)].filter(Boolean).join(', ')
  return (
    <div className={classes.row}>
      <Text fw={600}>{day ? <time dateTime={day}>{formatLongDay(day)}</time> : text('care.dayUnknown')}</Text>
      <div className={classes.given}>
        {product && <Text className={classes.typed ?? ''}>{product}</Text>}
        {vet && <Text c="dimmed">{text('care.byVet', { vet })}</Text>}
        {note && <Text className={classes.typed ?? ''}>{note}</Text>}
      </div>
      <Group gap={0} mx={-8} wrap="nowrap">
        <Button id={buttonIdOf(record.id)} variant="subtle" px={8} onClick={onEdit}>
          <RichText id="care.edit" fill={{ name: () => screenReaderOnly(name) }} />
        </Button>
        <DeleteButton name={name} isBusy={isDeleting} onClick={onDelete} />
      </Group>
    </div>
  )
}

/** Says above all records what is due first. */
function NextDue({ next }: { next: Due }) {
  const text = useText()
  const isLate = next.day < serverToday()
  return (
    <Group
      className={`${card.card} ${classes.next}`}
      gap="sm"
      py="sm"
      wrap="nowrap"
      fw={600}
      bg={isLate ? 'var(--marigold-soft)' : 'var(--brand-soft)'}
      bd="0"
    >
      <IconCalendarDue className={classes.due} size={20} aria-hidden />
      <span>{dueWords(next, text)}</span>
    </Group>
  )
}

/** Without a day on which it is due again, nobody reminds the owner of it. */
function NoNextDay({ kind, onAdd }: { kind: CareKind; onAdd: () => void }) {
  const text = useText()
  return (
    <Group gap="0 16px">
      <Text c="var(--pending)">{text('care.noNextDay')}</Text>
      <TextButton onClick={onAdd}>
        <RichText id="care.addDay" fill={{ name: () => screenReaderOnly(text(CARE_KIND_TEXTS[kind])) }} />
      </TextButton>
    </Group>
  )
}

function Validity({ until }: { until: string | null }) {
  const text = useText()
  if (!until) return null
  const day = formatUnbrokenDay(until)
  if (until < serverToday())
    return (
      <StatusBadge tone="cancelled" icon={IconCalendarDue}>
        {text('care.wasDue', { day })}
      </StatusBadge>
    )
  return (
    <StatusBadge tone="active" icon={IconCircleCheck}>
      {text('care.validUntil', { day })}
    </StatusBadge>
  )
}

// After every day.
const NEVER = '9999'

/** The records of each kind that has some, newest first. What is due is above the rest; what never is, below, the newest first. */
function byKind(records: CareRecord[]): { kind: CareKind; records: CareRecord[] }[] {
  const dueOn = ({ records: group }: { records: CareRecord[] }) =>
    (!isGivenAgain(group, records) && group[0]?.valid_until) || NEVER
  const dayOf = ({ records: [newest] }: { records: CareRecord[] }) => newest?.day ?? ''
  return CARE_KINDS.map((kind) => ({ kind, records: records.filter((record) => record.kind === kind) }))
    .filter((group) => group.records.length > 0)
    .sort((one, other) => dueOn(one).localeCompare(dueOn(other)) || dayOf(other).localeCompare(dayOf(one)))
}

/** Returns what is due first of the records, which come newest first. Another product is no newer record of the same. */
function dueFirst(records: CareRecord[]): Due | undefined {
  return records
    .filter((record) => !isReplaced(record, records))
    .flatMap(({ kind, valid_until: day }) => (day && !isOver({ kind, day }) ? { kind, day } : []))
    .sort((one, other) => one.day.localeCompare(other.day))[0]
}

/** True if a newer one of the records, which come newest first, replaces it: one about the same, or one that names rabies as well. */
function isReplaced(record: CareRecord, records: CareRecord[]): boolean {
  const isSame = (newer: CareRecord) => newer.kind === record.kind && subjectOf(newer) === subjectOf(record)
  const replaces = (newer: CareRecord) => isSame(newer) || (record.kind === 'rabies' && isAboutRabies(newer))
  return records.find((newer) => newer === record || replaces(newer)) !== record
}

/** True if the newest record of a kind is replaced by one of another kind. */
const isGivenAgain = ([newest]: CareRecord[], records: CareRecord[]) =>
  newest !== undefined && isReplaced(newest, records)

/** Names what a record is about within its kind, as the reminders do. */
function subjectOf({ kind, product, is_vaccination }: CareRecord): string | boolean {
  return is_vaccination ?? (KINDS_BY_PRODUCT.includes(kind) && (product?.toLowerCase() ?? ''))
}

function useDeleteCare(petId: string) {
  const text = useText()
  return useSave({
    call: careCalls.delete,
    send: ({ id }: CareRecord) => request(careCalls.delete, { params: { id: petId, careId: String(id) } }),
    confirm: ({ kind }) => ({
      title: text('care.deleteQuestion', { kind: text(CARE_KIND_TEXTS[kind]) }),
      children: text('care.deleteExplanation'),
      confirmLabel: text('controls.delete'),
    }),
    rowOf: ({ id }) => id,
    invalidates: STALE_WITH_CARE,
    onSaved: (_, __, queries) => forgetAnimal(queries),
    success: () => text('care.deleted'),
    failure: { fallback: text('care.deleteFailed') },
  })
}
