import { z } from 'zod'
import { call } from '../../platform/call.ts'
import { csvCall } from '../../platform/csv-call.ts'
import { ById, InternalId, NO_CONTENT, ordersBy, PageQuery, Pagination, success } from '../../platform/envelope.ts'
import { optionalText, requiredText } from '../../platform/fields.ts'
import { PetGender, PetId, PetKey } from '../pet-schemas.ts'
import { Pet } from '../pets.ts'
import { CERTIFICATE_PATH, COMMUNITY_STATUSES, EAR_NOTCHES, SEEN_PATH } from './community-facts.ts'
import { CommunityChange, NewCommunityAnimal } from './community-form.ts'

const text = z.string().nullable()
const day = z.string().nullable()

/** An animal of the street as its carers and admins see it. Days are Indian days. */
export const CommunityAnimal = z.object({
  id: z.number(),
  version: z.number(),
  petId: z.string(),
  petName: z.string(),
  petType: z.string(),
  petAge: z.string(),
  petGender: PetGender,
  photos: Pet.shape.photos,
  ward: z.string(),
  landmark: z.string(),
  earNotch: z.enum(EAR_NOTCHES),
  status: z.enum(COMMUNITY_STATUSES),
  sterilisedOn: day,
  sterilisedBy: text,
  recognitionNo: text,
  certificateNo: text,
  hasCertificateFile: z.boolean(),
  note: text,
  rabiesOn: day,
  rabiesValidUntil: day,
})
export type CommunityAnimal = z.output<typeof CommunityAnimal>

export const CommunityOrder = ordersBy('name', 'ward', 'registered')
export type CommunityOrder = z.output<typeof CommunityOrder>

/** The states of animals in a list. Those that were adopted are pets of somebody and stand in none. */
export const ListedStatus = z.enum(COMMUNITY_STATUSES).exclude(['adopted'])

/** Animals that live there still need one of these: a valid vaccination against rabies, or to be sterilised. */
export const CareDue = z.enum(['vaccination', 'sterilisation'])

/** A filter that is left out means "any". */
export const CommunityFilter = z.object({
  ward: optionalText({ field: 'ward', max: 80 }),
  status: ListedStatus.optional(),
  due: CareDue.optional(),
  search: optionalText({ field: 'search', max: 100 }),
})
export type CommunityFilter = z.output<typeof CommunityFilter>

/** A ward with its animals that live there now; the shares are of these. */
export const WardCounts = z.object({
  ward: z.string(),
  animals: z.number(),
  /** Their newest vaccination against rabies is valid today. */
  vaccinated: z.number(),
  sterilised: z.number(),
  /** The sterilised ones whose certificate is stored as a file. */
  certified: z.number(),
  /** The next day on which a vaccination of one of them ends, today or later; null if none is known. */
  nextDue: day,
  /** Animals whose vaccination against rabies has ended, or that have none on record. */
  overdue: z.number(),
})
export type WardCounts = z.output<typeof WardCounts>

/** The count of people who saw an animal in an area in the week that began on this Monday. */
export const SightingCount = z.object({ week: z.string(), area: z.string(), count: z.number() })
export type SightingCount = z.output<typeof SightingCount>

/** An account that looks after animals of the street. Only admins see it. No reminder is mailed to an unconfirmed address. */
export const Carer = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  animals: z.number(),
})
export type Carer = z.output<typeof Carer>

const byKey = z.object({ id: PetKey })
export const CarerForm = z.object({ login: requiredText({ field: 'login', max: 254 }) })

