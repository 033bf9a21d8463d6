import {
  areaOf,
  IMPORT_AREAS,
  IMPORT_CALLS,
  type ImportArea,
  type ImportKind,
} from '@petsetu/contract/office/imports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty, type WithDuties } from '@petsetu/contract/people/duties.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

export const KIND_LABELS: Record<ImportKind, PlainId> = {
  pets: 'imports.pets',
  animals: 'imports.animals',
  tags: 'imports.tags',
  members: 'imports.members',
}

/** The calls for one area. Those of both are alike: their types differ in the address and the duty. */
export function callsOf(area: ImportArea) {
  return IMPORT_CALLS[area as 'pets']
}

export function isArea(text: string | undefined): text is ImportArea {
  return text !== undefined && Object.hasOwn(IMPORT_AREAS, text)
}

/** The areas that an admin's duties cover. */
export function areasOf(admin: WithDuties | null): ImportArea[] {
  const areas = Object.keys(IMPORT_AREAS) as ImportArea[]
  return areas.filter((area) => admin && hasDuty(admin, IMPORT_AREAS[area].duty))
}

export function addressOf({ id, kind }: { id: number; kind: ImportKind }): string {
  return paths.importDetail.to({ area: areaOf(kind), id })
}
