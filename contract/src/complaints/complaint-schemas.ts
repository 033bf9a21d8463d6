import { formatRupees } from '@petsetu/languages/formats.ts'
import { z } from 'zod'
import { PetId } from '../pets/pet-schemas.ts'
import { isTypedDay, lastBegunDay } from '../platform/calendar.ts'
import { today } from '../platform/dates.ts'
import {
  locationFields,
  needsWholeLocation,
  optionalText,
  reasonText,
  requiredEmail,
  requiredText,
} from '../platform/fields.ts'
import { FILING_FEE_RUPEES_MAX, FILING_FEE_RUPEES_MIN, isWholePaise } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'
import { keysOf } from '../platform/registry.ts'
import { countCharacters } from '../platform/text.ts'
import { CASE_OUTCOMES } from './case-outcomes.ts'
import { holdingOutcomes } from './holding-outcomes.ts'

const DESCRIPTION_LENGTH_MIN = 10

const INCIDENT_DATE = { field: 'incidentDate' } as const

const PastDay = z
  .string({
    error: (issue) =>
      issue.input === undefined ? problem('required', INCIDENT_DATE) : problem('notText', INCIDENT_DATE),
  })
  .trim()
  .min(1, { error: problem('required', INCIDENT_DATE), abort: true })
  .refine(isTypedDay, { error: problem('notADay', INCIDENT_DATE), abort: true })
  .refine((day) => day <= lastBegunDay(), problem('inFuture', INCIDENT_DATE))

/** Optional details of a complaint; the location is sent only by a button that says so. */
const complaintDetails = {
  landmark: optionalText({ field: 'landmark', max: 200 }),
  ...locationFields,
  offender: optionalText({ field: 'offender', max: 300 }),
  vehicle: optionalText({ field: 'vehicle', max: 100 }),
  witness: optionalText({ field: 'witness', max: 300 }),
  fir_number: optionalText({ field: 'firNumber', max: 100 }),
  /** The tag of the animal whose page led to the form; empty on any other way to it. */
  about_tag: PetId.or(z.literal('').transform(() => undefined)).optional(),
}

export const ComplaintFields = z.object({
  fullname: requiredText({ field: 'fullName', max: 100 }),
  email: requiredEmail,
  phone: requiredText({ field: 'phone', max: 30 }),
  type_of_complaint: requiredText({ field: 'complaintType', max: 100 }),
  location_of_incident: requiredText({ field: 'incidentLocation', max: 300 }),
  date_of_incident: PastDay,
  description: requiredText({ field: 'description', max: 5_000, lines: 'many' }).refine(
    (text) => countCharacters(text) >= DESCRIPTION_LENGTH_MIN,
    problem('tooShort', { field: 'description', min: DESCRIPTION_LENGTH_MIN }),
  ),
  ...complaintDetails,
  /** The name is shown to admins only, and only with a reason that is logged. */
  withhold_name: z
    .enum(['true', 'false'])
    .transform((choice) => choice === 'true')
    .optional(),
})

/** The fields of the complaint form (sent together with an optional part named `file`, and further ones named `files`). */
export const ComplaintForm = ComplaintFields.superRefine(needsWholeLocation)
export type ComplaintForm = z.output<typeof ComplaintForm>

/** The fee is in rupees, with at most two decimals. */
export const FilingFee = z
  .number(problem('required', { field: 'filingFee' }))
  .min(FILING_FEE_RUPEES_MIN, { error: () => problem('feeTooSmall', { amount: formatRupees(FILING_FEE_RUPEES_MIN) }) })
  .max(FILING_FEE_RUPEES_MAX, { error: () => problem('feeTooLarge', { amount: formatRupees(FILING_FEE_RUPEES_MAX) }) })
  .refine(isWholePaise, problem('feeDecimals'))

export const FeeLinkForm = z.object({ amount: FilingFee })

export const CasePriority = z.enum(['low', 'normal', 'high'])
export type CasePriority = z.output<typeof CasePriority>

export const CaseOutcome = z.enum(CASE_OUTCOMES)
export type CaseOutcome = z.output<typeof CaseOutcome>

/** Origins of a complaint: the form, or an admin who wrote it down for a caller or a visitor. */
export const ComplaintSource = z.enum(['form', 'phone', 'desk'])
export type ComplaintSource = z.output<typeof ComplaintSource>

/** Kinds of events in a complaint's history. The complainant never sees `assign`, `priority`, `due`, `mail` and `reveal`. */
export const CaseEventKind = z.enum([
  'filed',
  'paid',
  'status',
  'note',
  'assign',
  'priority',
  'due',
  'outcome',
  'mail',
  'reveal',
  'merge',
  'reopen',
  'refund',
  'file',
])
export type CaseEventKind = z.output<typeof CaseEventKind>

/** The `after` of an event `filed` that replaced what was filed before. */
export const CORRECTED = 'corrected'

/** The `after` of an event `reveal` with which all of a case was taken out for the police. */
export const BUNDLE = 'bundle'

/** `system` is the program itself, or the payment provider. */
export const CaseEventBy = z.enum(['complainant', 'admin', 'system'])
export type CaseEventBy = z.output<typeof CaseEventBy>

/** An event as the complainant sees it. `before` and `after` are values as they are stored: a status, an amount in paise. */
export const PublicCaseEvent = z.object({
  id: z.number(),
  at: z.string(),
  by: CaseEventBy,
  kind: CaseEventKind,
  text: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type PublicCaseEvent = z.output<typeof PublicCaseEvent>

/** An event as admins see it. `username` is that of the admin, and null for anybody else or after the account was deleted. */
export const CaseEvent = PublicCaseEvent.extend({ username: z.string().nullable(), internal: z.boolean() })
export type CaseEvent = z.output<typeof CaseEvent>

export const AttachmentType = z.enum(['application/pdf', 'image/jpeg', 'image/png'])
export type AttachmentType = z.output<typeof AttachmentType>

/** A file of a complaint. `sha256` and `bytes` are those of the file as it came. */
export const ComplaintFile = z.object({
  id: z.number(),
  /** A link that works for some minutes without a token. */
  url: z.string(),
  type: AttachmentType,
  bytes: z.number(),
  sha256: z.string(),
  created_at: z.string(),
})
export type ComplaintFile = z.output<typeof ComplaintFile>

/** The path of an attachment; not in the table of calls, since it answers with a file. */
export const ATTACHMENT_PATH = '/uploads/complaints/{file_path}'

export const attachmentFile = {
  path: ATTACHMENT_PATH,
  duty: 'cases',
  summary: 'The attachment of a complaint; opens by the link in file_url as well, for five minutes',
  params: z.object({ file_path: z.string() }),
  query: z.object({ expires: z.string().optional(), signature: z.string().optional() }),
  types: AttachmentType.options,
} as const

/** Holds a complaint: its outcome, or an admin. */
export const HoldCause = z.enum([...(keysOf(holdingOutcomes) satisfies CaseOutcome[]), 'admin'])
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
    .refine(isTypedDay, { error: problem('notADay', { field: 'holdUntil' }), abort: true })
    .refine((day) => day >= today(), problem('inPast', { field: 'holdUntil' }))
    .nullable(),
  /** Its last day when the form was opened, null without a hold. Another one meanwhile is a conflict. */
  was: z
    .string()
    .refine(isTypedDay, problem('notADay', { field: 'holdUntil' }))
    .nullish(),
  reason: reasonText(),
})
