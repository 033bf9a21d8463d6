import { z } from 'zod'
import { call } from '../../platform/call.ts'
import { BaseVersion, ById, NO_CONTENT } from '../../platform/envelope.ts'
import { Day, optionalDay, optionalText, requiredText } from '../../platform/fields.ts'
import { problem } from '../../platform/problem.ts'
import { landmarkText, textWithoutContact, wardText } from '../community/community-form.ts'
import { CAMPS_LISTED_MAX } from '../list-limits.ts'
import { PetGender, PetId } from '../pet-schemas.ts'
import { CAMP_KINDS } from './camp-kinds.ts'

const HELPERS_MAX = 50
/** The most animals that a phone keeps for a camp. The others are found when their work is sent. */
export const CAMP_ANIMALS_MAX = 2_000

const Kind = z.enum(CAMP_KINDS)
const nullableText = z.string().nullable()

/** A kind of work with what its care records say: the same for each animal of the camp. */
const KindForm = z.object({
  kind: Kind,
  product: optionalText({ field: 'careProduct', max: 200 }),
  batch: optionalText({ field: 'reference', max: 60 }),
  valid_until: optionalDay('validUntil'),
  vet: optionalText({ field: 'vet', max: 100 }),
})

const CampKind = z.object({
  kind: Kind,
  product: nullableText,
  batch: nullableText,
  valid_until: nullableText,
  vet: nullableText,
})
export type CampKindDetails = z.output<typeof CampKind>

const areNamedOnce = (kinds: { kind: string }[]) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length

/** `helpers` are the usernames of carers. */
const CampFields = z.object({
  name: requiredText({ field: 'name', max: 100 }),
  day: Day,
  ward: wardText('ward'),
  place: landmarkText('landmark'),
  kinds: z
    .array(KindForm, problem('required', { field: 'careKind' }))
    .min(1, problem('required', { field: 'careKind' }))
    .max(CAMP_KINDS.length)
    .refine(areNamedOnce, problem('invalid')),
  helpers: z
    .array(requiredText({ field: 'username', max: 100 }))
    .max(HELPERS_MAX)
    .default([]),
})

type KindEnds = { day: string; kinds: { valid_until?: string | null | undefined }[] }

/** Rejects work that is valid until a day before that of the camp: care records say the same of each animal. */
function endsAfterCamp({ day, kinds }: KindEnds, context: z.RefinementCtx): void {
  for (const [index, { valid_until }] of kinds.entries()) {
    if (valid_until && valid_until < day)
      context.addIssue({ code: 'custom', path: ['kinds', index, 'valid_until'], message: problem('validBeforeGiven') })
  }
}

export const CampForm = CampFields.superRefine(endsAfterCamp)
export type CampForm = z.output<typeof CampForm>

const CampUpdate = CampFields.extend({ version: BaseVersion }).superRefine(endsAfterCamp)

const CampFacts = z.object({ id: z.number(), name: z.string(), day: z.string(), ward: z.string(), place: z.string() })

/** A camp in a list. `works` counts what was done there, and `animals` each animal once, however much was done. */
export const CampSummary = CampFacts.extend({ works: z.number(), animals: z.number() })
export type CampSummary = z.output<typeof CampSummary>

/** An animal as a helper sees it, and what was done to it at this camp. */
export const CampAnimal = z.object({
  tag: z.string(),
  name: z.string(),
  type: z.string(),
  gender: PetGender,
  done: z.array(Kind),
})
export type CampAnimal = z.output<typeof CampAnimal>

/** A camp for a helper's phone: its defaults, and the animals of its ward and those that have been there. */
export const HelperCamp = CampFacts.extend({
  kinds: z.array(CampKind),
  animals: z.array(CampAnimal),
  works: z.number(),
})
export type HelperCamp = z.output<typeof HelperCamp>

/** Animals of one ward and sex with one kind of work. `certified` is null for work without certificates. */
const CampCount = z.object({
  kind: Kind,
  ward: z.string(),
  sex: PetGender,
  animals: z.number(),
  certified: z.number().nullable(),
})
export type CampCount = z.output<typeof CampCount>

export const Camp = CampFacts.extend({
  version: z.number(),
  kinds: z.array(CampKind),
  helpers: z.array(z.string()),
  counts: z.array(CampCount),
  /** Each animal once, however much was done. */
  animals: z.number(),
})
export type Camp = z.output<typeof Camp>

