import type { Pet } from '@petsetu/contract/pets.ts'

/** The pets whose name contains the text, ignoring case; all pets for an empty text. */
export function petsNamed(pets: Pet[], text: string): Pet[] {
  const wanted = text.trim().toLowerCase()
  return wanted ? pets.filter((pet) => pet.petName.toLowerCase().includes(wanted)) : pets
}
