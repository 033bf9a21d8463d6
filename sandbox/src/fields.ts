import { invalid } from './errors.ts'

export type Fields = Record<string, unknown>

export type Notes = Record<string, string> | []

const NOTES_MAX = 15
const NOTE_LENGTH_MAX = 256

/** The provider rejects unknown fields instead of ignoring them. */
export function rejectOthers(fields: Fields, known: string[]): void {
  const others = Object.keys(fields).filter((name) => !known.includes(name))
  if (others.length > 0) throw invalid(`${others.join(', ')} is/are not required and should not be sent`, others[0])
}

/** Paise; at least one rupee. */
export function amountField(value: unknown): number {
  if (value === undefined || value === null) throw invalid('The amount is required', 'amount')
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalid('The amount must be an integer.', 'amount')
  if (value < 100) throw invalid('The amount must be at least INR 1.00', 'amount')
  return value
}

export function receiptField(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw invalid('The receipt must be a string.', 'receipt')
  if (value.length > 40) throw invalid('receipt: the length must be no more than 40.', 'receipt')
  return value
}

/** No notes are printed as a list, as the provider does. */
export function notesField(value: unknown): Notes {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return []
  if (!isFields(value)) throw invalid('notes must be an object.', 'notes')
  const notes = Object.entries(value).map(([name, note]): [string, string] => [name, String(note)])
  if (notes.length > NOTES_MAX) throw invalid(`The notes may have at most ${NOTES_MAX} pairs.`, 'notes')
  if (notes.some(([, note]) => note.length > NOTE_LENGTH_MAX)) {
    throw invalid(`The notes may have at most ${NOTE_LENGTH_MAX} characters each.`, 'notes')
  }
  return notes.length === 0 ? [] : Object.fromEntries(notes)
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
