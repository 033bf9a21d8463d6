import { formatRupees } from '@petsetu/languages/formats.ts'
import { z } from 'zod'
import { PetId } from '../pets/pet-key.ts'
import { optionalText, requiredEmail, requiredText } from '../platform/fields.ts'
import { isDay, lastBegunDay } from '../platform/is-day.ts'
import { locationFields, needsWholeLocation } from '../platform/location.ts'
import { FILING_FEE_RUPEES_MAX, FILING_FEE_RUPEES_MIN, isWholePaise } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'

const DESCRIPTION_LENGTH_MIN = 10

const INCIDENT_DATE = { field: 'incidentDate' } as const

const PastDay = z
  .string({
    error: (issue) =>
      issue.input === undefined ? problem('required', INCIDENT_DATE) : problem('notText', INCIDENT_DATE),
  })
  .trim()
  .min(1, { error: problem('required', INCIDENT_DATE), abort: true })
  .refine(isDay, { error: problem('notADay', INCIDENT_DATE), abort: true })
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

/** The fields of a complaint, each by itself. */
export const ComplaintFields = z.object({
  fullname: requiredText({ field: 'fullName', max: 100 }),
  email: requiredEmail,
  phone: requiredText({ field: 'phone', max: 30 }),
  type_of_complaint: requiredText({ field: 'complaintType', max: 100 }),
  location_of_incident: requiredText({ field: 'incidentLocation', max: 300 }),
  date_of_incident: PastDay,
  description: requiredText({ field: 'description', max: 5_000, lines: 'many' }).refine(
    (text) => text.length >= DESCRIPTION_LENGTH_MIN,
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

/** In rupees, with at most two decimals. */
export const FilingFee = z
  .number(problem('required', { field: 'filingFee' }))
  .min(FILING_FEE_RUPEES_MIN, { error: () => problem('feeTooSmall', { amount: formatRupees(FILING_FEE_RUPEES_MIN) }) })
  .max(FILING_FEE_RUPEES_MAX, { error: () => problem('feeTooLarge', { amount: formatRupees(FILING_FEE_RUPEES_MAX) }) })
  .refine(isWholePaise, problem('feeDecimals'))
