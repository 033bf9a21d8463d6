import { z } from 'zod'
import { optionalText } from '../platform/fields.ts'
import { isDay } from '../platform/is-day.ts'
import { CASH_RUPEES_MAX } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'

/** In rupees: no limit of the settings is higher. */
export const CASH_SETTING_MAX = 1_00_00_000
/** In rupees: the largest gift in cash that can be deducted, unless the settings say otherwise. */
export const DEDUCTIBLE_CASH_MAX = 2_000

/** The foundation's approval for deductible donations, and its limits for cash. Days are empty if they are not set. */
export const TaxSettings = z.object({
  /** The section under which donations can be deducted, as the foundation writes it; empty if they cannot. */
  donationSection: z.string(),
  approvalNumber: z.string(),
  /** The day on which the approval was given. */
  approvalDay: z.string(),
  approvedFrom: z.string(),
  /** The last day of the approval. */
  approvedUntil: z.string(),
  /** In rupees: a larger gift in cash cannot be deducted. */
  deductibleCashMax: z.number(),
  deductibleNeedsPan: z.boolean(),
  /** In rupees: the desk warns when one person has given more than this in cash on one day. */
  cashDayMax: z.number(),
})
export type TaxSettings = z.output<typeof TaxSettings>

const text = (max: number) => optionalText({ field: 'registrationNumber', max }).transform((value) => value ?? '')

const day = () =>
  z
    .string(problem('dateForm'))
    .trim()
    .refine((value) => value === '' || isDay(value), problem('dateForm'))
    .default('')

const isRupees = (rupees: number) => Number.isInteger(rupees) && rupees >= 0 && rupees <= CASH_SETTING_MAX

const rupees = (first: number) =>
  z
    .number(problem('required', { field: 'amount' }))
    .refine(isRupees, problem('notBetween', { field: 'amount', min: 0, max: CASH_SETTING_MAX }))
    .default(first)

/** The fields of the form for them. */
export const TAX_FIELDS = {
  donationSection: text(40),
  approvalNumber: text(40),
  approvalDay: day(),
  approvedFrom: day(),
  approvedUntil: day(),
  deductibleCashMax: rupees(DEDUCTIBLE_CASH_MAX),
  deductibleNeedsPan: z.boolean(problem('invalid')).default(true),
  cashDayMax: rupees(CASH_RUPEES_MAX),
}
