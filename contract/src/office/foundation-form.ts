import { formatCount } from '@petsetu/languages/formats.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { paths } from '../paths.ts'
import { isTypedDay } from '../platform/calendar.ts'
import { optionalText, requiredText } from '../platform/fields.ts'
import { CASH_RUPEES_MAX } from '../platform/money.ts'
import { type Label, problem } from '../platform/problem.ts'
import { mapEntries } from '../platform/registry.ts'
import { parseUrl } from '../platform/urls.ts'
import type { EmergencyNumber, FeeTexts, LegalDetails } from '../site/site.ts'
import { type AmountTexts, SUGGESTED_RUPEES } from '../supporters/donation-causes.ts'

/** In rupees: no limit of the settings is higher. */
export const CASH_SETTING_MAX = 1_00_00_000
/** In rupees: the largest gift in cash that can be deducted, unless the settings say otherwise. */
export const DEDUCTIBLE_CASH_MAX = 2_000

/** An approval for deductible donations, with its term. What is not set is empty. */
export const Approval = z.object({
  /** The section under which donations can be deducted, as the foundation writes it; empty if they cannot. */
  donationSection: z.string(),
  approvalNumber: z.string(),
  approvalDay: z.string(),
  approvedFrom: z.string(),
  approvedUntil: z.string(),
})
export type Approval = z.output<typeof Approval>

/** The foundation's approval for deductible donations, those of earlier terms, and its limits for cash. */
export const TaxSettings = z.object({
  ...Approval.shape,
  /** Those whose terms began before, the newest first. The form has none: a save of another approval keeps the one before it. */
  earlierApprovals: z.array(Approval),
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
    .refine((value) => value === '' || isTypedDay(value), problem('dateForm'))
    .default('')

const isRupees = (rupees: number) => Number.isInteger(rupees) && rupees >= 0 && rupees <= CASH_SETTING_MAX

const rupees = (first: number) =>
  z
    .number(problem('required', { field: 'amount' }))
    .refine(isRupees, problem('notBetween', { field: 'amount', min: 0, max: formatCount(CASH_SETTING_MAX) }))
    .default(first)

const TAX_FIELDS = {
  donationSection: text(40),
  approvalNumber: text(40),
  approvalDay: day(),
  approvedFrom: day(),
  approvedUntil: day(),
  deductibleCashMax: rupees(DEDUCTIBLE_CASH_MAX),
  deductibleNeedsPan: z.boolean(problem('invalid')).default(true),
  cashDayMax: rupees(CASH_RUPEES_MAX),
}

export const DUE_DAYS_MAX = 365
export const EMERGENCY_NUMBERS_MAX = 4
/** For how many financial years after its own a payment says who paid; the foundation may choose more years. */
export const BOOK_YEARS_MIN = 8
export const BOOK_YEARS_MAX = 30
/** The years for which a complaint is held that the police or an authority has, unless the settings say otherwise. */
export const HOLD_YEARS = 3
/** An answer to a question about personal data may take no longer. Source: Rule 14 of the DPDP Rules, 2025. */
export const GRIEVANCE_DAYS_MAX = 90
/** Grievances are answered within so many days, unless the settings say otherwise. */
export const GRIEVANCE_DAYS = 30
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
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const dueDays = z
  .number(problem('required', { field: 'dueDays' }))
  .refine(
    (days) => Number.isInteger(days) && days >= 0 && days <= DUE_DAYS_MAX,
    problem('notBetween', { field: 'dueDays', min: 0, max: DUE_DAYS_MAX }),
  )

/** A type is looked up in lower case, however the caller writes it. */
function byLowerCase(days: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(days).map(([type, count]) => [type.toLowerCase(), count]))
}

const grievanceDays = z
  .number(problem('required', { field: 'dueDays' }))
  .refine(
    (days) => Number.isInteger(days) && days >= 1 && days <= GRIEVANCE_DAYS_MAX,
    problem('notBetween', { field: 'dueDays', min: 1, max: GRIEVANCE_DAYS_MAX }),
  )
  .default(GRIEVANCE_DAYS)

// The page of this site, the page on the foundation's own site, or another address.
export const OWN_DONATE_PAGE = paths.donate.pattern
const isDonationLink = (link: string) => link === OWN_DONATE_PAGE || isWebAddress(link)

const FEE_TEXT_MAX = 300
const feeText = () =>
  optionalText({ field: 'feeText', max: FEE_TEXT_MAX })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? '')

const AMOUNT_TEXT_MAX = 60
const amountTexts = () =>
  z
    .object(Object.fromEntries(SUGGESTED_RUPEES.map((amount) => [amount, optional('legalText', AMOUNT_TEXT_MAX)])))
    .transform((lines): AmountTexts => Object.fromEntries(Object.entries(lines).filter(([, line]) => line)))

