import type { PlainId } from '@petsetu/languages/translator.ts'

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
