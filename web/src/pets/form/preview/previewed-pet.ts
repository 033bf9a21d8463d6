import type { CareRecord } from '@petsetu/contract/pets/care.ts'
import { isAboutRabies } from '@petsetu/contract/pets/care-kinds.ts'
import { namesRabies, type RabiesValidity, rabiesValidity, speciesOf } from '@petsetu/contract/pets/pet-facts.ts'
import { EXAMPLE_TAG } from '@petsetu/contract/pets/pet-id.ts'
import { type PublicPet, SHOWN_BY } from '@petsetu/contract/pets/pets.ts'
import type { TagView } from '@petsetu/contract/site/public-pages.ts'
import { type PetFormValues, shownOfText } from '../pet-form-values.ts'

/** The parts that the form does not change: the tag, the photos, whether it is lost, the texts of older records. */
export type StoredPet = Pick<PublicPet, 'petId' | 'photos' | 'lost' | 'treatment' | 'vaccination' | 'sterilization'> &
  Partial<Pick<PublicPet, 'vaccinationDetail' | 'vaccinationDate' | 'vaccinationValidUntil'>> & {
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
    rabies: shown.medical ? rabiesOf(values, stored, care) : null,
  }
}

/** Takes what the form says about rabies, or else the newest rabies record that a save would leave, as on the public page. */
function rabiesOf(values: PetFormValues, stored: StoredPet | null, care: CareRecord[]): RabiesValidity {
  const { vaccinationDetail: detail, vaccinationDate: day, vaccinationValidUntil: until } = values
  const formDays = rabiesValidity(until || null, day || null)
  if (namesRabies(detail)) return formDays
  // An emptied vaccination says nothing of rabies, whatever its records say.
  if (!detail && !day && !until) return { state: 'unknown' }
  const [newest, older] = care.filter((record) => !record.is_cleared && isAboutRabies(record))
  if (!newest) return { state: 'unknown' }
  if (!stored || !isShownIn(stored, newest) || isAnother(values, newest)) return validityOf(newest)
  return isStillRabies(detail, newest) ? formDays : validityOf(older)
}

const validityOf = (record: CareRecord | undefined) => rabiesValidity(record?.valid_until ?? null, record?.day ?? null)

const textOf = ({ kind, product }: CareRecord) => product ?? (kind === 'rabies' ? 'Rabies' : '')

const isShownIn = (pet: StoredPet, record: CareRecord) =>
  textOf(record) === pet.vaccinationDetail &&
  record.day === pet.vaccinationDate &&
  record.valid_until === pet.vaccinationValidUntil

const namesOther = (text: string) => /dhpp|distemper|parvo|lepto/i.test(text)

// Migration 0151 has the same two rules.
/** True if the form adds a record: on a later day, or of another vaccine that ends later than one without a day. */
function isAnother(form: PetFormValues, { kind, day, valid_until: until }: CareRecord): boolean {
  if (day !== null) return form.vaccinationDate > day
  if (kind !== 'rabies' || !namesOther(form.vaccinationDetail)) return false
  return until === null ? form.vaccinationDate !== '' : form.vaccinationValidUntil > until
}

/** True if a corrected record stays one of rabies, although its text does not name it. */
function isStillRabies(detail: string, record: CareRecord): boolean {
  if (record.kind !== 'rabies') return false
  const shown = textOf(record)
  return detail === shown || !(namesRabies(shown) || namesOther(detail))
}
