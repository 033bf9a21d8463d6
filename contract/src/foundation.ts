import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { BaseVersion, success } from './envelope.ts'
import { optionalText, requiredText } from './fields.ts'
import type { LegalDetails } from './legal-details.ts'
import { paths } from './paths.ts'
import { type Label, problem } from './problem.ts'
import { LEGAL_PAGES, type LegalDocument } from './public-pages.ts'
import type { EmergencyNumber, FeeTexts, LogoPicture } from './site.ts'

export const DUE_DAYS_MAX = 365
export const EMERGENCY_NUMBERS_MAX = 4
const PHONE_FORM = /^\+?[\d ().-]*$/

/** Optional text on one line, empty if it is not set, that must look like this if it is. */
function optional(field: Label, max: number, isRight: (text: string) => boolean = () => true, wrong = '') {
  return optionalText({ field, max })
    .transform((text) => text ?? '')
    .refine((text) => text === '' || isRight(text), { error: wrong })
}

const isPhone = (text: string) => PHONE_FORM.test(text) && /^\d{3,15}$/.test(text.replace(/\D/g, ''))
const aPhone = (field: Label) => optional(field, 40, isPhone, problem('notAPhone', { field }))
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

// The page of this site, the page on the foundation's own site, or another address.
export const OWN_DONATE_PAGE = paths.donate.pattern
const isDonationLink = (link: string) => link === OWN_DONATE_PAGE || isWebAddress(link)

const FEE_TEXT_MAX = 300
const feeText = () =>
  optionalText({ field: 'feeText', max: FEE_TEXT_MAX })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? '')

// A row that is left empty is no number.
const emergencyNumbers = z
  .array(
    z
      .object({ label: optional('callLabel', 60), phone: aPhone('phone') })
      .refine(({ label, phone }) => label === '' || phone !== '', {
        path: ['phone'],
        error: problem('required', { field: 'phone' }),
      }),
    problem('invalid'),
  )
  .max(EMERGENCY_NUMBERS_MAX, problem('invalid'))
  .transform((numbers) => numbers.filter(({ phone }) => phone !== ''))
  .refine((numbers) => numbers.length > 0, { error: problem('required', { field: 'phone' }) })

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
  emergencyNumbers: z.array(z.object({ label: z.string(), phone: z.string() }) satisfies z.ZodType<EmergencyNumber>),
  /** Where the header's donate link leads: the page of this site, another address, or if empty the foundation's own site. */
  donationLink: z.string(),
  /** `{amount}` stands for the least fee. */
  feeTexts: z.record(z.enum(LANGUAGES), z.string()) satisfies z.ZodType<FeeTexts>,
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
  helplinePhone: aPhone('helpline').transform((phone) => phone || null),
  registrationNumber: optional('registrationNumber', 100),
  foundationPan: optional('pan', 10, (pan) => /^[A-Z]{5}\d{4}[A-Z]$/.test(pan), problem('notAPan')),
  grievanceOfficerName: optional('grievanceOfficer', 200),
  grievanceOfficerEmail: optional('email', 254, isEmail, problem('invalidEmail')),
  mailSignature: optional('mailSignature', 200),
  complaintDueDays: z.record(z.string().max(200), dueDays).refine((days) => Object.hasOwn(days, 'other'), {
    error: problem('required', { field: 'dueDays' }),
  }),
  emergencyNumbers,
  donationLink: optional('donationLink', 200, isDonationLink, problem('notAWebAddress', { field: 'donationLink' })),
  feeTexts: z.object({ en: feeText(), hi: feeText(), mr: feeText() }),
}) satisfies z.ZodType<FoundationSettings>

/** Who saved last, and when; null for what no admin has changed, and for an account that is deleted. */
const LastChange = { changed_by: z.string().nullable(), changed_at: z.iso.datetime().nullable() }

const Logo = z.object({ url: z.string(), width: z.number(), height: z.number() }) satisfies z.ZodType<LogoPicture>

const Saved = z.object({
  settings: FoundationSettings,
  version: z.number(),
  ...LastChange,
  logo: Logo.nullable(),
})
export type SavedSettings = z.output<typeof Saved>

const LEGAL_TEXT_MAX = 20_000

/** The text of a legal page in one language, as Markdown; empty for the text that comes with the program. */
const LegalText = z.object({
  markdown: optionalText({ field: 'legalText', max: LEGAL_TEXT_MAX, lines: 'many' })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? ''),
})
const SavedText = z.object({ markdown: z.string(), version: z.number(), ...LastChange })
export type SavedText = z.output<typeof SavedText>

const pieces = z.array(z.object({ text: z.string(), href: z.string().optional(), isStrong: z.boolean().optional() }))
const texts = z.array(z.string())

/** A legal page as it would be shown. */
const Preview = z.object({
  name: z.enum(LEGAL_PAGES),
  title: z.string(),
  description: z.string(),
  intro: texts,
  sections: z.array(
    z.object({
      heading: z.string(),
      blocks: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('text'), text: z.string() }),
          z.object({ kind: z.literal('list'), items: texts }),
          z.object({ kind: z.literal('heading'), text: z.string() }),
          z.object({ kind: z.literal('paragraph'), pieces }),
          z.object({ kind: z.literal('items'), isNumbered: z.boolean(), items: z.array(pieces) }),
          z.object({ kind: z.literal('links'), links: z.array(z.object({ text: z.string(), href: z.string() })) }),
          z.object({
            kind: z.literal('facts'),
            facts: z.array(z.object({ label: z.string(), value: z.string(), href: z.string().optional() })),
          }),
          z.object({ kind: z.literal('table'), caption: z.string(), head: texts, rows: z.array(texts) }),
        ]),
      ),
    }),
  ),
}) satisfies z.ZodType<LegalDocument>

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
  setLogo: call({
    method: 'PUT',
    path: '/api/admin/settings/logo',
    access: 'admin',
    duty: 'settings',
    summary:
      'Show this picture (JPEG, PNG or WebP, at most 10 MB and 50 megapixels) as the logo; it is stored small and without metadata',
    body: z.object({}),
    multipart: 'logo',
    maxConcurrent: 1,
    reply: success(Saved),
  }),
  removeLogo: call({
    method: 'DELETE',
    path: '/api/admin/settings/logo',
    access: 'admin',
    duty: 'settings',
    summary: 'Show the logo of the program again',
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
  previewText: call({
    method: 'POST',
    path: '/api/admin/settings/pages/{page}/{language}/preview',
    access: 'admin',
    duty: 'settings',
    summary: 'How a legal page would look with this text; stores nothing',
    params: OfPage,
    body: LegalText,
    reply: success(z.object({ document: Preview })),
  }),
}
