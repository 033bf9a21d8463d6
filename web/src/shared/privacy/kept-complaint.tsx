import type { KeptComplaint as Kept } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { holdingOutcomes } from '@petsetu/contract/complaints/holding-outcomes.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'

/** A complaint that is kept after an erasure: why, and until when. */
export function KeptComplaint({ kept: { reference, until, cause, reason } }: { kept: Kept }) {
  const text = useText()
  return (
    <li>
      {text('holds.kept', { reference, day: formatLongDay(until) })}{' '}
      {cause === 'admin' ? text('holds.because', { reason: reason ?? '' }) : text(holdingOutcomes[cause])}
    </li>
  )
}
