import type { CommunityAnimal } from '@petsetu/contract/pets/community.ts'
import { CommunityChange, NewCommunityAnimal } from '@petsetu/contract/pets/community-form.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'

const FIELDS = [
  'petName',
  'petType',
  'petGender',
  'petAge',
  'ward',
  'landmark',
  'earNotch',
  'sterilisedOn',
  'sterilisedBy',
  'recognitionNo',
  'certificateNo',
  'note',
] as const

/** An empty field is an empty text. A new animal has no status, and one that is changed no vaccination: its care page has that. */
export type AnimalValues = Record<(typeof FIELDS)[number] | 'status' | 'rabiesOn' | 'rabiesValidUntil', string>

export const NEW_ANIMAL: AnimalValues = {
  petName: '',
  petType: 'Dog',
  petGender: 'male',
  petAge: '',
  ward: '',
  landmark: '',
  earNotch: 'none',
  sterilisedOn: '',
  sterilisedBy: '',
  recognitionNo: '',
  certificateNo: '',
  note: '',
  status: 'here',
  rabiesOn: '',
  rabiesValidUntil: '',
}

export function animalValuesOf(animal: CommunityAnimal): AnimalValues {
  const given = FIELDS.map((field) => [field, animal[field] ?? ''])
  return { ...NEW_ANIMAL, ...Object.fromEntries(given), status: animal.status }
}

export const newErrors = schemaErrors(NewCommunityAnimal)
export const changeErrors = schemaErrors(CommunityChange)

export function animalLabels(text: Translate): Record<keyof AnimalValues, string> {
  return {
    petName: text('labels.petName'),
    petType: text('labels.petType'),
    petGender: text('labels.gender'),
    petAge: text('labels.petAge'),
    ward: text('labels.ward'),
    landmark: text('labels.landmark'),
    earNotch: text('labels.earNotch'),
    sterilisedOn: text('labels.sterilizationDate'),
    sterilisedBy: text('labels.sterilisedBy'),
    recognitionNo: text('labels.recognitionNo'),
    certificateNo: text('labels.certificateNo'),
    note: text('labels.note'),
    status: text('labels.status'),
    rabiesOn: text('communityForm.rabiesOn'),
    rabiesValidUntil: text('labels.validUntil'),
  }
}
