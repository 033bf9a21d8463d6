import { DUE_DAYS_AT_FIRST } from '@petsetu/contract/complaints/complaint-facts.ts'
import { EMERGENCY_NUMBERS_MAX, FoundationForm } from '@petsetu/contract/office/foundation-form.ts'
import { PASSWORD_LENGTH_MAX, Signup } from '@petsetu/contract/people/auth.ts'
import { z } from 'zod'
import { ConfigError } from '../errors.ts'
import { isAddressOrNetwork } from '../http/limits/source-of.ts'

// The kinds of settings. Each message follows the variable's name: "PORT must be …".

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not '${input}'.`,
    })
    .transform(Number)
}

function oneOf<const C extends string[]>(...choices: C) {
  return z.enum(choices, { error: ({ input }) => `must be one of ${choices.join(', ')}, not '${input}'.` })
}

const webText = z
  .string()
  .refine((text) => !urlOf(text)?.username && !urlOf(text)?.password, {
    error: 'must be a web address without a name or a password in it.',
  })
  .refine((text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''), {
    error: ({ input }) => `must be a web address like https://pets.example.org, not '${input}'.`,
  })

/** Without a slash at the end. */
const webAddress = webText.transform(withoutSlash)

/** In lower case, without a slash at the end. */
const webOrigin = webText
  .refine(isOrigin, {
    error: ({ input }) => `must be an origin like https://pets.example.org, without a path, not '${input}'.`,
  })
  .transform((text) => new URL(text).origin)

// The text may hold a password, so the message does not repeat it.
const postgresAddress = z.string().refine((text) => /^postgres(ql)?:$/.test(urlOf(text)?.protocol ?? ''), {
  error: 'must be an address like postgres://user:password@host:5432/name.',
})

// No query: the mail library would take options from it, such as not to check the server's certificate.
const smtpAddress = z.string().refine((text) => isSmtp(urlOf(text)), {
  error: 'must be an address like smtps://user:password@mail.example.org.',
})

