import type { CareRecord } from '@petsetu/contract/pets/care.ts'
import { namesRabies, type RabiesValidity, rabiesValidity, speciesOf } from '@petsetu/contract/pets/pet-facts.ts'
import { EXAMPLE_TAG } from '@petsetu/contract/pets/pet-id.ts'
import { type PublicPet, SHOWN_BY } from '@petsetu/contract/pets/pets.ts'
import type { TagView } from '@petsetu/contract/site/public-pages.ts'
import { type PetFormValues, shownOfText } from '../pet-form-values.ts'

/** The parts that the form does not change: the tag, the photos, whether it is lost, the texts of older records. */
export type StoredPet = Pick<PublicPet, 'petId' | 'photos' | 'lost' | 'treatment' | 'vaccination' | 'sterilization'> & {
  id?: number | undefined
}

const NEW_PET: StoredPet = {
  petId: EXAMPLE_TAG,
  photos: [],
  lost: null,
  treatment: null,
  vaccination: null,
  sterilization: null,
}

/** Returns the pet that a finder would get if the form were saved now. */
export function previewOf(
  values: PetFormValues,
  stored: StoredPet | null,
  care: CareRecord[],
): Extract<TagView, { kind: 'pet' }> {
  const shown = shownOfText(values.shown)
  const all: Record<string, unknown> = { ...(stored ?? NEW_PET), ...values }
  const seen = Object.entries(SHOWN_BY).filter(([, choice]) => choice === 'always' || shown[choice])
  return {
    kind: 'pet',
    pet: Object.fromEntries(seen.map(([field]) => [field, all[field] || null])) as PublicPet,
    species: speciesOf(values.petType),
    rabies: shown.medical ? rabiesOf(values, care) : null,
  }
}

/** Takes what the form says about rabies, or else the newest rabies record, as on the public page. */
function rabiesOf(values: PetFormValues, care: CareRecord[]): RabiesValidity {
  if (namesRabies(values.vaccinationDetail))
    return rabiesValidity(values.vaccinationValidUntil || null, values.vaccinationDate || null)
  const newest = care.find(({ kind, product }) => kind === 'rabies' || namesRabies(product ?? ''))
  return rabiesValidity(newest?.valid_until ?? null, newest?.day ?? null)
}
