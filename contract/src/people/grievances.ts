import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ById, ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { optionalText, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { keysOf } from '../platform/registry.ts'

/** About somebody's personal data, or about anything else that the foundation did. Each has days of its own in the settings. */
export const GrievanceKind = z.enum(['data', 'other'])
export type GrievanceKind = z.output<typeof GrievanceKind>

/** It came with the form on `/contact`, or an admin wrote it down at the desk or on the phone. */
export const GRIEVANCE_WAYS = ['form', 'desk', 'call'] as const
export type GrievanceWay = (typeof GRIEVANCE_WAYS)[number]

/** Whoever writes is told within so many hours that it has come. */
export const ACKNOWLEDGE_HOURS = 24

export const GRIEVANCE_TEXT_MAX = 4_000

/** A grievance as anybody sends it. The server wants an e-mail address or a phone number. */
export const GrievanceForm = z.object({
  kind: GrievanceKind,
  name: requiredText({ field: 'name', max: 100 }),
  email: optionalText({ field: 'email', max: 254 }).refine(
    (email) => !email || z.email().safeParse(email).success,
    problem('invalidEmail'),
  ),
  phone: optionalText({ field: 'phone', max: 30 }),
  text: requiredText({ field: 'message', max: GRIEVANCE_TEXT_MAX, lines: 'many' }),
})
export type GrievanceForm = z.output<typeof GrievanceForm>

/** A grievance that an admin writes down for somebody; `language` is that of the mails to this person. */
export const GrievanceEntry = GrievanceForm.extend({
  way: z.enum(GRIEVANCE_WAYS).exclude(['form']),
  language: z.enum(LANGUAGES),
})

export const GrievanceAnswer = z.object({
  answer: requiredText({ field: 'answer', max: GRIEVANCE_TEXT_MAX, lines: 'many' }),
})

/** The number by which people and the foundation speak of a grievance. */
export const grievanceNumber = (id: number) => `G-${id}`

/** `due_on` is an Indian day, instants are ISO 8601. Somebody without an address has an empty `email`, as everybody after an erasure. */
export const ListedGrievance = z.object({
  id: z.number(),
  number: z.string(),
  kind: GrievanceKind,
  way: z.enum(GRIEVANCE_WAYS),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.enum(LANGUAGES),
  text: z.string(),
  received_at: z.string(),
  acknowledge_by: z.string(),
  acknowledged_at: z.string().nullable(),
  /** It should have been acknowledged, or answered, before now. */
  is_overdue: z.boolean(),
  due_on: z.string(),
  answered_at: z.string().nullable(),
  answer: z.string().nullable(),
  /** Usernames of admins; null for the program itself and for deleted accounts. */
  entered_by: z.string().nullable(),
  acknowledged_by: z.string().nullable(),
  answered_by: z.string().nullable(),
})
export type ListedGrievance = z.output<typeof ListedGrievance>

export const GrievanceOrder = ordersBy('received', 'due', 'answered')
export type GrievanceOrder = z.output<typeof GrievanceOrder>

/** The states of a grievance; `order` is that of their list unless another one is asked for. */
export const grievanceStates = {
  open: { order: 'received' },
  answered: { order: 'answered-desc' },
} as const satisfies Record<string, { order: GrievanceOrder }>

export const GrievanceState = z.enum(keysOf(grievanceStates))
export type GrievanceState = z.output<typeof GrievanceState>

export const grievanceCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/grievances',
    access: 'admin',
    duty: 'privacy',
    priority: 'low',
    summary:
      'A page of the grievances that are open, oldest first, or of those that are answered, newest first, or in the order asked for; the counts stop at 1,000',
    query: PageQuery.extend({ state: GrievanceState.default('open'), sort: GrievanceOrder.optional() }),
    reply: success(z.array(ListedGrievance)).extend({
      summary: z.object({ open: z.number(), overdue: z.number() }),
      pagination: Pagination,
    }),
  }),
  csv: csvCall({
    path: '/api/admin/grievances.csv',
    duty: 'privacy',
    summary: 'The grievances that are open, or those that are answered, as CSV, oldest first',
    query: z.object({ state: GrievanceState.default('open') }),
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/grievances/{id}',
    access: 'admin',
    duty: 'privacy',
    summary: 'One grievance',
    params: ById,
    reply: success(ListedGrievance),
  }),
  enter: call({
    method: 'POST',
    path: '/api/admin/grievances',
    access: 'admin',
    duty: 'privacy',
    summary:
      'Write down a grievance for somebody at the desk or on the phone; with an e-mail address it is acknowledged at once',
    idempotent: true,
    body: GrievanceEntry,
    reply: success(ListedGrievance),
    status: 201,
  }),
  acknowledge: call({
    method: 'POST',
    path: '/api/admin/grievances/{id}/acknowledge',
    access: 'admin',
    duty: 'privacy',
    summary: 'Note that somebody without an e-mail address was told that the grievance has come, and its number',
    params: ById,
    reply: success(ListedGrievance),
  }),
  answer: call({
    method: 'POST',
    path: '/api/admin/grievances/{id}/answer',
    access: 'admin',
    duty: 'privacy',
    summary:
      'Answer a grievance, once; the answer is mailed to the person, who without an e-mail address is told by the admin',
    params: ById,
    body: GrievanceAnswer,
    reply: success(ListedGrievance),
  }),
}
