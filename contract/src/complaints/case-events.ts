import { z } from 'zod'

/** Kinds of events in a complaint's history. The complainant never sees `assign`, `priority`, `due`, `mail` and `reveal`. */
export const CaseEventKind = z.enum([
  'filed',
  'paid',
  'status',
  'note',
  'assign',
  'priority',
  'due',
  'outcome',
  'mail',
  'reveal',
  'merge',
  'reopen',
  'refund',
  'file',
])
export type CaseEventKind = z.output<typeof CaseEventKind>

/** The `after` of an event `filed` that replaced what was filed before. */
export const CORRECTED = 'corrected'

/** The `after` of an event `reveal` with which all of a case was taken out for the police. */
export const BUNDLE = 'bundle'

/** `system` is the program itself, or the payment provider. */
export const CaseEventBy = z.enum(['complainant', 'admin', 'system'])
export type CaseEventBy = z.output<typeof CaseEventBy>

/** An event as the complainant sees it. `before` and `after` are values as they are stored: a status, an amount in paise. */
export const PublicCaseEvent = z.object({
  id: z.number(),
  at: z.string(),
  by: CaseEventBy,
  kind: CaseEventKind,
  text: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type PublicCaseEvent = z.output<typeof PublicCaseEvent>

/** An event as admins see it. `username` is that of the admin, and null for anybody else or after the account was deleted. */
export const CaseEvent = PublicCaseEvent.extend({ username: z.string().nullable(), internal: z.boolean() })
export type CaseEvent = z.output<typeof CaseEvent>
