import { z } from 'zod'

export const CasePriority = z.enum(['low', 'normal', 'high'])
export type CasePriority = z.output<typeof CasePriority>

/** Outcomes of a case that has ended. */
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

/** Origins of a complaint: the form, or an admin who wrote it down for a caller or a visitor. */
export const ComplaintSource = z.enum(['form', 'phone', 'desk'])
export type ComplaintSource = z.output<typeof ComplaintSource>
