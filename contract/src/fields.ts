import { z } from 'zod'
import { isDay } from './is-day.ts'

// Control characters, and marks that change the text direction, with which one name can look like another. PostgreSQL rejects
// NUL; a line break is allowed only in fields of several lines.
const REFUSED_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const REFUSED_IN_LINES = /(?![\n\r\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

// A name of nothing but zero-width characters, fillers or spaces is invisible.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u

type TextRule = { label: string; max: number; lines?: 'one' | 'many'; missing?: string }

function isStorable(value: string, lines: 'one' | 'many'): boolean {
  return value.isWellFormed() && !(lines === 'one' ? REFUSED_IN_LINE : REFUSED_IN_LINES).test(value)
}

/** Trimmed text with at least one visible character; otherwise the message is `missing`, by default `{label} is required`. */
export function requiredText({ label, max, lines = 'one', missing = `${label} is required` }: TextRule) {
  return z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? missing : `${label} must be text`),
    })
    .trim()
    .min(1, { error: missing, abort: true })
    .refine((value) => VISIBLE.test(value), { error: missing, abort: true })
    .max(max, { error: `${label} must be at most ${max} characters long`, abort: true })
    .refine((value) => isStorable(value, lines), `${label} contains characters that cannot be used`)
}

/** Optional trimmed text; null, and text without a visible character, become null. */
export function optionalText({ label, max, lines = 'one' }: TextRule) {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(max, { error: `${label} must be at most ${max} characters long`, abort: true })
    .refine((value) => isStorable(value, lines), `${label} contains characters that cannot be used`)
    .transform((value) => (VISIBLE.test(value) ? value : null))
    .nullish()
}

/** An optional calendar day; null and empty text become null. */
export function optionalDay(label: string) {
  return z
    .string(`${label} must be a date like 2026-03-31`)
    .trim()
    .refine((value) => value === '' || isDay(value), `${label} must be a date like 2026-03-31`)
    .transform((value) => (value === '' ? null : value))
    .nullish()
}

export const requiredEmail = requiredText({ label: 'Email', max: 254 }).pipe(z.email('Invalid email address'))
