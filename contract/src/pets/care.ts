import { z } from 'zod'
import { lastBegunDay } from '../platform/calendar.ts'
import { call } from '../platform/call.ts'
import { BaseVersion, InternalId, NO_CONTENT } from '../platform/envelope.ts'
import { optionalDay, optionalText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { fillPath } from '../visitor-paths.ts'
import { CARE_KINDS } from './care-kinds.ts'
import { PetKey } from './pet-schemas.ts'

const CareKind = z.enum(CARE_KINDS)

export const CARE_RECORDS_MAX = 200

const CareFields = z.object({
  kind: z.enum(CARE_KINDS, problem('required', { field: 'careKind' })),
  product: optionalText({ field: 'careProduct', max: 1000, lines: 'many' }),
  day: optionalDay('careDay'),
  valid_until: optionalDay('validUntil'),
  vet: optionalText({ field: 'vet', max: 100 }),
  note: optionalText({ field: 'note', max: 1000, lines: 'many' }),
})

type Days = { day?: string | null | undefined; valid_until?: string | null | undefined }

// A plan is no record yet: a finder must not read that a vaccination is valid before it was given.
const hasHappened = ({ day }: Days) => !day || day <= lastBegunDay()
const DAY_IN_FUTURE = { path: ['day'], error: problem('inFuture', { field: 'careDay' }) }

const endsAfterStart = ({ day, valid_until }: Days) => !day || !valid_until || valid_until >= day
const END_BEFORE_DAY = { path: ['valid_until'], error: problem('validBeforeGiven') }

/** A field that is left out is empty, also in an update. */
export const CareForm = CareFields.refine(hasHappened, DAY_IN_FUTURE).refine(endsAfterStart, END_BEFORE_DAY)
export type CareForm = z.output<typeof CareForm>

/** With `version`, the update is rejected if the stored record has another version. */
const CareUpdate = CareFields.extend({ version: BaseVersion })
  .refine(hasHappened, DAY_IN_FUTURE)
  .refine(endsAfterStart, END_BEFORE_DAY)

/** A treatment of a pet. `valid_until` is the day that the vet wrote; days are Indian days. */
export const CareRecord = z.object({
  id: z.number(),
  version: z.number(),
  kind: CareKind,
  product: z.string().nullable(),
  day: z.string().nullable(),
  valid_until: z.string().nullable(),
  vet: z.string().nullable(),
  note: z.string().nullable(),
  /** In a list, of the kind `other`: the pet form wrote it as a vaccination, and a newer one of the form replaces it, whatever it names. */
  is_vaccination: z.boolean().optional(),
  /** In a list: the owner has emptied the part of the pet form that showed it, so that a finder reads nothing of it. */
  is_cleared: z.boolean().optional(),
})
export type CareRecord = z.output<typeof CareRecord>

/** The earliest day on which a pet's care ends or has ended. `pet_id` is the pet's internal id. */
export const CareDue = z.object({ pet_id: z.number(), kind: CareKind, day: z.string() })
export type CareDue = z.output<typeof CareDue>

const FEED_PATH = '/care/{token}.ics'

export const feedPath = (token: string): string => fillPath(FEED_PATH, { token })

const ofPet = z.object({ id: PetKey })
const oneRecord = z.object({ id: PetKey, careId: InternalId })

export const careCalls = {
  list: call({
    method: 'GET',
    path: '/pets/{id}/care',
    access: 'owner',
    duty: 'pets',
    summary: 'The care records of a pet, newest first',
    params: ofPet,
    reply: z.array(CareRecord),
  }),
  create: call({
    method: 'POST',
    path: '/pets/{id}/care',
    access: 'owner',
    duty: 'pets',
    summary: 'Add a care record to a pet',
    params: ofPet,
    body: CareForm,
    idempotent: true,
    reply: CareRecord,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/pets/{id}/care/{careId}',
    access: 'owner',
    duty: 'pets',
    summary: 'Replace a care record; with a version, only where the stored record still has it',
    params: oneRecord,
    body: CareUpdate,
    reply: CareRecord,
  }),
  delete: call({
    method: 'DELETE',
    path: '/pets/{id}/care/{careId}',
    access: 'owner',
    duty: 'pets',
    summary: 'Delete a care record',
    params: oneRecord,
    ...NO_CONTENT,
  }),
  listDue: call({
    method: 'GET',
    path: '/care/due',
    access: 'signed-in',
    summary: "What is due next for each of the caller's own pets",
    reply: z.array(CareDue),
  }),
  calendar: call({
    method: 'GET',
    path: '/pets/{id}/care.ics',
    access: 'owner',
    duty: 'pets',
    summary: 'What is due for a pet and when, as an iCalendar file',
    params: ofPet,
    file: 'text/calendar',
    reply: z.string(),
  }),
  feedState: call({
    method: 'GET',
    path: '/care/feed',
    access: 'signed-in',
    summary: "Since when the caller's calendar feed exists; null without one",
    reply: z.object({ created_at: z.string().nullable() }),
  }),
  renewFeed: call({
    method: 'POST',
    path: '/care/feed',
    access: 'signed-in',
    summary: "A new secret address for the caller's calendar feed; the one before ends. It is shown only once",
    reply: z.object({ path: z.string() }),
  }),
  revokeFeed: call({
    method: 'DELETE',
    path: '/care/feed',
    access: 'signed-in',
    summary: "End the caller's calendar feed",
    ...NO_CONTENT,
  }),
  readFeed: call({
    method: 'GET',
    path: FEED_PATH,
    access: 'anyone',
    summary: "What is due for all pets of an account, as an iCalendar file, for whoever has the feed's address",
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, problem('notAFeed')) }),
    file: 'text/calendar',
    reply: z.string(),
  }),
}
