import type { z } from 'zod'
import type { Duty, NeededDuty } from '../people/duties.ts'

/** The people who may make a call. With `owner` the handler answers 404 for others' records, as for unknown ones. */
export type Access = 'anyone' | 'signed-in' | 'user' | 'admin' | 'owner'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call, which the server mounts, the browser calls, the API docs describe and the tests iterate over. */
export type Call = CallFacts & Duties

/** The duty an admin needs for the call or, if it is not for admins only, to make it for others. */
type Duties =
  | { readonly access: 'admin'; readonly duty: NeededDuty }
  | { readonly access: 'owner'; readonly duty: Duty }
  | { readonly access: Exclude<Access, 'admin' | 'owner'>; readonly duty?: Duty }

type CallFacts = {
  readonly method: Method
  /** The path has `{name}` for each parameter, such as `/pets/{id}`. */
  readonly path: string
  /** Works with an unknown token. Other calls answer 401, so that nobody writes in an ended session unawares. */
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
  /** The optional file field of a page's form that is also taken, and answered with a redirect or a page; null without files. */
  readonly plainForm?: string | null
  /** The handler gets the raw bytes of the body and validates them itself. */
  readonly raw?: boolean
  /** Answers with a streamed file of this type. */
  readonly file?: 'text/csv' | 'application/pdf' | 'text/calendar' | 'application/zip' | 'application/octet-stream'
  readonly reply: z.ZodType
  readonly status?: 200 | 201 | 204
  /** Accepts the header Idempotency-Key: a repeat with the same key and content returns what the first request created. */
  readonly idempotent?: boolean
  /** Without `page` the whole list, with it one page; the total is in the reply header `X-Total-Count`. */
  readonly paged?: boolean
  /** The priority under overload: `low` is rejected first and `critical` last; `normal` by default. */
  readonly priority?: 'critical' | 'normal' | 'low'
  /** An expensive call runs at most this many times at once on one node, together with others that share the limit. */
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
