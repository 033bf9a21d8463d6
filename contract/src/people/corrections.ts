import { z } from 'zod'
import { call } from '../platform/call.ts'
import { BaseVersion, InternalId, success } from '../platform/envelope.ts'
import { requiredText } from '../platform/fields.ts'
import { PURPOSES } from '../platform/purposes.ts'
import { DonationForm } from '../supporters/donations.ts'

/** The fields of a donor, a member or a complainant that can be corrected. A complaint has no address, and only a donation a PAN. */
export const CorrectedField = z.enum(['name', 'email', 'phone', 'address', 'pan'])
export type CorrectedField = z.output<typeof CorrectedField>

const { name, email, phone, address, pan } = DonationForm.shape

/** A field that is left out stays. Without a PAN, null or empty text, the stored one is removed. */
export const CorrectionForm = z.object({
  version: BaseVersion.unwrap(),
  reason: requiredText({ field: 'reason', max: 200 }),
  name: name.optional(),
  email: email.optional(),
  phone: phone.optional(),
  address: address.optional(),
  pan,
})
export type CorrectionForm = z.output<typeof CorrectionForm>

/** A correction that was made. Of a PAN, the last four characters are shown; a withheld name, address or number is null. */
export const Correction = z.object({
  id: z.number(),
  field: CorrectedField,
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
})
export type Correction = z.output<typeof Correction>

/** A donation, a membership or a complaint with what it says about its person. A field that it does not have is left out. */
export const CorrectableRecord = z.object({
  purpose: z.enum(PURPOSES),
  id: z.number(),
  version: z.number(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().optional(),
  pan: z.string().nullable().optional(),
  /** The complainant is shown to nobody without a reason, so the values are null here. */
  is_withheld: z.boolean(),
  /** It was erased, or has expired: there is nothing left to correct. */
  is_erased: z.boolean(),
  /** `first_path` leads to the receipt as it was first issued, if there is a corrected copy. */
  receipt: z.object({ number: z.string(), path: z.string(), first_path: z.string().nullable() }).nullable(),
  corrections: z.array(Correction),
})
export type CorrectableRecord = z.output<typeof CorrectableRecord>

const params = z.object({ purpose: z.enum(PURPOSES), id: InternalId })

export const correctionCalls = {
  read: call({
    method: 'GET',
    path: '/api/admin/corrections/{purpose}/{id}',
    access: 'admin',
    duty: 'privacy',
    summary: 'The person of a donation, a membership or a complaint, with all corrections, newest first',
    params,
    reply: success(CorrectableRecord),
  }),
  correct: call({
    method: 'PUT',
    path: '/api/admin/corrections/{purpose}/{id}',
    access: 'admin',
    duty: 'privacy',
    summary:
      'Correct the person of a donation, a membership or a complaint, with a reason; what was there before is kept, and the receipt becomes a corrected copy. 409 if somebody has corrected it since this version',
    params,
    body: CorrectionForm,
    reply: success(CorrectableRecord),
  }),
}
