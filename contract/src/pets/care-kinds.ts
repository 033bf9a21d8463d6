import type { PlainId } from '@petsetu/languages/translator.ts'
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
