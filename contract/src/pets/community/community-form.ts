import { latinDigits } from '@petsetu/languages/scripts.ts'
import { z } from 'zod'
import { lastBegunDay } from '../../platform/calendar.ts'
import { BaseVersion } from '../../platform/envelope.ts'
import { optionalDay, optionalText, requiredText } from '../../platform/fields.ts'
import { type Label, problem } from '../../platform/problem.ts'
import { PetFields, PetId } from '../pet-schemas.ts'
import { COMMUNITY_STATUSES, EAR_NOTCHES } from './community-facts.ts'

const HOUSE_WORDS =
  'house|home|flat|plot|door|room|shop|villa|bungalow|apartments?|apt|building|bldg|wing|survey|h\\.?|s\\.?|मकान|घर|भवन|फ्लैट|फ्लॅट|प्लॉट|दुकान|खोली|इमारत|बंगला|बंगलो|सदनिका'

/** Too exact for an area: each would lead somebody to a door or to a point, or to a person. */
const TOO_EXACT = [
  // A phone number, a PIN code, the digits of a coordinate.
  /\d(?:[\s().-]?\d){4,}/,
  // A coordinate, in degrees or decimals, and a code of a place.
  /\d[.,]\d{2,}|\d\s*[°º′″]|\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/i,
  /\b(?:latitude|longitude|gps)\b|\b(?:lat|lng|lon|long)\s*[:=]?\s*-?\d/i,
  // The number of a house, after a slash or after a word for it.
  /\d+\s*[a-z]?\s*\/\s*\d+/i,
  new RegExp(
    `(?:^|[^\\p{L}\\p{M}])(?:${HOUSE_WORDS})\\s*(?:no|number|nos|क्र|क्रमांक|नं|नंबर|संख्या)?\\s*[.:#-]*\\s*[a-z]?-?\\d`,
    'iu',
  ),
  /#\s*[a-z]?-?\d/i,
  // An address of a person or of a page.
  /@|https?:|www\.|\b[a-z0-9-]+\.(?:com|org|net|gl|ly|app)\b/i,
]

// '12 Neem Road' or '12-A, Neem Road'; '2nd Lane' is no house. A ward may begin with its number.
const BEGINS_WITH_NUMBER = /^\s*\d+\s*-?[a-z]?(?:[\s,/-]|$)/i

/** True for the name of a ward: no house number, coordinate, link, phone number or e-mail address. */
export const isWardText = (typed: string): boolean => {
  const text = latinDigits(typed.normalize('NFKC'))
  return !TOO_EXACT.some((exact) => exact.test(text))
}

/** The same for a landmark, which does not begin with a number either. */
export const isLandmarkText = (typed: string): boolean =>
  isWardText(typed) && !BEGINS_WITH_NUMBER.test(latinDigits(typed.normalize('NFKC')))

const CONTACT = [/\d(?:[\s().-]?\d){6,}/, /@/]

/** True for text without a phone number and without an e-mail address. */
export const isWithoutContact = (typed: string): boolean => {
  const text = latinDigits(typed.normalize('NFKC'))
  return !CONTACT.some((contact) => contact.test(text))
}

export const wardText = (field: Label) =>
  requiredText({ field, max: 80 }).refine(isWardText, problem('tooExact', { field }))

export const landmarkText = (field: Label) =>
  requiredText({ field, max: 120 }).refine(isLandmarkText, problem('tooExact', { field }))

/** Required text that everybody may read, without anybody's contact. */
export const textWithoutContact = (field: Label, max: number) =>
  requiredText({ field, max }).refine(isWithoutContact, problem('holdsContact', { field }))

const CommunityFields = z.object({
  petName: textWithoutContact('name', 100),
  petType: textWithoutContact('careKind', 60),
  petGender: PetFields.shape.petGender,
  petAge: optionalText({ field: 'petAge', max: 40 }).refine(
    (age) => !age || isWithoutContact(age),
    problem('holdsContact', { field: 'petAge' }),
  ),
  ward: wardText('ward'),
  landmark: landmarkText('landmark'),
  earNotch: z.enum(EAR_NOTCHES, problem('required', { field: 'earNotch' })),
  sterilisedOn: optionalDay('sterilizationDate'),
  sterilisedBy: optionalText({ field: 'sterilisedBy', max: 120 }),
  /** The number under which the animal-welfare board has recognised that body. */
  recognitionNo: optionalText({ field: 'recognitionNo', max: 60 }),
  certificateNo: optionalText({ field: 'certificateNo', max: 60 }),
  /** Only carers and admins see it. */
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
    status: z.enum(COMMUNITY_STATUSES, problem('required', { field: 'status' })).exclude(['adopted']),
    version: BaseVersion,
  }),
)
export type CommunityChange = z.output<typeof CommunityChange>