/** `already` if somebody else did the same work on this animal at this camp: then nothing was stored. */
export const WorkReply = z.object({
  outcome: z.enum(['done', 'already']),
  /** The username of whoever did it; null if that account is gone. */
  by: nullableText,
  pet_id: z.number(),
  animal: CampAnimal.omit({ done: true }),
})
export type WorkReply = z.output<typeof WorkReply>

const WorkKey = z.string().regex(/^[\w-]{8,100}$/, problem('notAnId'))
/** When it was done, by the clock of the phone. */
const At = z.iso.datetime({ error: problem('dateForm') })

/** The key makes it once: it is kept as long as the work, because a phone may send it after days. */
export const WorkForm = z.object({ key: WorkKey, tag: PetId, kind: Kind, at: At })
export type WorkForm = z.output<typeof WorkForm>

export const AnimalForm = z.object({
  key: WorkKey,
  tag: PetId,
  at: At,
  name: textWithoutContact('petName', 100),
  type: textWithoutContact('petType', 60),
  gender: PetGender,
})
export type AnimalForm = z.output<typeof AnimalForm>

/** The calls of helpers: admins with the duty for pets, and the carers that a camp names. */
export const campCalls = {
  list: call({
    method: 'GET',
    path: '/api/camps',
    access: 'signed-in',
    duty: 'pets',
    summary: 'The camps at which the caller may help, newest first',
    reply: z.array(CampSummary),
  }),
  open: call({
    method: 'GET',
    path: '/api/camps/{id}',
    access: 'owner',
    duty: 'pets',
    summary: 'A camp for a helper: its kinds of work and the animals of its ward',
    params: ById,
    reply: HelperCamp,
  }),
  addWork: call({
    method: 'POST',
    path: '/api/camps/{id}/works',
    access: 'owner',
    duty: 'pets',
    summary:
      'Store a piece of work with its care record, once for each key; the same work on the same animal is not doubled',
    params: ById,
    body: WorkForm,
    reply: WorkReply,
  }),
  registerAnimal: call({
    method: 'POST',
    path: '/api/camps/{id}/animals',
    access: 'owner',
    duty: 'pets',
    summary: 'Register an animal of the street on a blank tag, once for each key',
    params: ById,
    body: AnimalForm,
    reply: WorkReply,
  }),
  undoWork: call({
    method: 'DELETE',
    path: '/api/camps/{id}/works/{key}',
    access: 'owner',
    duty: 'pets',
    summary:
      'Undo a piece of work of the caller, and delete its care record unless another helper has sent the same; a repeat changes nothing',
    params: ById.extend({ key: WorkKey }),
    ...NO_CONTENT,
  }),
}

const ADMIN = { access: 'admin', duty: 'pets' } as const

/** The calls of admins, who make camps and report them to the municipality. */
export const campAdminCalls = {
  listAll: call({
    method: 'GET',
    path: '/api/admin/camps',
    ...ADMIN,
    summary: `The ${CAMPS_LISTED_MAX} newest camps, newest first`,
    reply: z.array(CampSummary),
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/camps/{id}',
    ...ADMIN,
    summary: 'A camp with its helpers, and its counts by kind of work, ward and sex',
    params: ById,
    reply: Camp,
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/camps',
    ...ADMIN,
    summary: 'Make a camp',
    body: CampForm,
    idempotent: true,
    reply: Camp,
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/admin/camps/{id}',
    ...ADMIN,
    summary:
      'Replace a camp; with a version, only where the stored camp still has it. Work that is done stays as it was stored',
    params: ById,
    body: CampUpdate,
    reply: Camp,
  }),
  delete: call({
    method: 'DELETE',
    path: '/api/admin/camps/{id}',
    ...ADMIN,
    summary: 'Delete a camp at which nothing was done',
    params: ById,
    ...NO_CONTENT,
  }),
  csv: call({
    method: 'GET',
    path: '/api/admin/camps/{id}/works.csv',
    ...ADMIN,
    priority: 'low',
    maxConcurrent: 4,
    summary: 'Each piece of work of a camp, as CSV',
    params: ById,
    file: 'text/csv',
    reply: z.string(),
  }),
  report: call({
    method: 'GET',
    path: '/api/admin/camps/{id}/report.pdf',
    ...ADMIN,
    priority: 'low',
    maxConcurrent: 5,
    summary: 'The report of a camp for the municipality, A4, in the language of the reader',
    params: ById,
    file: 'application/pdf',
    reply: z.string(),
  }),
}
