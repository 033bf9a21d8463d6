import { z } from 'zod'

/** Ways to pay at the desk. */
export const DeskMode = z.enum(['cash', 'cheque', 'upi'])
export type DeskMode = z.output<typeof DeskMode>

/** A cheque is `pending` until the bank has paid it; only `cleared` money counts. */
export const DeskState = z.enum(['pending', 'cleared', 'bounced', 'void'])
export type DeskState = z.output<typeof DeskState>

/** Additional facts of a payment that was taken at the desk. `taken_by` is the name of the admin's account. */
export const DeskDetails = z.object({
  mode: DeskMode,
  /** The number of the cheque, or the reference of the UPI payment. */
  reference: z.string().nullable(),
  bank: z.string().nullable(),
  cheque_date: z.string().nullable(),
  state: DeskState,
  taken_by: z.string(),
})
export type DeskDetails = z.output<typeof DeskDetails>
