import type { PlainId } from '@petsetu/languages/translator.ts'
import { addMonths, isDay } from '../platform/calendar.ts'
import { today } from '../platform/dates.ts'

export const CARE_KINDS = [
  'rabies',
  'dhppi',
  'leptospirosis',
  'deworming',
  'sterilisation',
  'treatment',
  'other',
] as const
export type CareKind = (typeof CARE_KINDS)[number]

export const CARE_KIND_TEXTS: Record<CareKind, PlainId> = {
  rabies: 'careKinds.rabies',
  dhppi: 'careKinds.dhppi',
  leptospirosis: 'careKinds.leptospirosis',
  deworming: 'careKinds.deworming',
  sterilisation: 'careKinds.sterilisation',
  treatment: 'careKinds.treatment',
  other: 'careKinds.other',
}

/** They hold different things, which go on beside each other. */
export const KINDS_BY_PRODUCT: readonly CareKind[] = ['treatment', 'other']

const DUE_MS = 28 * 24 * 60 * 60 * 1000

/** True for a treatment that ended more than four weeks ago: it is over rather than due. */
export function isOver({ kind, day }: { kind: CareKind; day: string }): boolean {
  return KINDS_BY_PRODUCT.includes(kind) && day < today(new Date(Date.now() - DUE_MS))
}

// Usual in India; the vet may have written another day.
const MONTHS_VALID: Partial<Record<CareKind, number>> = { rabies: 12, dhppi: 12, leptospirosis: 12, deworming: 3 }

/** Says whether care of this kind is usually given again. */
export function isRepeated(kind: CareKind): boolean {
  return kind in MONTHS_VALID
}

/** The day on which care of this kind usually ends; empty where that is not known. */
export function defaultValidUntil({ kind, day }: { kind: CareKind; day: string }): string {
  const months = MONTHS_VALID[kind]
  return months && isDay(day) ? addMonths(day, months) : ''
}

const VACCINES: [CareKind, RegExp][] = [
  ['rabies', /rabies|रेबीज|रेबिज/i],
  ['dhppi', /dhpp|distemper|parvo/i],
  ['leptospirosis', /lepto/i],
]

/** The kind of a vaccination as the pet form names it; text that names several vaccines, or none, is `other`. Migration 0023 has the same rule. */
export function vaccineNamedIn(text: string): CareKind {
  const named = VACCINES.filter(([, words]) => words.test(text))
  const [[kind] = ['other' as const]] = named
  return named.length === 1 ? kind : 'other'
}
