import { randomBytes } from 'node:crypto'
import { PET_ID_ALPHABET, PET_ID_LENGTH } from '@petsetu/contract/pets/pet-id.ts'

/** A new tag ID: 12 of 32 characters, 60 random bits. A byte modulo 32 is uniform, since 256 is a multiple of 32. */
export function newPetId(): string {
  let petId = ''
  for (const byte of randomBytes(PET_ID_LENGTH)) petId += PET_ID_ALPHABET[byte % PET_ID_ALPHABET.length]
  return petId
}
