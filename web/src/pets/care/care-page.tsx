import { Button } from '@mantine/core'
import { type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/pets/care-kinds.ts'
import { type ScanDay, scanCalls } from '@petsetu/contract/pets/tags.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { IconCalendarDue, IconCircleCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { messageOf } from '../../platform/lib/requests/request.ts'
import { ChartTable } from '../../platform/ui/chart/chart-table.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { FormSkeleton, TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { DeleteButton } from '../../platform/ui/table/row-actions.tsx'
import { PetPageTitle, petOf } from '../../shared/pet-page-title.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { CareForm } from './care-form.tsx'
import classes from './care-page.module.css'
import { byKind, useDeleteCare } from './care-values.ts'

const careOf = (id: string) => callQuery(careCalls.list, { params: { id } })

/** Shows the treatments of a pet, those that are due, and the scans of its tag. */
export function CarePage() {
  const { petId = '' } = useParams()
  return (
    <>
      <PetPageTitle title="titles.care" petId={petId} />
      <Care key={petId} petId={petId} />
    </>
  )
}

CarePage.load = ((prefetch, { params: { petId = '' } }) =>
  Promise.all([prefetch(petOf(petId)), prefetch(careOf(petId))])) satisfies PageLoader

function Care({ petId }: { petId: string }) {
  const text = useText()
  const care = useQuery(careOf(petId))
  return (
    <Loaded query={care} skeleton={<FormSkeleton />} failure={messageOf(care.error, text('care.failed'))}>
      {(records) => (
        <div className={classes.columns}>
          <CareRecords petId={petId} records={records} />
          <div className={classes.side}>
            <CalendarCard petId={petId} />
            <ScanCard petId={petId} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

type Props = { petId: string; records: CareRecord[] }

/** The records of a pet by kind. One of them, or a new one, can be in the form. */
function CareRecords({ petId, records }: Props) {
  const text = useText()
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const deletion = useDeleteCare(petId)
  const close = () => setEdited(null)
  const form = (record: CareRecord | null) => <CareForm petId={petId} record={record} onClose={close} />

  function shown(record: CareRecord, isNewest: boolean): ReactNode {
    if (record.id === edited) return form(record)
    return (
      <ListedCare
        record={record}
        isNewest={isNewest}
        isDeleting={deletion.isSaving(record.id)}
        onEdit={() => setEdited(record.id)}
        onDelete={() => deletion.start(record)}
      />
    )
  }

  return (
    <div className={classes.records}>
      {edited === 'new' ? (
        <div className={card.card}>{form(null)}</div>
      ) : (
        <Button
          className={classes.add ?? ''}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {text('care.add')}
        </Button>
      )}
      {records.length === 0 && edited !== 'new' && (
        <EmptyState picture="pets" message={text('care.noneYet')}>
          <p>{text('care.addFirst')}</p>
        </EmptyState>
      )}
      {byKind(records).map((group) => (
        <section key={group.kind} className={card.card} aria-labelledby={`care-${group.kind}`}>
          <h2 id={`care-${group.kind}`} className={classes.heading}>
            {text(CARE_KIND_TEXTS[group.kind])}
          </h2>
          <ul className={classes.list}>
            {group.records.map((record, index) => (
              <li key={record.id}>{shown(record, index === 0)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Shows the number of times that the pet's page was opened. */
function ScanCard({ petId }: { petId: string }) {
  const text = useText()
  return (
    <section className={card.card} aria-labelledby="care-scans">
      <h2 id="care-scans" className={classes.heading}>
        {text('care.scans')}
      </h2>
      <Scans petId={petId} />
      <p className={classes.hint}>{text('care.scansHint')}</p>
    </section>
  )
}

function Scans({ petId }: { petId: string }) {
  const text = useText()
  const scans = useQuery(callQuery(scanCalls.list, { params: { id: petId } }))
  return (
    <Loaded query={scans} skeleton={<TableSkeleton rows={2} />} failure={text('care.scansFailed')}>
      {(pluralValues) => <Counts scans={pluralValues} />}
    </Loaded>
  )
}

function Counts({ scans }: { scans: ScanDay[] }) {
  const text = useText()
  const [last] = scans
  if (!last) return <p className={classes.soft}>{text('care.noScans')}</p>
  const days = lastDays(scans)
  const sum = days.reduce((total, each) => total + each.scans, 0)
  return (
    <>
      <p className={classes.day}>{text('care.scansInDays', pluralValues(sum))}</p>
      <p className={classes.soft}>{text('care.lastScan', { day: formatLongDay(last.day) })}</p>
      <Bars days={days} />
    </>
  )
}

const BAR_WIDTH = 10
const HEIGHT = 80

function Bars({ days }: { days: ScanDay[] }) {
  const text = useText()
  const most = Math.max(1, ...days.map(({ scans }) => scans))
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${days.length * BAR_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('care.chartLabel', { most: formatCount(most) })}
      >
        {days.map(({ day, scans }, index) => {
          const height = scans === 0 ? 1 : Math.max(4, (scans / most) * HEIGHT)
          return (
            <rect key={day} x={index * BAR_WIDTH + 1} y={HEIGHT - height} width={BAR_WIDTH - 2} height={height}>
              <title>{text('care.scansOn', { day: formatLongDay(day), scans: formatCount(scans) })}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.axis} aria-hidden>
        <span>{formatLongDay(first)}</span>
        <span>{formatLongDay(last)}</span>
      </figcaption>
      <ChartTable
        label={text('care.asTable')}
        caption={text('care.scans')}
        heads={[text('care.day'), text('care.scanCount')]}
        rows={days.filter(({ scans }) => scans > 0).map(({ day, scans }) => [formatLongDay(day), formatCount(scans)])}
      />
    </figure>
  )
}

type ListedCareProps = {
  record: CareRecord
  /** Only the newest record of a kind says what is due. */
  isNewest: boolean
  isDeleting: boolean
  onEdit: () => void
  onDelete: () => void
}

function ListedCare({ record, isNewest, isDeleting, onEdit, onDelete }: ListedCareProps) {
  const text = useText()
  const { product, day, vet, note } = record
  const name = [text(CARE_KIND_TEXTS[record.kind]), day && formatLongDay(day)].filter(Boolean).join(', ')
  return (
    <div className={classes.record}>
      <p className={classes.day}>{day ? <time dateTime={day}>{formatLongDay(day)}</time> : text('care.dayUnknown')}</p>
      {isNewest && <Validity until={record.valid_until} />}
      {product && <p className={classes.typed}>{product}</p>}
      {vet && <p className={classes.soft}>{text('care.byVet', { vet })}</p>}
      {note && <p className={classes.typed}>{note}</p>}
      <div className={classes.actions}>
        <Button variant="subtle" px={8} leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
          <RichText id="care.edit" fill={{ name: () => screenReaderOnly(name) }} />
        </Button>
        <DeleteButton name={name} isBusy={isDeleting} onClick={onDelete} />
      </div>
    </div>
  )
}

function Validity({ until }: { until: string | null }) {
  const text = useText()
  if (!until) return null
  const day = formatLongDay(until)
  if (until < today())
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

const DAYS_SHOWN = 30
const DAY_MS = 86_400_000

/** The last 30 Indian days, oldest first, with 0 for a day without scans. */
export function lastDays(scans: ScanDay[], now = today()): ScanDay[] {
  const counts = new Map(scans.map((each) => [each.day, each.scans]))
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = new Date(Date.parse(now) - (DAYS_SHOWN - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, scans: counts.get(day) ?? 0 }
  })
}
