import { NativeSelect } from '@mantine/core'
import { type TagBatch, tagCalls } from '@petsetu/contract/pets/tags.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import classes from './tag-list.module.css'

export function batchesWith(chosen: string) {
  return callQuery(tagCalls.listBatches, { query: { ...(chosen && { batch: chosen }) } })
}

/** Chooses the batch whose tags are listed, or all. Each says how many of its tags are blank, registered and spent. */
export function BatchFilter({ chosen, onChoose }: { chosen: string; onChoose: (batch: string) => void }) {
  const text = useText()
  const { data: batches = [] } = useQuery({ ...batchesWith(chosen), placeholderData: keepPreviousData })
  if (batches.length === 0) return null
  return (
    <NativeSelect
      className={classes.batch ?? ''}
      label={text('tags.batch')}
      data={[
        { value: '', label: text('tags.allBatches') },
        ...batches.map((batch) => ({ value: String(batch.id), label: summaryOf(batch, text) })),
      ]}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

function summaryOf({ name, blank, registered, spent }: TagBatch, text: Translate): string {
  const counts = { blank: formatCount(blank), registered: formatCount(registered), spent: formatCount(spent) }
  return text('tags.batchSummary', { name, ...counts })
}