const STORY_MAX = 600
const story = () =>
  optionalText({ field: 'story', max: STORY_MAX, lines: 'many' })
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

/** The foundation's details that an admin may change. Before that, the environment gives the values. */
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
  /** The office that the officer has in the foundation, such as secretary. */
  grievanceOfficerTitle: z.string(),
  grievanceOfficerPhone: z.string(),
  /** The last line of every mail; may be empty. */
  mailSignature: z.string(),
  /** By the type of a complaint in lower case; `other` for all that are not named. */
  complaintDueDays: z.record(z.string(), z.number()),
  emergencyNumbers: z.array(z.object({ label: z.string(), phone: z.string() }) satisfies z.ZodType<EmergencyNumber>),
  /** The target of the header's donate link: the page of this site, another address, or if empty the foundation's own site. */
  donationLink: z.string(),
  /** `{amount}` stands for the least fee. */
  feeTexts: z.record(z.enum(LANGUAGES), z.string()) satisfies z.ZodType<FeeTexts>,
  /** The donation page says beside an amount that it suggests what the amount does. */
  amountTexts: z.record(z.enum(LANGUAGES), z.record(z.string(), z.string())),
  /** The home page tells this of the foundation's work; an empty one is not shown. */
  stories: z.record(z.enum(LANGUAGES), z.string()),
  /** For so many financial years the books keep who paid, also of a person who was erased. */
  bookYears: z.number(),
  /** A complaint that the police or an authority has is held for so many years. */
  holdYears: z.number(),
  /** A grievance about personal data is answered within so many days, and any other one within so many. */
  grievanceDataDays: z.number(),
  grievanceOtherDays: z.number(),
  /** The addresses for letters about a breach of personal data: the computer emergency team's, and the Data Protection Board's. */
  breachTeamEmail: z.string(),
  breachBoardEmail: z.string(),
  /** If it is false, money from abroad pays for nothing, and goes back. */
  takesForeignMoney: z.boolean(),
  ...TaxSettings.shape,
}) satisfies z.ZodType<LegalDetails>
export type FoundationSettings = z.output<typeof FoundationSettings>

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
  // The check is looser than a donor’s: a foundation goes on with a number that the versions before took, whatever its fourth letter.
  foundationPan: optional('pan', 10, (pan) => /^[A-Z]{5}\d{4}[A-Z]$/.test(pan), problem('notAPan')),
  grievanceOfficerName: optional('grievanceOfficer', 200),
  grievanceOfficerEmail: optional('email', 254, isEmail, problem('invalidEmail')),
  grievanceOfficerTitle: optional('grievanceOfficer', 100),
  grievanceOfficerPhone: aPhone('phone'),
  mailSignature: optional('mailSignature', 200),
  complaintDueDays: z
    .record(z.string().max(200), dueDays)
    .refine((days) => Object.hasOwn(byLowerCase(days), 'other'), { error: problem('required', { field: 'dueDays' }) })
    .transform(byLowerCase),
  emergencyNumbers,
  donationLink: optional('donationLink', 200, isDonationLink, problem('notAWebAddress', { field: 'donationLink' })),
  feeTexts: z.object(mapEntries(languages, feeText)),
  amountTexts: z.object(mapEntries(languages, amountTexts)).default(mapEntries(languages, () => ({}))),
  stories: z.object(mapEntries(languages, story)).default(mapEntries(languages, () => '')),
  bookYears: z
    .number(problem('required', { field: 'bookYears' }))
    .refine(
      (years) => Number.isInteger(years) && years >= BOOK_YEARS_MIN && years <= BOOK_YEARS_MAX,
      problem('notBetween', { field: 'bookYears', min: BOOK_YEARS_MIN, max: BOOK_YEARS_MAX }),
    )
    .default(BOOK_YEARS_MIN),
  holdYears: z
    .number(problem('required', { field: 'holdYears' }))
    .refine(
      (years) => Number.isInteger(years) && years >= 1 && years <= BOOK_YEARS_MAX,
      problem('notBetween', { field: 'holdYears', min: 1, max: BOOK_YEARS_MAX }),
    )
    .default(HOLD_YEARS),
  grievanceDataDays: grievanceDays,
  grievanceOtherDays: grievanceDays,
  breachTeamEmail: optional('email', 254, isEmail, problem('invalidEmail')),
  breachBoardEmail: optional('email', 254, isEmail, problem('invalidEmail')),
  takesForeignMoney: z.boolean(problem('invalid')).default(false),
  ...TAX_FIELDS,
}) satisfies z.ZodType<Omit<FoundationSettings, 'earlierApprovals'>>
