import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { BaseVersion, success } from './envelope.ts'
import { optionalText, requiredText } from './fields.ts'
import type { LegalDetails } from './legal-details.ts'
import { type Label, problem } from './problem.ts'
import { LEGAL_PAGES } from './public-pages.ts'

export const DUE_DAYS_MAX = 365
const PHONE_FORM = /^\+?[\d ().-]*$/

/** Optional text on one line, empty if it is not set, that must look like this if it is. */
function optional(field: Label, max: number, isRight: (text: string) => boolean = () => true, wrong = '') {
  return optionalText({ field, max })
    .transform((text) => text ?? '')
    .refine((text) => text === '' || isRight(text), { error: wrong })
}

const isPhone = (text: string) => PHONE_FORM.test(text) && /^\d{3,15}$/.test(text.replace(/\D/g, ''))
const isEmail = (text: string) => z.email().safeParse(text).success

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const dueDays = z
  .number(problem('required', { field: 'dueDays' }))
  .refine(
    (days) => Number.isInteger(days) && days >= 0 && days <= DUE_DAYS_MAX,
    problem('notBetween', { field: 'dueDays', min: 0, max: DUE_DAYS_MAX }),
  )

/** What an admin may change about the foundation. Before that, the environment gives the values. */
export const FoundationSettings = z.object({
  foundationName: z.string(),
  marketingUrl: z.string(),
  legalName: z.string(),
  legalAddress: z.string(),
  contactEmail: z.string(),
  helplinePhone: z.string().nullable(),
  registrationNumber: z.string(),
  foundationPan: z.string(),
  grievanceOfficerName: z.string(),
  grievanceOfficerEmail: z.string(),
  /** The last line of every mail; may be empty. */
  mailSignature: z.string(),
  /** By the type of a complaint in lower case; `other` for all that are not named. */
  complaintDueDays: z.record(z.string(), z.number()),
}) satisfies z.ZodType<LegalDetails>
export type FoundationSettings = z.output<typeof FoundationSettings>

/** The form for them. */
export const FoundationForm = z.object({
  foundationName: requiredText({ field: 'foundationName', max: 100 }),
  marketingUrl: requiredText({ field: 'marketingUrl', max: 200 })
    .refine(isWebAddress, { error: problem('notAWebAddress', { field: 'marketingUrl' }), abort: true })
    .transform((address) => address.replace(/\/+$/, '')),
  legalName: requiredText({ field: 'legalName', max: 200 }),
  legalAddress: optional('address', 300),
  contactEmail: optional('email', 254, isEmail, problem('invalidEmail')),
  helplinePhone: optional('helpline', 40, isPhone, problem('notAPhone', { field: 'helpline' })).transform(
    (phone) => phone || null,
  ),
  registrationNumber: optional('registrationNumber', 100),
  foundationPan: optional('pan', 10, (pan) => /^[A-Z]{5}\d{4}[A-Z]$/.test(pan), problem('notAPan')),
  grievanceOfficerName: optional('grievanceOfficer', 200),
  grievanceOfficerEmail: optional('email', 254, isEmail, problem('invalidEmail')),
  mailSignature: optional('mailSignature', 200),
  complaintDueDays: z.record(z.string().max(200), dueDays).refine((days) => Object.hasOwn(days, 'other'), {
    error: problem('required', { field: 'dueDays' }),
  }),
}) satisfies z.ZodType<FoundationSettings>

const Saved = z.object({ settings: FoundationSettings, version: z.number() })

const LEGAL_TEXT_MAX = 20_000

/** The text of a legal page in one language, as Markdown; empty for the text that comes with the program. */
const LegalText = z.object({
  markdown: optionalText({ field: 'legalText', max: LEGAL_TEXT_MAX, lines: 'many' })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? ''),
})
const SavedText = z.object({ markdown: z.string(), version: z.number() })
export type SavedText = z.output<typeof SavedText>

const OfPage = z.object({
  page: z.enum(LEGAL_PAGES, problem('invalid')),
  language: z.enum(LANGUAGES, problem('invalid')),
})

export const foundationCalls = {
  read: call({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    duty: 'settings',
    summary: 'What the foundation is called, how to reach it, and its other settings',
    reply: success(Saved),
  }),
  update: call({
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    duty: 'settings',
    summary: 'Change the settings, with a version only where the stored ones still have it',
    body: FoundationForm.extend({ version: BaseVersion }),
    reply: success(Saved),
  }),
  readText: call({
    method: 'GET',
    path: '/api/admin/settings/pages/{page}/{language}',
    access: 'admin',
    duty: 'settings',
    summary: "The foundation's own text of a legal page in one language, as Markdown; empty without one",
    params: OfPage,
    reply: success(SavedText),
  }),
  updateText: call({
    method: 'PUT',
    path: '/api/admin/settings/pages/{page}/{language}',
    access: 'admin',
    duty: 'settings',
    summary: 'Replace the text of a legal page in one language; an empty one brings back what comes with the program',
    params: OfPage,
    body: LegalText.extend({ version: BaseVersion }),
    reply: success(SavedText),
  }),
}
