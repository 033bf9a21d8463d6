import { z } from 'zod'
import { isDay } from './dates.ts'

// Control characters, and the marks that turn the reading direction: a name with one can pose as another.
// PostgreSQL refuses NUL; a line break belongs only where several lines are asked for.
const REFUSED_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const REFUSED_IN_LINES = /(?![\n\r\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

// Zero-width characters, fillers and blanks of every kind alone are no name.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u

type TextRule = { label: string; max: number; lines?: 'one' | 'many'; missing?: string }

function isStorable(value: string, lines: 'one' | 'many'): boolean {
  return value.isWellFormed() && !(lines === 'one' ? REFUSED_IN_LINE : REFUSED_IN_LINES).test(value)
}

/** Trimmed text in which something can be seen; refused with `missing`, by itself `{label} is required`. */
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

/** Trimmed text that may be left out; text in which nothing can be seen and null mean "none" and arrive as null. */
export function optionalText({ label, max, lines = 'one' }: TextRule) {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(max, { error: `${label} must be at most ${max} characters long`, abort: true })
    .refine((value) => isStorable(value, lines), `${label} contains characters that cannot be used`)
    .transform((value) => (VISIBLE.test(value) ? value : null))
    .nullish()
}

/** A calendar day that may be left out; empty text and null mean "none" and arrive as null. */
export function optionalDay(label: string) {
  return z
    .string(`${label} must be a date like 2026-03-31`)
    .trim()
    .refine((value) => value === '' || isDay(value), `${label} must be a date like 2026-03-31`)
    .transform((value) => (value === '' ? null : value))
    .nullish()
}

export const requiredEmail = requiredText({ label: 'Email', max: 254 }).pipe(z.email('Invalid email address'))
