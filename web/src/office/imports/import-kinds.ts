import { areaOf, IMPORT_AREAS, type ImportArea, type ImportKind } from '@petsetu/contract/office/imports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty, type WithDuties } from '@petsetu/contract/people/duties.ts'
import { isKeyOf, keysOf } from '@petsetu/contract/platform/registry.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

export const KIND_LABELS: Record<ImportKind, PlainId> = {
  pets: 'imports.pets',
  animals: 'imports.animals',
  tags: 'imports.tags',
  members: 'imports.members',
}

export function isArea(text: string | undefined): text is ImportArea {
  return isKeyOf(IMPORT_AREAS, text)
}

/** The areas that an admin's duties cover. */
export function areasOf(admin: WithDuties | null): ImportArea[] {
  return keysOf(IMPORT_AREAS).filter((area) => admin && hasDuty(admin, IMPORT_AREAS[area].duty))
}

export function addressOf({ id, kind }: { id: number; kind: ImportKind }): string {
  return paths.importDetail.to({ area: areaOf(kind), id })
}