/** `Name <name@host>`, or the address alone; exactly one, on one line. */
const mailSender = z.string().regex(/^([^<>@,;:"\p{Cc}]*<[^<>@,;:"\s]+@[^<>@,;:"\s]+>|[^<>@,;:"\s]+@[^<>@,;:"\s]+)$/u, {
  error: ({ input }) => `must be one sender like PetSetu <no-reply@pets.example.org>, not '${input}'.`,
})

type Message = (text: string) => string

// The fields of the form in which admins change these settings later.
const field = FoundationForm.shape

/** Checks a first value like the form's field, so that the environment gives nothing that the form would refuse. */
function firstValue<Value>(schema: z.ZodType<Value>, message: Message, read: (text: string) => unknown = String) {
  return z.string().transform((text, context): Value => {
    const { success, data } = schema.safeParse(read(text))
    if (success) return data
    context.addIssue(message(text))
    return z.NEVER
  })
}

const atMost = (what: string, max: number) => () => `must be ${what} of at most ${max} characters.`
const anEmail: Message = (text) => `must be an e-mail address like help@example.org, not '${text}'.`
const aPhone: Message = (text) => `must be a phone number like +91 20 5550 1234, not '${text}'.`
const aPan: Message = (text) => `must be a PAN like AAATK1234F, not '${text}'.`
const emergencyNumbers: Message = (text) =>
  `must be up to ${EMERGENCY_NUMBERS_MAX} phone numbers like 112, Animal ambulance=1962, not '${text}'.`

/** Numbers with or without a name, such as `112, Animal ambulance=1962`; null if one is missing, because the form leaves out empty rows. */
function readNumbers(text: string): { label: string; phone: string }[] | null {
  const numbers = text.split(',').map((entry) => {
    const [, label = '', phone = ''] = /^(?:(.*)=)?(.*)$/s.exec(entry) ?? []
    return { label: label.trim(), phone: phone.trim() }
  })
  return numbers.every(({ phone }) => phone !== '') ? numbers : null
}

/** The message does not repeat the text, which may be nearly the key. */
const secretKey = z
  .string()
  .regex(/^([\da-f]{64}|[\w+/-]{43}=?)$/i, 'must be 32 random bytes, in hex or base64: openssl rand -hex 32')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'))

const PUSH_SERVICE = /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$|^http:\/\/127\.0\.0\.1:\d{1,5}$/

/** Hosts of push services such as `fcm.googleapis.com` and `*.push.apple.com`; with a scheme, an origin on this machine. */
const pushServices = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(
    z.array(
      z.string().regex(PUSH_SERVICE, {
        error: ({ input }) =>
          `must be hosts of push services like fcm.googleapis.com or *.push.apple.com, separated by commas, not '${input}'.`,
      }),
    ),
  )

const addressesOrNetworks = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(
    z.array(
      z.string().refine(isAddressOrNetwork, {
        error: ({ input }) =>
          `must be addresses or networks like 10.0.0.7, 10.1.0.0/16 or fd00::/8, separated by commas, not '${input}'.`,
      }),
    ),
  )

/** Days by name, such as `Cruelty=2, Other=5`, with the names in lower case. */
const readDays = (text: string) => Object.fromEntries(text.split(',').map((entry) => nameAndDays(entry)))

function nameAndDays(entry: string): [string, number] {
  const [, name = entry, days = ''] = /^(.*\S)\s*=\s*(\d{1,3})$/s.exec(entry.trim()) ?? []
  return [name.toLowerCase(), Number(days || 'NaN')]
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isSmtp(url: URL | null): boolean {
  if (!url || !/^smtps?:$/.test(url.protocol)) return false
  return url.hostname !== '' && /^\/?$/.test(url.pathname) && !url.search && !url.hash
}

function isOrigin(text: string): boolean {
  // A single '#' or '?' at the end makes neither a search nor a hash.
  return urlOf(text)?.pathname === '/' && !/[?#]/.test(text)
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** Every environment variable that is read, with its check, error message and default. `.env.example` explains each; those of the foundation are first values. */
const Settings = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresAddress.optional(),
  DIRECT_DATABASE_URL: postgresAddress.optional(),
  READ_DATABASE_URL: postgresAddress.optional(),
  PREPARED_STATEMENTS: oneOf('on', 'off').default('on'),
  MIGRATE_DATABASE_URL: postgresAddress.optional(),
  DATABASE_NODES: wholeNumber(1, 99).default(1),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: ({ input }) => `must be a bucket's name like petsetu-files, not '${input}'.`,
    })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: ({ input }) => `must be a region like ap-south-1, not '${input}'.` })
    .default('us-east-1'),
  SECRET_KEY: secretKey.optional(),
  REQUIRE_ADMIN_2FA: oneOf('on', 'off').optional(),
  PUBLIC_URL: webOrigin.optional(),
  TRUSTED_PROXIES: addressesOrNetworks.default([]),
  ADMIN_USERNAME: z
    .string()
    .refine((name) => Signup.shape.username.safeParse(name).data === name, {
      error: 'must be a name of at most 50 letters, digits and the like, on one line.',
    })
    .default('admin'),
  ADMIN_EMAIL: z
    .string()
    .refine((email) => Signup.shape.email.safeParse(email).success, {
      error: ({ input }) => `must be an e-mail address like admin@example.org, not '${input}'.`,
    })
    .default('admin@example.org'),
  ADMIN_PASSWORD: z
    .string()
    .max(PASSWORD_LENGTH_MAX, `must be one that the sign-in takes: at most ${PASSWORD_LENGTH_MAX} characters.`)
    .optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  RAZORPAY_API_URL: webAddress.default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: webAddress.default('https://checkout.razorpay.com/v1/checkout.js'),
  RAZORPAY_CIRCUIT_OPEN_SECONDS: wholeNumber(0, 600).optional(),
  /** The former name of the one above. */
  RAZORPAY_REST_SECONDS: wholeNumber(0, 600).optional(),
  SANDBOX_PORT: wholeNumber(0, 65_535).optional(),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailSender.default('PetSetu <no-reply@localhost>'),
  MAIL_BOUNCE_SECRET: z.string().min(16, 'must have at least 16 characters.').optional(),
  PUSH_SERVICES: pushServices.default([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    '*.push.apple.com',
    '*.notify.windows.com',
  ]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters.').optional(),
  RECONCILE_EVERY_SECONDS: wholeNumber(1, 86_400).default(60),
  RECONCILE_AFTER_SECONDS: wholeNumber(0, 86_400).default(600),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  DISK_RESERVE_MB: wholeNumber(0, 1_000_000).default(500),
  COMPLAINT_DUE_DAYS: firstValue(
    field.complaintDueDays,
    () => 'must be days by type with one for all others, like Cruelty=2, Other=5.',
    readDays,
  ).default(DUE_DAYS_AT_FIRST),
  DESK_VOID_ALONE_RUPEES_MAX: wholeNumber(0, 10_000_000).default(10_000),
  EMERGENCY_NUMBERS: firstValue(field.emergencyNumbers, emergencyNumbers, readNumbers).default([
    { label: '', phone: '112' },
  ]),
  PETS_PER_ACCOUNT_MAX: wholeNumber(1, 100_000).default(200),
  FOUNDATION_NAME: firstValue(field.foundationName, atMost('a name', 100)).default('Karuna Animal Welfare Foundation'),
  MARKETING_URL: firstValue(
    field.marketingUrl,
    () => 'must be a web address like https://pets.example.org, without a name or a password in it.',
  ).default('https://www.karuna-foundation.example'),
  LEGAL_NAME: firstValue(field.legalName, atMost('a name', 200)).optional(),
  LEGAL_ADDRESS: firstValue(field.legalAddress, atMost('an address', 300)).optional(),
  CONTACT_EMAIL: firstValue(field.contactEmail, anEmail).optional(),
  HELPLINE_PHONE: firstValue(field.helplinePhone, aPhone).optional(),
  REGISTRATION_NUMBER: firstValue(field.registrationNumber, atMost('a number', 100)).optional(),
  FOUNDATION_PAN: firstValue(field.foundationPan, aPan).optional(),
  GRIEVANCE_OFFICER_NAME: firstValue(field.grievanceOfficerName, atMost('a name', 200)).optional(),
  GRIEVANCE_OFFICER_EMAIL: firstValue(field.grievanceOfficerEmail, anEmail).optional(),
  DONATE_PAGE: oneOf('on', 'off').default('off'),
  SERVICE_WORKER: oneOf('on', 'off').default('on'),
  DONATION_TAX_SECTION: firstValue(field.donationSection, atMost('the short name of a section', 40)).default(''),
  DEVELOPER_CREDIT: z.string().default('Built with care by the PetSetu team'),
})

export type Settings = z.infer<typeof Settings>
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)
export type Env = Record<string, string | undefined>

/** The settings in the environment; a blank variable counts as not set. Throws for the first invalid one. */
export function readSettings(env: Env): Settings {
  const given = SETTING_NAMES.map((name) => [name, givenValue(name, env[name])])
  const parsed = Settings.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`)
}

function givenValue(name: string, text: string | undefined): string | undefined {
  // A password is not trimmed.
  return (name === 'ADMIN_PASSWORD' ? text : text?.trim()) || undefined
}
