import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { BaseVersion, ById, Id, InternalId, NO_CONTENT, success } from '../platform/envelope.ts'
import { optionalDay, optionalText, reasonBody, requiredText } from '../platform/fields.ts'
import { toRupees } from '../platform/money.ts'
import { problem } from '../platform/problem.ts'
import { labelsOf } from '../platform/registry.ts'
import { caseOutcomes } from './case-outcomes.ts'
import {
  CaseEvent,
  type CaseEventKind,
  CaseOutcome,
  CasePriority,
  CORRECTED,
  ComplaintFields,
  ComplaintSource,
  HoldForm,
} from './complaint-schemas.ts'
import { complaintStatuses } from './complaint-statuses.ts'
import { Complaint, ComplaintFilter, ComplaintStatus } from './complaints.ts'

export const PRIORITIES: Record<CasePriority, PlainId> = {
  high: 'caseWork.high',
  normal: 'caseWork.normal',
  low: 'caseWork.low',
}

export const OUTCOMES = labelsOf(caseOutcomes)

export const EVENT_LABELS: Record<CaseEventKind, PlainId> = {
  filed: 'caseEvents.filed',
  paid: 'caseEvents.paid',
  status: 'caseEvents.status',
  note: 'caseEvents.note',
  assign: 'caseEvents.assign',
  priority: 'caseEvents.priority',
  due: 'caseEvents.due',
  outcome: 'caseEvents.outcome',
  mail: 'caseEvents.mail',
  reveal: 'caseEvents.reveal',
  merge: 'caseEvents.merge',
  reopen: 'caseEvents.reopen',
  refund: 'caseEvents.refund',
  file: 'caseEvents.file',
}

/** `admins` are those who can be named, null while they are not known; `unnamed` stands for any other. */
type Writing = {
  text: Translate
  language: Language
  admins: { id: number; username: string }[] | null
  unnamed: PlainId
}

/** Writes the value before or after an event of a case. */
export function wordsOfEvent(kind: CaseEventKind, value: string, { text, language, admins, unnamed }: Writing): string {
  const status = ComplaintStatus.safeParse(value).data
  if (kind === 'status' && status) return text(complaintStatuses[status].label)
  const priority = CasePriority.safeParse(value).data
  if (kind === 'priority' && priority) return text(PRIORITIES[priority])
  const outcome = CaseOutcome.safeParse(value).data
  if (kind === 'outcome' && outcome) return text(OUTCOMES[outcome])
  if (kind === 'filed' && value === ComplaintSource.enum.phone) return text('caseEvents.byPhone')
  if (kind === 'filed') return text(value === CORRECTED ? 'caseEvents.corrected' : 'caseEvents.atDesk')
  if (kind === 'assign') {
    if (admins === null) return `#${value}`
    return admins.find(({ id }) => String(id) === value)?.username ?? text(unnamed)
  }
  if (kind === 'due') return formatLongDay(value, language)
  if (kind === 'paid' || kind === 'refund') return formatRupees(toRupees(Number(value)))
  return value
}

/** A complaint that an admin writes down for somebody, who may have no e-mail address and then gets no mails. */
export const EntryForm = ComplaintFields.omit({ lat: true, lon: true, accuracy: true }).extend({
  email: optionalText({ field: 'email', max: 254 }).refine(
    (email) => !email || z.email().safeParse(email).success,
    problem('invalidEmail'),
  ),
  phone: optionalText({ field: 'phone', max: 30 }),
  source: ComplaintSource.exclude(['form']),
  language: z.enum(LANGUAGES),
  /** The admin has said what is stored about the person and why, and the person agrees. */
  agreed: z.literal(true, problem('notAgreed')),
})
export type EntryForm = z.output<typeof EntryForm>

const entryCalls = {
  enter: call({
    method: 'POST',
    path: '/api/admin/complaints',
    access: 'admin',
    duty: 'cases',
    summary: 'Write down a complaint for somebody on the phone or at the desk; the fee can be taken at the desk',
    body: EntryForm,
    idempotent: true,
    reply: success(z.object({ id: z.number(), reference: z.string() })),
    status: 201,
  }),
  makeFollowLink: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/follow-link',
    access: 'admin',
    duty: 'cases',
    summary:
      'Make a link with which the complainant follows the complaint, to hand it over; earlier links keep working',
    params: ById,
    reply: success(z.object({ url: z.string() })),
  }),
}

/** An update leaves the fields alone that it does not name; null clears a field. */
export const CaseUpdate = z.object({
  version: BaseVersion.unwrap(),
  priority: CasePriority.optional(),
  due_on: optionalDay('dueDay'),
  assignee_id: Id.nullish(),
  outcome: CaseOutcome.nullish(),
})
export type CaseUpdate = z.output<typeof CaseUpdate>

/** A note by an admin. An internal note is for admins alone; the complainant gets any other by mail. */
export const NoteForm = z.object({
  text: requiredText({ field: 'note', max: 5_000, lines: 'many' }),
  internal: z.boolean(problem('missing')),
})

/** A text that admins put into their notes, offered first with `for_status`. */
export const AnswerForm = z.object({
  title: requiredText({ field: 'title', max: 100 }),
  text: requiredText({ field: 'answer', max: 5_000, lines: 'many' }),
  language: z.enum(LANGUAGES),
  for_status: ComplaintStatus.nullish(),
})
const AnswerUpdate = AnswerForm.extend({ version: BaseVersion })
export const Answer = AnswerForm.extend({ id: z.number(), version: z.number() })
export type Answer = z.output<typeof Answer>

