import { z } from 'zod'
import { BaseVersion } from '../platform/envelope.ts'
import { optionalDay, optionalText, requiredText } from '../platform/fields.ts'
import { lastBegunDay } from '../platform/is-day.ts'
import { problem } from '../platform/problem.ts'
import { landmarkText, textWithoutContact, wardText } from './area-text.ts'
import { EAR_NOTCHES } from './community-words.ts'
import { PetFields } from './pet-form.ts'
import { PetId } from './pet-key.ts'

const CommunityFields = z.object({
  petName: textWithoutContact('petName', 100),
  petType: requiredText({ field: 'petType', max: 60 }),
  petGender: PetFields.shape.petGender,
  petAge: optionalText({ field: 'petAge', max: 40 }),
  ward: wardText('ward'),
  landmark: landmarkText('landmark'),
  earNotch: z.enum(EAR_NOTCHES, problem('required', { field: 'earNotch' })),
  sterilisedOn: optionalDay('sterilizationDate'),
  sterilisedBy: optionalText({ field: 'sterilisedBy', max: 120 }),
  /** The number under which the animal-welfare board has recognised that body. */
  recognitionNo: optionalText({ field: 'recognitionNo', max: 60 }),
  certificateNo: optionalText({ field: 'certificateNo', max: 60 }),
  /** For carers and admins only. */
  note: optionalText({ field: 'note', max: 1000, lines: 'many' }),
})

type Days = { sterilisedOn?: string | null | undefined; rabiesOn?: string | null | undefined }

const hasHappened = (day: string | null | undefined) => !day || day <= lastBegunDay()
const withPastDays = <Schema extends z.ZodType<Days>>(schema: Schema) =>
  schema
    .refine(({ sterilisedOn }) => hasHappened(sterilisedOn), {
      path: ['sterilisedOn'],
      error: problem('inFuture', { field: 'sterilizationDate' }),
    })
    .refine(({ rabiesOn }) => hasHappened(rabiesOn), {
      path: ['rabiesOn'],
      error: problem('inFuture', { field: 'careDay' }),
    })

export const NewAnimalFields = CommunityFields.extend({
  rabiesOn: optionalDay('careDay'),
  rabiesValidUntil: optionalDay('validUntil'),
})

/** Refuses days to come, and a vaccination that ends before it was given. */
export const withAnimalDays = <Schema extends z.ZodType<Days & { rabiesValidUntil?: string | null | undefined }>>(
  schema: Schema,
) =>
  withPastDays(schema).refine(
    ({ rabiesOn, rabiesValidUntil }) => !rabiesOn || !rabiesValidUntil || rabiesValidUntil >= rabiesOn,
    { path: ['rabiesValidUntil'], error: problem('validBeforeGiven') },
  )

/** An animal of the street that is registered: on a blank tag or a new one, with its vaccination against rabies if it had one. */
export const NewCommunityAnimal = withAnimalDays(NewAnimalFields.extend({ petId: PetId.nullish() }))
export type NewCommunityAnimal = z.output<typeof NewCommunityAnimal>

/** A change; whoever adopts an animal is named by a call of its own. A field that is left out is empty. */
export const CommunityChange = withPastDays(
  CommunityFields.extend({
    status: z.enum(['here', 'moved', 'died'], problem('required', { field: 'status' })),
    version: BaseVersion,
  }),
)
export type CommunityChange = z.output<typeof CommunityChange>
