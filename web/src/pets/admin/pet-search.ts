import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'

/** The pets whose name, tag, owner or contact contains the text, ignoring case; all pets for an empty text. */
export function petsNamed(pets: Pet[], text: string): Pet[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return pets
  const petId = normalizePetId(text)
  return pets.filter((pet) => {
    const texts = [pet.petName, pet.petId, pet.ownerName, pet.contactDetails]
    return pet.petId === petId || texts.some((one) => one?.toLowerCase().includes(wanted))
  })
}