export const CASE_ANSWERS_MAX = 200

export const CASES_AT_ONCE_MAX = 50

export const caseCalls = {
  update: call({
    method: 'PUT',
    path: '/api/admin/complaints/{id}',
    access: 'admin',
    duty: 'cases',
    summary:
      'Change how a case is worked on; what is left out stays. 409 if somebody has changed the case since this version',
    params: ById,
    body: CaseUpdate,
    reply: success(Complaint),
  }),
  updateSeveral: call({
    method: 'PUT',
    path: '/api/admin/complaints',
    access: 'admin',
    duty: 'cases',
    maxConcurrent: 2,
    summary: `Set the status or the assignee of up to ${CASES_AT_ONCE_MAX} complaints at once: of all of them or, if one is unknown, of none`,
    body: z.object({
      ids: z.array(Id).min(1, problem('missing')).max(CASES_AT_ONCE_MAX),
      status: ComplaintStatus.optional(),
      assignee_id: Id.nullish(),
    }),
    // The number of those that did not have these values yet.
    reply: success(z.object({ changed: z.number() })),
  }),
  listEvents: call({
    method: 'GET',
    path: '/api/admin/complaints/{id}/events',
    access: 'admin',
    duty: 'cases',
    summary: 'The history of a complaint, oldest first, with what is internal',
    params: ById,
    reply: success(z.array(CaseEvent)),
  }),
  addNote: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/notes',
    access: 'admin',
    duty: 'cases',
    summary: 'Add a note to the history; one that is not internal goes to the complainant by mail',
    params: ById,
    body: NoteForm,
    idempotent: true,
    reply: success(z.object({ id: z.number() })),
    status: 201,
  }),
  reveal: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/reveal',
    access: 'admin',
    duty: 'cases',
    summary: 'Who complained, where the name is withheld; the reason is kept in the history',
    params: ById,
    body: reasonBody(),
    reply: success(
      z.object({ fullname: z.string(), email: z.string(), phone: z.string(), receipt_path: z.string().nullable() }),
    ),
  }),
  takeOriginal: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/files/{fileId}/original',
    access: 'admin',
    duty: 'cases',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'A file of a complaint as it came, checked against its SHA-256; the reason is kept in the history',
    params: ById.extend({ fileId: InternalId }),
    body: reasonBody(),
    file: 'application/octet-stream',
    reply: z.string(),
  }),
  takeBundle: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/bundle',
    access: 'admin',
    duty: 'cases',
    priority: 'low',
    maxConcurrent: 2,
    summary:
      'All of a case for the police, as a zip: originals with their SHA-256, who handled them, the facts, a draft of the certificate; a withheld name only if asked for. The reason is kept in the history',
    params: ById,
    body: reasonBody().extend({ shows_name: z.boolean().default(false) }),
    file: 'application/zip',
    reply: z.string(),
  }),
  hold: call({
    method: 'PUT',
    path: '/api/admin/complaints/{id}/hold',
    access: 'admin',
    duty: 'cases',
    summary:
      'Hold a complaint until a day, so that no erasure touches it, or end its hold with null; the reason is kept in the audit',
    params: ById,
    body: HoldForm,
    reply: success(Complaint),
  }),
  merge: call({
    method: 'POST',
    path: '/api/admin/complaints/{id}/merge',
    access: 'admin',
    duty: 'cases',
    summary:
      'Close a complaint as a duplicate of another one, which its complainant follows from then on, and refund its fee',
    params: ById,
    body: z.object({ into: Id }),
    reply: success(Complaint),
  }),
  neighbours: call({
    method: 'GET',
    path: '/api/admin/complaints/{id}/neighbours',
    access: 'admin',
    duty: 'cases',
    summary: 'The complaints before and after this one in the list with this filter',
    params: ById,
    query: ComplaintFilter,
    reply: success(z.object({ previous: z.number().nullable(), next: z.number().nullable() })),
  }),
  listAnswers: call({
    method: 'GET',
    path: '/api/admin/answers',
    access: 'admin',
    duty: 'cases',
    summary: 'The texts that admins put into their notes, by title',
    reply: success(z.array(Answer)),
  }),
  createAnswer: call({
    method: 'POST',
    path: '/api/admin/answers',
    access: 'admin',
    duty: 'cases',
    summary: 'Keep a text for notes to complainants',
    body: AnswerForm,
    idempotent: true,
    reply: success(z.object({ id: z.number() })),
    status: 201,
  }),
  updateAnswer: call({
    method: 'PUT',
    path: '/api/admin/answers/{id}',
    access: 'admin',
    duty: 'cases',
    summary: 'Change such a text; 409 if somebody has changed it since this version',
    params: ById,
    body: AnswerUpdate,
    reply: success(Answer),
  }),
  deleteAnswer: call({
    method: 'DELETE',
    path: '/api/admin/answers/{id}',
    access: 'admin',
    duty: 'cases',
    summary: 'Delete such a text',
    params: ById,
    ...NO_CONTENT,
  }),
  listAssignees: call({
    method: 'GET',
    path: '/api/admin/assignees',
    access: 'admin',
    duty: 'cases',
    summary: 'The admins, who can be assigned to a case, by name',
    reply: success(z.array(z.object({ id: z.number(), username: z.string() }))),
  }),
  ...entryCalls,
}
