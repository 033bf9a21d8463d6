import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ById, Id, InternalId, NO_CONTENT, PageQuery } from '../platform/envelope.ts'
import { optionalText } from '../platform/fields.ts'
import { COMMUNITY_STATUSES, EAR_NOTCHES } from './community/community-facts.ts'
import {
  Lost,
  NewPet,
  PetGender,
  PetKey,
  PetUpdate,
  Photo,
  PublicLost,
  Shown,
  ShownChange,
  type ShownChoice,
} from './pet-schemas.ts'

const CHOSEN_AT_ONCE_MAX = 100

const day = z.string().nullable()
const text = z.string().nullable()

const PetFields = z.object({
  petId: z.string(),
  petName: z.string(),
  ownerName: text,
  petType: z.string(),
  petAge: z.string(),
  petGender: PetGender,
  treatmentDetail: text,
  treatmentDate: day,
  vaccinationDetail: text,
  vaccinationDate: day,
  vaccinationValidUntil: day,
  sterilizationDetail: text,
  sterilizationDate: day,
  dewormingDetail: text,
  dewormingDate: day,
  doctorName: text,
  location: z.string(),
  address: z.string(),
  contactDetails: z.string(),
  /** Older records hold these three as plain text. */
  treatment: text,
  vaccination: text,
  sterilization: text,
  /** The first is the main one. */
  photos: z.array(Photo),
  /** Null unless the pet is lost. */
  lost: PublicLost.nullable(),
})

/** Maps a field to the owner's choice that shows it to finders; fields without one are always shown. */
export const SHOWN_BY = {
  petId: 'always',
  petName: 'always',
  ownerName: 'ownerName',
  petType: 'always',
  petAge: 'always',
  petGender: 'always',
  treatmentDetail: 'medical',
  treatmentDate: 'medical',
  vaccinationDetail: 'medical',
  vaccinationDate: 'medical',
  vaccinationValidUntil: 'medical',
  sterilizationDetail: 'medical',
  sterilizationDate: 'medical',
  dewormingDetail: 'medical',
  dewormingDate: 'medical',
  doctorName: 'vet',
  location: 'area',
  address: 'address',
  contactDetails: 'contact',
  treatment: 'medical',
  vaccination: 'medical',
  sterilization: 'medical',
  photos: 'always',
  lost: 'always',
} as const satisfies Record<keyof typeof PetFields.shape, ShownChoice | 'always'>

type Field = keyof typeof SHOWN_BY
type Hideable = { [F in Field]: (typeof SHOWN_BY)[F] extends 'always' ? never : F }[Field]
const hideable = Object.entries(SHOWN_BY).filter(([, choice]) => choice !== 'always')
const HIDEABLE = Object.fromEntries(hideable.map(([field]) => [field, true])) as Record<Hideable, true>

/** The facts about an animal of the street that everybody gets: never its carers, nor where it is fed. Days are Indian days. */
const PublicCommunity = z.object({
  status: z.enum(COMMUNITY_STATUSES),
  ward: z.string(),
  landmark: z.string(),
  earNotch: z.enum(EAR_NOTCHES),
  sterilisedOn: day,
  rabiesOn: day,
  rabiesValidUntil: day,
})
export type PublicCommunity = z.output<typeof PublicCommunity>

/** The fields of a pet for finders: never what its owner hides, an internal id, an account or its e-mail address. */
export const PublicPet = PetFields.partial(HIDEABLE).extend({ community: PublicCommunity.optional() })
export type PublicPet = z.output<typeof PublicPet>

/** A pet as its owner and admins see it. */
export const Pet = PetFields.extend({
  id: z.number(),
  version: z.number(),
  lost: Lost.nullable(),
  shown: Shown,
  /** True until the owner of a pet from before there was a choice has chosen. */
  isShownDue: z.boolean(),
})
export type Pet = z.output<typeof Pet>

const search = optionalText({ field: 'search', max: 100 })

/** The list then has only the lost ones. */
const lost = z.literal('yes').optional()

const byKey = z.object({ id: PetKey })

export const PetOrder = z.enum(['newest', 'oldest', 'name', 'name-desc'])
export type PetOrder = z.output<typeof PetOrder>

export const petCalls = {
  create: call({
    method: 'POST',
    path: '/pets',
    access: 'signed-in',
    duty: 'pets',
    summary: 'Register a pet, on a blank tag where petId names one',
    body: NewPet,
    idempotent: true,
    reply: Pet,
    status: 201,
  }),
  listOwn: call({
    method: 'GET',
    path: '/pets',
    access: 'signed-in',
    summary: "The caller's own pets, newest first",
    query: PageQuery,
    reply: z.array(Pet),
    paged: true,
  }),
  read: call({
    method: 'GET',
    path: '/pets/{id}',
    access: 'anyone',
    duty: 'pets',
    priority: 'critical',
    summary: 'A pet: by its tag ID for anyone, by its internal id for its owner and admins',
    params: byKey,
    reply: PublicPet.extend({
      ...Pet.pick({ id: true, version: true, shown: true, isShownDue: true }).partial().shape,
      lost: Lost.partial({ listed: true }).nullable(),
    }),
  }),
  update: call({
    method: 'PUT',
    path: '/pets/{id}',
    access: 'owner',
    duty: 'pets',
    summary: 'Change a pet; with a version, only where the stored pet still has it',
    params: byKey,
    body: PetUpdate,
    reply: Pet,
  }),
  chooseShown: call({
    method: 'PUT',
    path: '/pets/shown',
    access: 'signed-in',
    summary: "Choose what a finder sees of the caller's own pets for which nobody has chosen; with ids, of these alone",
    body: z.object({ shown: ShownChange, ids: z.array(Id).max(CHOSEN_AT_ONCE_MAX).optional() }),
    ...NO_CONTENT,
  }),
  delete: call({
    method: 'DELETE',
    path: '/pets/{id}',
    access: 'owner',
    duty: 'pets',
    summary: 'Delete a pet; its tag cannot be used again',
    params: byKey,
    ...NO_CONTENT,
  }),
  listAll: call({
    method: 'GET',
    path: '/admin/pets',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    summary:
      'All pets, newest first; a page of them, in any order, with page and limit; those whose name, tag, owner or phone contains search; the lost ones with lost=yes; those of the account owner_id',
    query: PageQuery.extend({ search, lost, owner_id: InternalId.optional(), sort: PetOrder.optional() }),
    reply: z.array(Pet),
    paged: true,
  }),
  csv: csvCall({
    path: '/admin/pets.csv',
    duty: 'pets',
    summary:
      'All pets, or those of the account owner_id or whose name, tag, owner or phone contains search, or the lost ones, as CSV',
    query: z.object({ search, lost, owner_id: InternalId.optional() }),
  }),
  deleteAny: call({
    method: 'DELETE',
    path: '/admin/pets/{id}',
    access: 'admin',
    duty: 'pets',
    summary: 'Delete any pet; its tag cannot be used again',
    params: ById,
    ...NO_CONTENT,
  }),
}
