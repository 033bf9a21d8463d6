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