export const communityCalls = {
  register: call({
    method: 'POST',
    path: '/api/community',
    access: 'signed-in',
    duty: 'pets',
    summary: 'Register an animal of the street, for carers and admins; a carer who registers it looks after it',
    body: NewCommunityAnimal,
    idempotent: true,
    reply: success(CommunityAnimal),
    status: 201,
  }),
  listOwn: call({
    method: 'GET',
    path: '/api/community',
    access: 'signed-in',
    summary:
      'The animals of the street that the caller looks after, by name; a page of them with page and limit; and whether the caller may register more',
    query: PageQuery,
    reply: success(
      z.object({
        animals: z.array(CommunityAnimal),
        mayRegister: z.boolean(),
        /** False if the caller's own address is not confirmed: no reminder of care is mailed there. */
        isEmailConfirmed: z.boolean(),
        wards: z.array(z.string()),
      }),
      // Only beside a page.
    ).extend({ pagination: Pagination.optional() }),
  }),
  read: call({
    method: 'GET',
    path: '/api/community/{id}',
    access: 'owner',
    duty: 'pets',
    summary: 'An animal of the street, for its carers and admins',
    params: byKey,
    reply: success(CommunityAnimal),
  }),
  change: call({
    method: 'PUT',
    path: '/api/community/{id}',
    access: 'owner',
    duty: 'pets',
    summary: 'Change an animal of the street; with a version, only where the stored one still has it',
    params: byKey,
    body: CommunityChange,
    reply: success(CommunityAnimal),
  }),
  see: call({
    method: 'POST',
    path: SEEN_PATH,
    access: 'anyone',
    summary:
      'Say that one has seen an animal of the street: counted by area and week, without a person, a time or a place; the form of its page',
    params: z.object({ petId: PetId }),
    body: z.object({ area: requiredText({ field: 'ward', max: 80 }) }),
    plainForm: 'file',
    ...NO_CONTENT,
  }),
  certificate: call({
    method: 'GET',
    path: CERTIFICATE_PATH,
    access: 'anyone',
    priority: 'low',
    maxConcurrent: 5,
    summary:
      'A certificate of an animal of the street, A4: its sterilisation and vaccinations with their days, and its ward; no person',
    params: z.object({ petId: PetId }),
    file: 'application/pdf',
    reply: z.string(),
  }),
  putCertificateFile: call({
    method: 'PUT',
    path: '/api/community/{id}/certificate-file',
    access: 'owner',
    duty: 'pets',
    summary:
      'Store the certificate of the sterilisation of an animal of the street (PDF, JPEG or PNG, at most 5 MB) in place of the one before',
    params: byKey,
    body: z.object({}),
    multipart: 'file',
    maxConcurrent: 2,
    reply: success(CommunityAnimal),
  }),
  certificateFile: call({
    method: 'GET',
    path: '/api/community/{id}/certificate-file',
    access: 'owner',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'The certificate of the sterilisation of an animal of the street as a file, for its carers and admins',
    params: byKey,
    file: 'application/octet-stream',
    reply: z.string(),
  }),
  deleteCertificateFile: call({
    method: 'DELETE',
    path: '/api/community/{id}/certificate-file',
    access: 'owner',
    duty: 'pets',
    summary: 'Delete the file of the certificate of an animal of the street',
    params: byKey,
    reply: success(CommunityAnimal),
  }),
  sightings: call({
    method: 'GET',
    path: '/api/community/{id}/sightings',
    access: 'owner',
    duty: 'pets',
    summary: 'How often an animal of the street was seen in the last twelve weeks, by week and area, newest first',
    params: byKey,
    reply: success(z.array(SightingCount)),
  }),
  listAll: call({
    method: 'GET',
    path: '/api/admin/community',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    summary:
      'A page of the animals of the street that the filter selects, newest first unless the order says otherwise',
    query: CommunityFilter.extend({ ...PageQuery.shape, sort: CommunityOrder.optional() }),
    reply: success(z.array(CommunityAnimal)).extend({ pagination: Pagination }),
  }),
  csv: csvCall({
    path: '/api/admin/community.csv',
    duty: 'pets',
    summary: 'The animals of the street that the filter selects, as CSV',
    query: CommunityFilter,
  }),
  wards: call({
    method: 'GET',
    path: '/api/admin/community/wards',
    access: 'admin',
    duty: 'pets',
    priority: 'low',
    summary:
      'By ward: how many animals of the street live there, how many are vaccinated and sterilised, what is due next',
    reply: success(z.array(WardCounts)),
  }),
  adopt: call({
    method: 'POST',
    path: '/api/admin/community/{id}/adopt',
    access: 'admin',
    duty: 'pets',
    summary: 'Make an animal of the street the pet of an account; its tag, photos and care stay, its carers do not',
    params: ById,
    body: CarerForm,
    ...NO_CONTENT,
  }),
  listCarers: call({
    method: 'GET',
    path: '/api/admin/carers',
    access: 'admin',
    duty: 'pets',
    summary: 'The accounts that may register animals of the street',
    reply: success(z.array(Carer)),
  }),
  nameCarer: call({
    method: 'POST',
    path: '/api/admin/carers',
    access: 'admin',
    duty: 'pets',
    summary: 'Let an account register animals of the street',
    body: CarerForm,
    reply: success(Carer),
  }),
  removeCarer: call({
    method: 'DELETE',
    path: '/api/admin/carers/{userId}',
    access: 'admin',
    duty: 'pets',
    summary: 'End the work of a carer: the account loses all animals of the street at once',
    params: z.object({ userId: InternalId }),
    ...NO_CONTENT,
  }),
  listCarersOf: call({
    method: 'GET',
    path: '/api/admin/community/{id}/carers',
    access: 'admin',
    duty: 'pets',
    summary: 'The carers of one animal of the street',
    params: ById,
    reply: success(z.array(Carer)),
  }),
  addCarer: call({
    method: 'POST',
    path: '/api/admin/community/{id}/carers',
    access: 'admin',
    duty: 'pets',
    summary: 'Let an account look after an animal of the street; it may register others then, too',
    params: ById,
    body: CarerForm,
    reply: success(Carer),
  }),
  dropCarer: call({
    method: 'DELETE',
    path: '/api/admin/community/{id}/carers/{userId}',
    access: 'admin',
    duty: 'pets',
    summary: 'End the care of an account for one animal; it loses access at once',
    params: z.object({ id: InternalId, userId: InternalId }),
    ...NO_CONTENT,
  }),
}
