import { Button } from '@mantine/core'
import type { CareRecord } from '@petsetu/contract/care.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/care-kinds.ts'
import { today } from '@petsetu/contract/dates.ts'
import { IconCalendarDue, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { formatLongDay } from '../languages/page-text.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { screenReaderOnly } from '../ui/layout/screen-reader-only.tsx'
import { DeleteButton } from '../ui/table/delete-button.tsx'
import classes from './care-page.module.css'

type Props = {
  record: CareRecord
  /** Only the newest record of a kind says what is due. */
  isNewest: boolean
  isDeleting: boolean
  onEdit: () => void
  onDelete: () => void
}

export function ListedCare({ record, isNewest, isDeleting, onEdit, onDelete }: Props) {
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
