import { PASSWORD_LENGTH_MAX, Signup } from '@petsetu/contract/auth.ts'
import { DUE_DAYS_AT_FIRST } from '@petsetu/contract/complaint-types.ts'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import {
  addressesOrNetworks,
  daysByKind,
  emailAddress,
  emergencyNumbers,
  mailSender,
  oneOf,
  panNumber,
  phoneNumber,
  postgresAddress,
  secretKey,
  smtpAddress,
  webAddress,
  webOrigin,
  wholeNumber,
} from './kinds.ts'

/** Every environment variable that is read, with its check, error message and default. `.env.example` explains each. */
const Settings = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresAddress.optional(),
  DIRECT_DATABASE_URL: postgresAddress.optional(),
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
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters.').optional(),
  RECONCILE_EVERY_SECONDS: wholeNumber(1, 86_400).default(60),
  RECONCILE_AFTER_SECONDS: wholeNumber(0, 86_400).default(600),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  DISK_RESERVE_MB: wholeNumber(0, 1_000_000).default(500),
  COMPLAINT_DUE_DAYS: daysByKind.default(DUE_DAYS_AT_FIRST),
  DESK_VOID_ALONE_RUPEES_MAX: wholeNumber(0, 10_000_000).default(10_000),
  EMERGENCY_NUMBERS: emergencyNumbers.default([{ label: '', phone: '112' }]),
  PETS_PER_ACCOUNT_MAX: wholeNumber(1, 100_000).default(200),
  FOUNDATION_NAME: z.string().default('Karuna Animal Welfare Foundation'),
  MARKETING_URL: webAddress.default('https://www.karuna-foundation.example'),
  LEGAL_NAME: z.string().optional(),
  LEGAL_ADDRESS: z.string().optional(),
  CONTACT_EMAIL: emailAddress.optional(),
  HELPLINE_PHONE: phoneNumber.optional(),
  REGISTRATION_NUMBER: z.string().optional(),
  FOUNDATION_PAN: panNumber.optional(),
  GRIEVANCE_OFFICER_NAME: z.string().optional(),
  GRIEVANCE_OFFICER_EMAIL: emailAddress.optional(),
  DONATE_PAGE: oneOf('on', 'off').default('off'),
  SERVICE_WORKER: oneOf('on', 'off').default('on'),
  DONATION_TAX_SECTION: z.string().max(40, 'must be the short name of a section, at most 40 characters.').default(''),
  DEVELOPER_CREDIT: z.string().default('Built with care by the PetSetu team'),
})

export type Settings = z.infer<typeof Settings>
export type Env = Record<string, string | undefined>

/** The settings in the environment; a blank variable counts as not set. Throws for the first invalid one. */
export function readSettings(env: Env): Settings {
  const given = Object.keys(Settings.shape).map((name) => [name, givenValue(name, env[name])])
  const parsed = Settings.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`)
}

function givenValue(name: string, text: string | undefined): string | undefined {
  // A password is not trimmed.
  return (name === 'ADMIN_PASSWORD' ? text : text?.trim()) || undefined
}
