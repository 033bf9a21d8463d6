import type { z } from 'zod'
import type { Duty, NeededDuty } from '../people/duties.ts'

/**
 * Names the people who may make a call.
 *
 * `owner` means signed in; the handler finds only the caller's own records (an admin: any) and answers 404 for others, so that
 * a stranger cannot learn that they exist.
 */
export type Access = 'anyone' | 'signed-in' | 'user' | 'admin' | 'owner'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the product: the server mounts it, the browser calls it, the API docs describe it and the tests iterate over it.
 */
export type Call = CallFacts & Duties

/**
 * The duty that an admin needs to make the call, or, where the call is not for admins only, to make it for others: without the duty, an
 * admin is treated like anybody else there.
 */
type Duties =
  | { readonly access: 'admin'; readonly duty: NeededDuty }
  | { readonly access: 'owner'; readonly duty: Duty }
  | { readonly access: Exclude<Access, 'admin' | 'owner'>; readonly duty?: Duty }

type CallFacts = {
  readonly method: Method
  /** With `{name}` for each parameter, e.g. `/pets/{id}`. */
  readonly path: string
  /**
   * Works with a token that is not known: for calls about money that was paid, and for one that has a secret of its own there. Every other
   * call answers 401, so that nobody pays or writes in a session that has ended without belonging to it.
   */
  readonly ignoresDeadToken?: boolean
  /** An admin who still has to set up a second factor may make it, too. */
  readonly beforeEnrolment?: boolean
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** For a multipart/form-data body: the name of its optional file field. */
  readonly multipart?: string
  /** Beside `multipart`: a field that may be repeated, for further files; `max` counts all files of the form. */
  readonly moreFiles?: { name: string; max: number }
  /**
   * Also accepts the form of a page that works without JavaScript; the name of its optional file field. The handler then answers with
   * a redirect or a page.
   */
  readonly plainForm?: string
  /** The handler gets the raw bytes of the body and validates them itself. */
  readonly raw?: boolean
  /** Answers with a streamed file of this type. */
  readonly file?: 'text/csv' | 'application/pdf' | 'text/calendar' | 'application/zip' | 'application/octet-stream'
  readonly reply: z.ZodType
  /** The success status; 200 by default, 204 has no body. */
  readonly status?: 200 | 201 | 204
  /** Accepts the header Idempotency-Key: a repeat with the same key and content returns what the first request created. */
  readonly idempotent?: boolean
  /** Without `page` the whole list, with it one page; the total is in the reply header `X-Total-Count`. */
  readonly paged?: boolean
  /** The priority under overload: `low` is rejected first and `critical` last; `normal` by default. */
  readonly priority?: 'critical' | 'normal' | 'low'
  /** For expensive calls: the most that run at a time on one node, together with other calls that share the limit. */
  readonly maxConcurrent?: number
}

export function call<const C extends Call>(definition: C): C {
  return definition
}

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = NonNullable<C[K]>

/** The arguments of a handler: every part of the call, validated and with defaults. */
export type Checked<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: z.output<Part<C, K>>
}

/** The arguments of a caller: every part of the call, before validation and defaults. */
export type Input<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: z.input<Part<C, K>>
}

export type Reply<C extends Call> = z.output<C['reply']>
