import type { z } from 'zod'

/**
 * Who may make a call.
 *
 * `owner` means signed in; the handler finds only the caller's own record (an admin: any) and
 * answers 404 for somebody else's, so that a stranger cannot learn that it exists.
 */
export type Access = 'anyone' | 'signed-in' | 'user' | 'admin' | 'owner'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the product: what the server mounts, the browser asks, the docs print and the tests walk. */
export type Call = {
  readonly method: Method
  /** With `{name}` for each parameter, e.g. `/pets/{id}`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** For a body of type multipart/form-data: the name of its optional file. */
  readonly multipart?: string
  /** The handler gets the body's bytes as they came, and checks them itself. */
  readonly raw?: boolean
  /** Answers with a file of this type, streamed. */
  readonly file?: 'text/csv' | 'application/pdf'
  readonly reply: z.ZodType
  /** The status of success; 200 where none is given, 204 answers without a body. */
  readonly status?: 200 | 201 | 204
  /** A whole list without `page`, a page of it with; the full count is in the reply header `X-Total-Count`. */
  readonly paged?: boolean
  /**
   * What becomes of it where there is more to do than can be done: answered for as long as anything is (`keep`), or refused first
   * (`shed`), and a few at a time even so where it costs much (`few`). Left out: in between.
   */
  readonly whenBusy?: 'keep' | 'shed' | 'few'
}

export function call<const C extends Call>(definition: C): C {
  return definition
}

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = NonNullable<C[K]>

/** What a handler receives: every part that the call has, checked and with its defaults. */
export type Checked<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: z.output<Part<C, K>>
}

/** What a caller passes: every part that the call has, before checks and defaults. */
export type Input<C extends Call> = {
  [K in 'params' | 'query' | 'body' as C[K] extends z.ZodType ? K : never]: z.input<Part<C, K>>
}

export type Reply<C extends Call> = z.output<C['reply']>

/** The path with its parameters filled in and encoded. */
export function fillPath(pattern: string, params: Record<string, string | number> = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}
