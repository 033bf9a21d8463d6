import { z } from 'zod'
import { isTypedDay } from './calendar.ts'
import { type Label, problem } from './problem.ts'
import { REASON_MAX } from './reason.ts'

// Half characters and control characters, and marks that change the text direction, with which one name can look like another. PostgreSQL
// rejects NUL; a line break is allowed only in fields of several lines.
const REFUSED_IN_LINE = /[\p{Cs}\p{Cc}\p{Zl}\p{Zp}]/u
const REFUSED_IN_LINES = /(?![\n\r\t])[\p{Cs}\p{Cc}\u202a-\u202e\u2066-\u2069]/u

// Other programs put these invisible marks around a number or an address that is copied from them.
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

// A name of nothing but zero-width characters, fillers or spaces is invisible.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u

/** Several lines refuse direction marks; one line, and contacts in several lines, leave them out, because a copied number has them. */
type Lines = 'one' | 'many' | 'contacts'
type TextRule = { field: Label; max: number; lines?: Lines; missing?: string }

function isStorable(value: string, lines: Lines): boolean {
  return !(lines === 'one' ? REFUSED_IN_LINE : REFUSED_IN_LINES).test(value)
}

/** Trimmed, and without invisible direction marks unless it has many lines. */
export function trimmed(value: string, lines: Lines = 'one'): string {
  return (lines === 'many' ? value : value.replaceAll(DIRECTION_MARKS, '')).trim()
}

/** Trimmed text with at least one visible character; otherwise the message is `missing`, by default the problem `required`. */
export function requiredText({ field, max, lines = 'one', missing = problem('required', { field }) }: TextRule) {
  return (
    z
      .string({
        error: (issue) => (issue.input === undefined || issue.input === null ? missing : problem('notText', { field })),
      })
      .overwrite((value) => trimmed(value, lines))
      // An empty field does not end the checks: what is wrong between two others is told as well.
      .min(1, missing)
      .refine((value) => value === '' || VISIBLE.test(value), missing)
      .max(max, { error: problem('tooLong', { field, max }), abort: true })
      .refine((value) => isStorable(value, lines), problem('badCharacters', { field }))
  )
}

/** Optional trimmed text; null, and text without a visible character, become null. */
export function optionalText({ field, max, lines = 'one' }: TextRule) {
  return z
    .string(problem('notText', { field }))
    .overwrite((value) => trimmed(value, lines))
    .max(max, { error: problem('tooLong', { field, max }), abort: true })
    .refine((value) => isStorable(value, lines), problem('badCharacters', { field }))
    .transform((value) => (VISIBLE.test(value) ? value : null))
    .nullish()
}

/** Why an admin does something that is kept together with its reason. */
export const reasonText = () => requiredText({ field: 'reason', max: REASON_MAX })

/** The body of a call that takes such a reason. */
export const reasonBody = () => z.object({ reason: reasonText() })

/** A calendar day (yyyy-mm-dd) of a query. Its message names no field, because a query has no labels. */
export const Day = z.string().refine(isTypedDay, problem('dateForm'))

/** An optional calendar day; null and empty text become null. */
export function optionalDay(field: Label) {
  return z
    .string(problem('notADay', { field }))
    .trim()
    .refine((value) => value === '' || isTypedDay(value), problem('notADay', { field }))
    .transform((value) => (value === '' ? null : value))
    .nullish()
}

const FIRST_YEAR = 2000
const LAST_YEAR = 2200

/** The first year of a financial year, such as 2026 for 2026-27. */
export const FinancialYear = z
  .string()
  .regex(/^\d{4}$/, problem('notAFinancialYear'))
  .transform(Number)
  .refine((year) => year >= FIRST_YEAR && year <= LAST_YEAR, problem('notAFinancialYear'))

export const requiredEmail = requiredText({ field: 'email', max: 254 }).pipe(z.email(problem('invalidEmail')))

/** A number of a form, which sends text, and nothing as empty text. */
function optionalNumber(field: Label, min: number, max: number) {
  const message = problem('notANumber', { field, min, max })
  return z.preprocess((value) => {
    if (value === '' || value === null) return undefined
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  }, z.number(message).min(min, message).max(max, message).optional())
}

const ACCURACY_MAX = 100_000_000

/** The position of a device in degrees, with its accuracy in metres. It is there only if its owner has agreed to send it. */
export const locationFields = {
  lat: optionalNumber('latitude', -90, 90),
  lon: optionalNumber('longitude', -180, 180),
  accuracy: optionalNumber('accuracy', 0, ACCURACY_MAX),
}

type Location = { lat?: number | undefined; lon?: number | undefined; accuracy?: number | undefined }

/** Rejects a part of a location, as a function for `superRefine`. */
export function needsWholeLocation({ lat, lon, accuracy }: Location, context: z.RefinementCtx): void {
  if (lat !== undefined && lon !== undefined) return
  for (const [name, value] of Object.entries({ lat, lon, accuracy })) {
    if (value !== undefined) context.addIssue({ code: 'custom', path: [name], message: problem('halfALocation') })
  }
}
