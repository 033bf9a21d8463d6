import { z } from 'zod'

export const CasePriority = z.enum(['low', 'normal', 'high'])
export type CasePriority = z.output<typeof CasePriority>

/** How a case ended. */
export const CaseOutcome = z.enum([
  'rescued',
  'treated',
  'owner_advised',
  'fir_filed',
  'sent_to_authority',
  'nothing_found',
  'duplicate',
  'withdrawn',
])
export type CaseOutcome = z.output<typeof CaseOutcome>

/** How a complaint came: from the form, or written down by an admin for a caller or a visitor. */
export const ComplaintSource = z.enum(['form', 'phone', 'desk'])
export type ComplaintSource = z.output<typeof ComplaintSource>
