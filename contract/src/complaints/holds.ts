import { z } from 'zod'
import { today } from '../platform/dates.ts'
import { requiredText } from '../platform/fields.ts'
import { isDay } from '../platform/is-day.ts'
import { problem } from '../platform/problem.ts'

/** Outcomes that hold a complaint by themselves, or an admin. */
export const HoldCause = z.enum(['fir_filed', 'sent_to_authority', 'admin'])
export type HoldCause = z.output<typeof HoldCause>

/** An erasure of a held complaint waits until the day is over. */
export const Hold = z.object({
  until: z.string(),
  cause: HoldCause,
  /** The words of the admin who set it; null if it was set by itself. */
  reason: z.string().nullable(),
  is_erasure_waiting: z.boolean(),
})
export type Hold = z.output<typeof Hold>

/** A complaint that an erasure leaves for now. */
export const KeptComplaint = Hold.pick({ until: true, cause: true, reason: true }).extend({ reference: z.string() })
export type KeptComplaint = z.output<typeof KeptComplaint>

/** A day holds the complaint; null ends the hold. */
export const HoldForm = z.object({
  until: z
    .string(problem('required', { field: 'holdUntil' }))
    .refine(isDay, { error: problem('notADay', { field: 'holdUntil' }), abort: true })
    .refine((day) => day >= today(), problem('inPast', { field: 'holdUntil' }))
    .nullable(),
  reason: requiredText({ field: 'reason', max: 200 }),
})
