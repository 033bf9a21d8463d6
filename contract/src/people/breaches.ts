import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import type { MailState } from '../office/mails.ts'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { BaseVersion, ById, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { optionalDay, optionalText, requiredEmail, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { keysOf, labelsOf, mapEntries } from '../platform/registry.ts'

/** The computer emergency team is told within so many hours after a breach was noticed, and the Data Protection Board within so many. */
export const TEAM_HOURS = 6
export const BOARD_HOURS = 72

/** Stands in a draft where the breach book holds no words yet. A letter with it is not sent. */
export const GAP = '[…]'

export const BREACH_WORDS_MAX = 4_000
export const LETTER_MAX = 10_000

const words = () =>
  optionalText({ field: 'description', max: BREACH_WORDS_MAX, lines: 'many' })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? '')

// The clock of whoever writes may be ahead of the server's.
const AHEAD_MS_MAX = 5 * 60_000

const isInFuture = (instant: string) => Date.parse(instant) > Date.now() + AHEAD_MS_MAX

/** An instant that has been: from one still to come, no clock would run out. */
const Instant = z.iso
  .datetime({ offset: true, error: problem('required', { field: 'breachTime' }) })
  .refine((instant) => !isInFuture(instant), problem('inFuture', { field: 'breachTime' }))

/** A breach as it is first written down. `noticed_at` starts the clocks. */
export const NewBreach = z.object({
  title: requiredText({ field: 'title', max: 200 }),
  happened: requiredText({ field: 'description', max: BREACH_WORDS_MAX, lines: 'many' }),
  noticed_at: Instant,
})

const BreachFields = NewBreach.extend({
  occurred: optionalText({ field: 'description', max: 200 })
    .unwrap()
    .unwrap()
    .transform((text) => text ?? ''),
  kinds: z.array(z.string().max(40)).max(60),
  from_day: optionalDay('fromDay').transform((day) => day ?? null),
  to_day: optionalDay('toDay').transform((day) => day ?? null),
  consequences: words(),
  measures: words(),
  advice: words(),
})

type Period = { from_day: string | null; to_day: string | null }

/** A period that ends before it begins would concern nobody. */
const isPeriod = ({ from_day, to_day }: Period): boolean => !from_day || !to_day || from_day <= to_day

const END_BEFORE_START = { path: ['to_day'], error: problem('endsBeforeStart') }

/** All that is known of a breach. `kinds` are rows of the list of personal data; days are Indian days, both included. */
export const BreachFacts = BreachFields.refine(isPeriod, END_BEFORE_START)

export const BREACH_STEP_KINDS = ['note', 'team-told', 'board-told', 'letters-sent', 'closed'] as const
export type BreachStepKind = (typeof BREACH_STEP_KINDS)[number]

/** A step that an admin writes down: a note, or that an authority was told at this instant. */
export const BreachStepForm = z.object({
  kind: z.enum(BREACH_STEP_KINDS).exclude(['letters-sent', 'closed']),
  at: Instant,
  text: requiredText({ field: 'note', max: BREACH_WORDS_MAX, lines: 'many' }),
})

const filled = (text: string) => !text.includes(GAP)

const LetterForm = z.object({
  subject: requiredText({ field: 'title', max: 200 }).refine(filled, problem('missing')),
  body: requiredText({ field: 'message', max: LETTER_MAX, lines: 'many' }).refine(filled, problem('missing')),
})
export type BreachLetter = z.output<typeof LetterForm>

export const BreachLetters = z.object(mapEntries(languages, () => LetterForm))
export type BreachLetters = z.output<typeof BreachLetters>

/** The letter to an authority; `to` is its clock. */
export const AuthorityLetter = LetterForm.extend({
  to: z.enum(['team', 'board']),
  email: requiredEmail,
  language: z.enum(LANGUAGES),
})

const Told = z.object({ due_at: z.string(), told_at: z.string().nullable(), is_late: z.boolean() })

export const ListedBreach = z.object({
  id: z.number(),
  title: z.string(),
  noticed_at: z.string(),
  team: Told,
  board: Told,
  letters_at: z.string().nullable(),
  closed_at: z.string().nullable(),
})
export type ListedBreach = z.output<typeof ListedBreach>

export const BreachStep = z.object({
  id: z.number(),
  kind: z.enum(BREACH_STEP_KINDS),
  at: z.string(),
  text: z.string(),
  written_at: z.string(),
  /** Null once the account is deleted. */
  by: z.string().nullable(),
  /** It is a letter to an authority whose mail failed or is held: nobody was told by it, and another letter can go out. */
  is_failed: z.boolean(),
})
export type BreachStep = z.output<typeof BreachStep>

/** People by the language of their letter; `without_email` have a phone number only. Counted anew until the letters are sent. */
const Concerned = z.object({
  by_language: z.object(mapEntries(languages, () => z.number())),
  without_email: z.number(),
})
export type Concerned = z.output<typeof Concerned>

export const Breach = ListedBreach.extend({
  happened: z.string(),
  occurred: z.string(),
  kinds: z.array(z.string()),
  from_day: z.string().nullable(),
  to_day: z.string().nullable(),
  consequences: z.string(),
  measures: z.string(),
  advice: z.string(),
  version: z.number(),
  steps: z.array(BreachStep),
  concerned: Concerned,
  /** The kinds of data to choose from, in the reader's language. */
  offered: z.array(z.object({ kind: z.string(), label: z.string() })),
})
export type Breach = z.output<typeof Breach>

const Draft = z.object({ subject: z.string(), body: z.string() })
const Drafts = z.object(mapEntries(languages, () => Draft))

/** A letter to one of the people, as proof. `state` is that of its mail; `call` for somebody who has no e-mail address. */
const toldStates = {
  waiting: { label: 'breaches.mailWaiting' },
  held: { label: 'breaches.mailHeld' },
  failed: { label: 'breaches.mailFailed' },
  sent: { label: 'breaches.mailSent' },
  call: { label: 'breaches.mailCall' },
} as const satisfies Record<MailState | 'call', { label: PlainId }>

export const TOLD_STATE_LABELS = labelsOf(toldStates)

export const ToldPerson = z.object({
  id: z.number(),
  /** Empty once the person was erased. */
  email: z.string(),
  phone: z.string(),
  language: z.enum(LANGUAGES),
  state: z.enum(keysOf(toldStates)),
  sent_at: z.string().nullable(),
})
export type ToldPerson = z.output<typeof ToldPerson>

export const breachCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/breaches',
    access: 'admin',
    duty: 'privacy',
    summary: 'All breaches of personal data, the newest first, with their clocks',
    reply: success(z.array(ListedBreach)),
  }),
  read: call({
    method: 'GET',
    path: '/api/admin/breaches/{id}',
    access: 'admin',
    duty: 'privacy',
    maxConcurrent: 2,
    summary: 'One breach with its steps, and the number of people whom it concerns',
    params: ById,
    reply: success(Breach),
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/breaches',
    access: 'admin',
    duty: 'privacy',
    summary: 'Write down a breach; its clocks run from the instant at which it was noticed',
    idempotent: true,
    body: NewBreach,
    reply: success(Breach),
    status: 201,
  }),
  update: call({
    method: 'PUT',
    path: '/api/admin/breaches/{id}',
    access: 'admin',
    duty: 'privacy',
    summary:
      'Change what is known of a breach that is not closed, with a version only where the stored one still has it',
    params: ById,
    body: BreachFields.extend({ version: BaseVersion }).refine(isPeriod, END_BEFORE_START),
    reply: success(Breach),
  }),
  addStep: call({
    method: 'POST',
    path: '/api/admin/breaches/{id}/steps',
    access: 'admin',
    duty: 'privacy',
    summary: 'Write down what was done, or that an authority was told; steps stay as they are',
    idempotent: true,
    params: ById,
    body: BreachStepForm,
    reply: success(Breach),
    status: 201,
  }),
  drafts: call({
    method: 'GET',
    path: '/api/admin/breaches/{id}/drafts',
    access: 'admin',
    duty: 'privacy',
    maxConcurrent: 2,
    summary:
      'Drafts of the letters in three languages, made of what the breach book holds; the addresses are those of the settings',
    params: ById,
    reply: success(
      z.object({ people: Drafts, authority: Drafts, emails: z.object({ team: z.string(), board: z.string() }) }),
    ),
  }),
  sendLetters: call({
    method: 'POST',
    path: '/api/admin/breaches/{id}/letters',
    access: 'admin',
    duty: 'privacy',
    maxConcurrent: 1,
    summary:
      'Send the letter to all people whom the breach concerns, once, each in their language, with a version only where the stored one still has it',
    params: ById,
    body: BreachLetters.extend({ version: BaseVersion }),
    reply: success(Breach),
  }),
  tellAuthority: call({
    method: 'POST',
    path: '/api/admin/breaches/{id}/authority',
    access: 'admin',
    duty: 'privacy',
    summary: 'Send the letter to an authority by mail, once each unless it failed, and note that it was told',
    params: ById,
    body: AuthorityLetter,
    reply: success(Breach),
  }),
  listTold: call({
    method: 'GET',
    path: '/api/admin/breaches/{id}/people',
    access: 'admin',
    duty: 'privacy',
    priority: 'low',
    summary: 'A page of the people to whom the letters went, with the state of each mail',
    params: ById,
    query: PageQuery,
    reply: success(z.array(ToldPerson)).extend({ pagination: Pagination }),
  }),
  toldCsv: csvCall({
    path: '/api/admin/breaches/{id}/people.csv',
    duty: 'privacy',
    summary: 'The people to whom the letters went, with the state of each mail, as CSV',
    params: ById,
  }),
  close: call({
    method: 'POST',
    path: '/api/admin/breaches/{id}/close',
    access: 'admin',
    duty: 'privacy',
    summary: 'Close a breach; it stays in the book',
    params: ById,
    reply: success(Breach),
  }),
}
