import type { Call, Input, Reply } from '@petsetu/contract/platform/call.ts'
import type { ErrorCode, ErrorReply } from '@petsetu/contract/platform/envelope.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'

/** A failed call. `status` is 0 if there was no answer. */
export class CallError extends Error {
  readonly status: number
  /** The server's stable error code, such as `changed_meanwhile`; null if the server did not answer. */
  readonly code: ErrorCode | null
  /** A message for each field that the server rejected. */
  readonly fields: Record<string, string>
  /** The stored record, for the code `changed_meanwhile`. */
  readonly current: object | null
  /** Continues a sign-in that needs a second factor. */
  readonly ticket: string | null
  /** The server's message for people, or null. */
  readonly serverMessage: string | null

  constructor(status: number, reply: ErrorReply | null, cause?: unknown) {
    super(reply?.message ?? (status === 0 ? 'no answer from the server' : `answered ${status}`), { cause })
    this.name = 'CallError'
    this.status = status
    this.code = reply?.code ?? null
    this.fields = reply?.errors ?? {}
    this.current = reply?.current ?? null
    this.ticket = reply?.ticket ?? null
    this.serverMessage = reply?.message ?? null
  }
}

/** The server's message if there is one, otherwise `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.serverMessage) || fallback
}

type Identity = {
  token: () => string | null
  onRefused: (token: string, inBackground: boolean) => void
  /** Called for an admin who lacks a second factor, or the duty for the call. */
  onForbidden: (code: ErrorCode | undefined) => void
}

let identity: Identity = { token: () => null, onRefused: () => {}, onForbidden: () => {} }

/** Sets where the bearer token comes from, and what happens when the server rejects it. */
export function setIdentity(source: Identity): void {
  identity = source
}

/** The reply, and for a page of a list the number of all rows (otherwise null). */
export type Answer<C extends Call> = { reply: Reply<C>; total: number | null }

export type Message = {
  address: string
  method: string
  headers: Record<string, string>
  body: object | undefined
  signal: AbortSignal | undefined
}

// Longer than the server needs for anything, shorter than anybody waits.
export const TIMEOUT_MS = 30_000

export type Options = {
  signal?: AbortSignal
  /** The call fails after this time without an answer. Forms and files have no limit, because their time depends on their size. */
  timeoutMs?: number
  /** The page already shows an earlier answer. */
  inBackground?: boolean
  /** Replaces the signed-in person's token. */
  token?: string
  /** The same key for every attempt to do one thing once. */
  idempotencyKey?: string
  /** Sends the message; by default `fetch`, with the body as JSON. */
  send?: (message: Message) => Promise<Response>
}

/** Makes a call. Every failure is logged to the console and thrown as a `CallError`. */
export async function request<C extends Call>(
  call: C | Pick<C, 'method' | 'path'>,
  input: Input<C>,
  options: Options = {},
): Promise<Answer<C>> {
  const { signal: cancel, timeoutMs, token = identity.token() ?? '', inBackground = false } = options
  const { idempotencyKey, send = sendJson } = options
  const { params, query, body } = input as { params?: Record<string, string>; query?: object; body?: object }
  const headers = {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  const signal = withTimeout(cancel, timeoutMs ?? (send === sendJson ? TIMEOUT_MS : undefined))
  try {
    const address = fillPath(call.path, params) + searchOf(query)
    const response = await send({ address, method: call.method, headers, body, signal })
    if (!response.ok) {
      if (response.status === 401 && token) {
        identity.onRefused(token, inBackground)
        if (needsNoSession(call)) return await request(call, input, { ...options, token: '' })
      }
      const error = await readError(response)
      if (response.status === 403) identity.onForbidden(error?.code)
      throw new CallError(response.status, error)
    }
    const total = response.headers.get('x-total-count')
    const reply = response.status === 204 ? undefined : await response.json()
    return { reply: reply as Reply<C>, total: total === null ? null : Number(total) }
  } catch (error) {
    if (cancel?.aborted) throw error
    const failure = error instanceof CallError ? error : new CallError(0, null, error)
    console.error(`${call.method} ${call.path} failed:`, failure)
    throw failure
  }
}

/**
 * True for a call that means the same without a session: it reads, or a password, a link or a complaint says by itself whose it is. It is
 * repeated without the token of a session that has ended.
 */
function needsNoSession({ method, path }: Pick<Call, 'method' | 'path'>): boolean {
  return method === 'GET' || path.startsWith('/auth/') || path.startsWith('/api/complaints/')
}

function withTimeout(cancel: AbortSignal | undefined, timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return cancel
  const timeout = AbortSignal.timeout(timeoutMs)
  return cancel ? eitherOf(cancel, timeout) : timeout
}

/** Like `AbortSignal.any`, which is missing in Safari 17.3 and Chrome 115. */
function eitherOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason)
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true })
  }
  return either.signal
}

export function sendJson({ address, method, headers, body, signal }: Message): Promise<Response> {
  return fetch(address, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

function searchOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search && `?${search}`
}

async function readError(response: Response): Promise<ErrorReply | null> {
  const body = (await response.json().catch(() => null)) as ErrorReply | null
  return body?.status === 'error' && typeof body.message === 'string' ? body : null
}

/** True if a call failed because its address names nothing: the record is unknown, or its id or token is invalid. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}

/** True if a call failed because no answer came in time, so that nobody knows whether it was carried out. */
export function isTimeout(error: unknown): boolean {
  return error instanceof CallError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
}
