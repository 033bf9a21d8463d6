import type { KeptComplaint as Kept } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { holdingOutcomes } from '@petsetu/contract/complaints/holding-outcomes.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'

/** A complaint that is kept after an erasure: why, and until when. */
export function KeptComplaint({ kept: { reference, until, cause, reason } }: { kept: Kept }) {
  const text = useText()
  // A hold of another complaint of the same case leaves the reason of an admin there.
  const words = reason === null ? text('holds.evidence') : text('holds.because', { reason })
  return (
    <li>
      {text('holds.kept', { reference, day: formatLongDay(until) })}{' '}
      {cause === 'admin' ? words : text(holdingOutcomes[cause])}
    </li>
  )
}
