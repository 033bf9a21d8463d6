import { z } from 'zod'
import { BaseVersion, isInternalId } from '../platform/envelope.ts'
import { Day, optionalDay, optionalText, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { normalizePetId } from './pet-id.ts'

export const PetId = z.string(problem('notATagId')).transform((typed, context) => {
  const petId = normalizePetId(typed)
  if (petId) return petId
  context.addIssue({ code: 'custom', message: problem('tagIdForm') })
  return z.NEVER
})

/** Either key of a pet: `{ id }` for the internal number, `{ petId }` for the tag's ID in any spelling. */
export const PetKey = z.string().transform((text, context) => {
  if (isInternalId(text)) return { id: Number(text) }
  const petId = normalizePetId(text)
  if (petId) return { petId }
  context.addIssue({ code: 'custom', message: problem('notAnId') })
  return z.NEVER
})
export type PetKey = z.output<typeof PetKey>

/** The owner's choices of what a finder sees of a pet. */
export const Shown = z.object({
  ownerName: z.boolean(),
  contact: z.boolean(),
  area: z.boolean(),
  address: z.boolean(),
  medical: z.boolean(),
  vet: z.boolean(),
})
export type Shown = z.output<typeof Shown>
export type ShownChoice = keyof Shown

export const SHOWN_CHOICES = Object.keys(Shown.shape) as ShownChoice[]

/** A change of the choices; one that is left out keeps what is. Others are refused, since a misspelt one would leave something shown. */
export const ShownChange = Shown.partial().strict()
export type ShownChange = z.output<typeof ShownChange>

/** The form's choices for a new pet. A call without choices shows everything. */
export const SHOWN_AT_FIRST: Shown = {
  ownerName: true,
  contact: true,
  area: true,
  address: false,
  medical: true,
  vet: true,
}

export const PetGender = z.enum(['male', 'female'])
export type PetGender = z.output<typeof PetGender>

export const PetFields = z.object({
  petName: requiredText({ field: 'petName', max: 100 }),
  ownerName: optionalText({ field: 'ownerName', max: 100 }),
  petType: requiredText({ field: 'petType', max: 60 }),
  petAge: requiredText({ field: 'petAge', max: 40 }),
  petGender: z.enum(PetGender.options, {
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
    lines: 'contacts',
    missing: problem('areRequired', { field: 'contactDetails' }),
  }),
})

type Days = { vaccinationDate?: string | null | undefined; vaccinationValidUntil?: string | null | undefined }

const PetDays = z.object({ vaccinationDate: Day, vaccinationValidUntil: Day })

/** Compares the two days once both are days, whatever is missing in the rest of the form. */
export const withPetDays = <Schema extends z.ZodType<Days>>(schema: Schema) =>
  schema.refine(({ vaccinationDate: day, vaccinationValidUntil: end }) => !day || !end || end >= day, {
    path: ['vaccinationValidUntil'],
    error: problem('validBeforeGiven'),
    when: ({ value }: { value: unknown }) => PetDays.safeParse(value).success,
  })

/** The pet form. A field that an update omits keeps its value; empty text clears it. */
export const PetForm = withPetDays(PetFields)
export type PetForm = z.output<typeof PetForm>

/** An update of a pet; with `version` it is rejected if the stored pet has another version. */
export const PetUpdate = withPetDays(PetFields.extend({ shown: ShownChange.optional(), version: BaseVersion }))

/** A new pet; with `petId` it is bound to that blank tag, otherwise it gets a new ID. Without `shown`, finders see all of it. */
export const NewPet = withPetDays(PetFields.extend({ shown: ShownChange.optional(), petId: PetId.nullish() }))

export type ChosenPetForm = PetForm & { shown?: ShownChange | undefined }

/** A photo of a pet. `width` and `height` are those of the large size in pixels; `color` is its average colour as `#rrggbb`. */
export const Photo = z.object({
  id: z.number(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  urls: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
})
export type Photo = z.output<typeof Photo>

/** The public facts of a lost pet. `since` is an Indian day, `reward` in rupees. */
export const PublicLost = z.object({
  since: z.string(),
  area: z.string(),
  note: z.string().nullable(),
  reward: z.number().nullable(),
})
export type PublicLost = z.output<typeof PublicLost>

/** The same as its owner sees it. `listed`: the owner agreed to the public list of lost pets. */
export const Lost = PublicLost.extend({ listed: z.boolean() })
