import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'

type Kept = {
  reference: string
  until: string
  cause: 'fir_filed' | 'sent_to_authority' | 'admin'
  reason: string | null
}

/** A complaint that is kept after an erasure: why, and until when. */
export function KeptComplaint({ kept: { reference, until, cause, reason } }: { kept: Kept }) {
  const text = useText()
  const causes = { fir_filed: text('holds.firFiled'), sent_to_authority: text('holds.sentToAuthority') }
  return (
    <li>
      {text('holds.kept', { reference, day: formatLongDay(until) })}{' '}
      {cause === 'admin' ? text('holds.because', { reason: reason ?? '' }) : causes[cause]}
    </li>
  )
}
