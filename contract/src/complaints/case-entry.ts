import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { InternalId, success } from '../platform/envelope.ts'
import { optionalText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { ComplaintSource } from './case-values.ts'
import { ComplaintFields } from './complaint-form.ts'

/**
 * A complaint that an admin writes down for somebody on the phone or at the desk. Somebody without an e-mail address gets no mails;
 * the link to follow the complaint can be handed over instead.
 */
export const EntryForm = ComplaintFields.omit({ lat: true, lon: true, accuracy: true }).extend({
  email: optionalText({ field: 'email', max: 254 }).refine(
    (email) => !email || z.email().safeParse(email).success,
    problem('invalidEmail'),
  ),
  phone: optionalText({ field: 'phone', max: 30 }),
  source: ComplaintSource.exclude(['form']),
  /** The language of the mails to this person. */
  language: z.enum(LANGUAGES),
  /** The admin has said what is stored about the person and why, and the person agrees. */
  agreed: z.literal(true, problem('notAgreed')),
})
export type EntryForm = z.output<typeof EntryForm>

export const entryCalls = {
  enter: call({
    method: 'POST',
    path: '/api/admin/complaints',
    access: 'admin',
    duty: 'cases',
    summary: 'Write down a complaint for somebody on the phone or at the desk; the fee can be taken at the desk',
    body: EntryForm,
    idempotent: true,
    reply: success(z.object({ id: z.number(), reference: z.string() })),
    status: 201,
  }),
  makeFollowLink: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/follow-link',
    access: 'admin',
    duty: 'cases',
    summary:
      'Make a link with which the complainant follows the complaint, to hand it over; earlier links keep working',
    params: z.object({ id: InternalId }),
    reply: success(z.object({ url: z.string() })),
  }),
}
