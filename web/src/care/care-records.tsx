import { Button } from '@mantine/core'
import type { CareRecord } from '@petsetu/contract/care.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/care-kinds.ts'
import { IconPlus, IconVaccine } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import card from '../ui/layout/card.module.css'
import { CareForm } from './care-form.tsx'
import classes from './care-page.module.css'
import { byKind } from './care-values.ts'
import { ListedCare } from './listed-care.tsx'
import { useDeleteCare } from './use-care.ts'

type Props = { petId: string; records: CareRecord[] }

/** The records of a pet by kind. One of them, or a new one, can be in the form. */
export function CareRecords({ petId, records }: Props) {
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
        <EmptyState icon={<IconVaccine size={36} stroke={1.5} />} message={text('care.noneYet')}>
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
