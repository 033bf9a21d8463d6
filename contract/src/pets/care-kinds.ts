import type { PlainId } from '@petsetu/languages/translator.ts'
import { addMonths, isTypedDay } from '../platform/calendar.ts'
import { today } from '../platform/dates.ts'
import { namesRabies } from './pet-facts.ts'

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
  return months && isTypedDay(day) ? addMonths(day, months) : ''
}

/** The vaccinations, which are of one pair of the pet form, by the words that name them. */
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

type Named = { kind: CareKind; product: string | null; is_vaccination?: boolean | undefined }

/** True for a record of rabies, and for a vaccination whose text names it among others. Migration 0092 has the same rule. */
export function isAboutRabies({ kind, product, is_vaccination }: Named): boolean {
  if (kind === 'rabies') return true
  return (is_vaccination || VACCINES.some(([vaccine]) => vaccine === kind)) && namesRabies(product ?? '')
}
