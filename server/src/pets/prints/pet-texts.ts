import { shownAge, shownKind } from '@petsetu/contract/pets/pet-words.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** The foundation's facts that a print needs. */
export type Foundation = { publicUrl: string; foundationName: string; helplinePhone: string | null }

/** Kind, gender and age of a pet in one line. */
export function inShort({ petType, petGender, petAge }: Pet, text: Translate): string {
  const gender = text(petGender === 'male' ? 'prints.male' : 'prints.female')
  return `${shownKind(petType, text)} · ${gender} · ${shownAge(petAge, text)}`
}
