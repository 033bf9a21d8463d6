import { z } from 'zod'
import { BaseVersion } from '../platform/envelope.ts'
import { optionalDay, optionalText, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { PetId } from './pet-key.ts'
import { ShownChange } from './shown.ts'

export const PetGender = z.enum(['male', 'female'])
export type PetGender = z.output<typeof PetGender>

export const PetFields = z.object({
  petName: requiredText({ field: 'petName', max: 100 }),
  ownerName: optionalText({ field: 'ownerName', max: 100 }),
  petType: requiredText({ field: 'petType', max: 60 }),
  petAge: requiredText({ field: 'petAge', max: 40 }),
  petGender: z.enum(['male', 'female'], {
    error: (issue) => (issue.input === undefined ? problem('required', { field: 'gender' }) : problem('notAGender')),
  }),
  treatmentDetail: optionalText({ field: 'treatment', max: 1000, lines: 'many' }),
  treatmentDate: optionalDay('treatmentDate'),
  vaccinationDetail: optionalText({ field: 'vaccination', max: 1000, lines: 'many' }),
  vaccinationDate: optionalDay('vaccinationDate'),
  /** The day that the vet wrote. Without it, a new `vaccinationDate` empties the stored one. */
  vaccinationValidUntil: optionalDay('vaccinationValidUntil'),
  sterilizationDetail: optionalText({ field: 'sterilization', max: 1000, lines: 'many' }),
  sterilizationDate: optionalDay('sterilizationDate'),
  dewormingDetail: optionalText({ field: 'deworming', max: 1000, lines: 'many' }),
  dewormingDate: optionalDay('dewormingDate'),
  doctorName: optionalText({ field: 'doctorName', max: 100 }),
  location: requiredText({ field: 'location', max: 200 }),
  address: requiredText({ field: 'address', max: 500, lines: 'many' }),
  contactDetails: requiredText({
    field: 'contactDetails',
    max: 300,
    lines: 'many',
    missing: problem('areRequired', { field: 'contactDetails' }),
  }),
})

type Days = { vaccinationDate?: string | null | undefined; vaccinationValidUntil?: string | null | undefined }

/** Refuses a vaccination that ends before it was given. */
export const withPetDays = <Schema extends z.ZodType<Days>>(schema: Schema) =>
  schema.refine(({ vaccinationDate: day, vaccinationValidUntil: end }) => !day || !end || end >= day, {
    path: ['vaccinationValidUntil'],
    error: problem('validBeforeGiven'),
  })

/** The pet form. A field that an update omits keeps its value; empty text clears it. */
export const PetForm = withPetDays(PetFields)
export type PetForm = z.output<typeof PetForm>

/** An update of a pet; with `version` it is rejected if the stored pet has another version. */
export const PetUpdate = withPetDays(PetFields.extend({ shown: ShownChange.optional(), version: BaseVersion }))

/** A new pet; with `petId` it is bound to that blank tag, otherwise it gets a new ID. Without `shown`, finders see all of it. */
export const NewPet = withPetDays(PetFields.extend({ shown: ShownChange.optional(), petId: PetId.nullish() }))

/** A pet form with what a finder sees, where it says so. */
export type ChosenPetForm = PetForm & { shown?: ShownChange | undefined }
