import { EMERGENCY_NUMBERS_MAX } from '@petsetu/contract/foundation-form.ts'
import { z } from 'zod'
import { isAddressOrNetwork } from '../http/limits/trusted-proxies.ts'

// The kinds of settings. Each message follows the variable's name: "PORT must be …".

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not '${input}'.`,
    })
    .transform(Number)
}

export function oneOf<const C extends string[]>(...choices: C) {
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
export const webAddress = webText.transform(withoutSlash)

/** Without a slash at the end. */
export const webOrigin = webText
  .refine((text) => isOrigin(urlOf(text)), {
    error: ({ input }) => `must be an origin like https://pets.example.org, without a path, not '${input}'.`,
  })
  .transform(withoutSlash)

// The text may hold a password, so the message does not repeat it.
export const postgresAddress = z.string().refine((text) => /^postgres(ql)?:$/.test(urlOf(text)?.protocol ?? ''), {
  error: 'must be an address like postgres://user:password@host:5432/name.',
})

// No query: the mail library would take options from it, such as not to check the server's certificate.
export const smtpAddress = z.string().refine((text) => isSmtp(urlOf(text)), {
  error: 'must be an address like smtps://user:password@mail.example.org.',
})

/** `Name <name@host>`, or the address alone; exactly one, on one line. */
export const mailSender = z
  .string()
  .regex(/^([^<>@,;:"\p{Cc}]*<[^<>@,;:"\s]+@[^<>@,;:"\s]+>|[^<>@,;:"\s]+@[^<>@,;:"\s]+)$/u, {
    error: ({ input }) => `must be one sender like PetSetu <no-reply@pets.example.org>, not '${input}'.`,
  })

export const emailAddress = z.string().refine((text) => z.email().safeParse(text).success, {
  error: ({ input }) => `must be an e-mail address like help@example.org, not '${input}'.`,
})

/** A number as people read it, such as +91 20 5550 1234, 112 or 1800-123-456. */
export const phoneNumber = z
  .string()
  .refine((text) => /^\+?[\d ().-]*$/.test(text) && /^\d{3,15}$/.test(text.replace(/\D/g, '')), {
    error: ({ input }) => `must be a phone number like +91 20 5550 1234, not '${input}'.`,
  })

/** Up to four numbers with or without a name, such as `112, Animal ambulance=1962`. */
export const emergencyNumbers = z.string().transform((text, context) => {
  const numbers = text.split(',').map((entry) => {
    const [, label = '', phone = ''] = /^(?:(.*)=)?(.*)$/s.exec(entry) ?? []
    return { label: label.trim(), phone: phone.trim() }
  })
  if (numbers.length > EMERGENCY_NUMBERS_MAX || numbers.some(({ phone }) => !phoneNumber.safeParse(phone).success))
    context.addIssue(
      `must be up to ${EMERGENCY_NUMBERS_MAX} phone numbers like 112, Animal ambulance=1962, not '${text}'.`,
    )
  return numbers
})

export const panNumber = z.string().regex(/^[A-Z]{5}\d{4}[A-Z]$/, {
  error: ({ input }) => `must be a PAN like AAATK1234F, not '${input}'.`,
})

/** The message does not repeat the text, which may be nearly the key. */
export const secretKey = z
  .string()
  .regex(/^([\da-f]{64}|[\w+/-]{43}=?)$/i, 'must be 32 random bytes, in hex or base64: openssl rand -hex 32')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'))

/** Days by name, such as `Cruelty=2, Other=5`; in lower case, and with the name `other`. */
export const daysByKind = z
  .string()
  .transform((text) => Object.fromEntries(text.split(',').map((entry) => nameAndDays(entry))))
  .refine((days) => Object.values(days).every(isWholeDays) && 'other' in days, {
    error: 'must be days by type with one for all others, like Cruelty=2, Other=5.',
  })

export const addressesOrNetworks = z
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

function nameAndDays(entry: string): [string, number] {
  const [, name = entry, days = ''] = /^(.*\S)\s*=\s*(\d{1,3})$/s.exec(entry.trim()) ?? []
  return [name.toLowerCase(), Number(days || 'NaN')]
}

const isWholeDays = (days: number) => Number.isInteger(days) && days <= 365

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isSmtp(url: URL | null): boolean {
  if (!url || !/^smtps?:$/.test(url.protocol)) return false
  return url.hostname !== '' && /^\/?$/.test(url.pathname) && !url.search && !url.hash
}

function isOrigin(url: URL | null): boolean {
  return url?.pathname === '/' && !url.search && !url.hash
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
