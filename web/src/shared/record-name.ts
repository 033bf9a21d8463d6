import { labelOf, OBJECT_LABELS } from '@petsetu/contract/people/audit.ts'
import { groupPetId, normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** Names a record of the audit by its kind and its id. */
export function recordName(kind: string, id: string, text: Translate): string {
  const written = kind === 'year' ? writtenFinancialYear(Number(id)) : writtenTag(id)
  return text('audit.record', { kind: labelOf(OBJECT_LABELS, kind, text), id: written })
}

/** Returns a tag's ID as it is printed. A number of tags stays as it is. */
export function writtenTag(stored: string): string {
  const petId = normalizePetId(stored)
  return petId ? groupPetId(petId) : stored
}
