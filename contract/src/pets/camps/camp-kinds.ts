import type { PlainId } from '@petsetu/languages/translator.ts'

/** The kinds of work of a camp, in the order of their buttons. */
export const CAMP_KINDS = ['rabies', 'deworming', 'sterilisation', 'tag'] as const
export type CampKind = (typeof CAMP_KINDS)[number]

export const CAMP_KIND_TEXTS: Record<CampKind, PlainId> = {
  rabies: 'careKinds.rabies',
  deworming: 'careKinds.deworming',
  sterilisation: 'careKinds.sterilisation',
  tag: 'camps.tag',
}
