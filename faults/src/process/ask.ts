import { setTimeout as pause } from 'node:timers/promises'
import { type Call, fillPath, type Input, type Reply } from '@petsetu/contract/call.ts'
import { type Operation, type Outcome, outcomeOf } from '../history.ts'
import type { Chance } from '../random.ts'

/** An answer as it arrived. */
export type Answer<C extends Call> = { status: number; text: string; body: Reply<C> }

export type Extras = { token?: string; key?: string; file?: Uint8Array<ArrayBuffer> | null }

/** What all visitors together saw. */
export type Seen = {
  history: Operation[]
  /** How often which status was answered; 0 stands for no answer. */
  statuses: Record<number, number>
  /** Answers that nobody should ever get, whatever is broken. */
  wrong: string[]
}

export const nothingSeen = (): Seen => ({ history: [], statuses: {}, wrong: [] })

const ANSWER_MS_MAX = 15_000
const TRIES_MAX = 6
const TRY_AGAIN_MS = 250

/** Sends a call to a node as a browser does; null where no whole answer came back, so that nobody knows what became of it. */
export async function send<C extends Call>(
  nodeUrl: string,
  call: C,
  input: Input<C>,
  { token, key, file }: Extras = {},
): Promise<Answer<C> | null> {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const search = query ? `?${new URLSearchParams(query)}` : ''
  try {
    const response = await fetch(nodeUrl + fillPath(call.path, params) + search, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && !call.multipart && { 'content-type': 'application/json' }),
      },
      ...(body && { body: call.multipart ? formOf(body, call.multipart, file) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) as Reply<C> }
  } catch {
    return null
  }
}

/** Asks one node after the other, as a patient person presses the button again, until one gives a word on it; `note` is told of each try. */
export async function ask<C extends Call>(
  { seen, nodeUrls }: { seen: Seen; nodeUrls: string[] },
  chance: Chance,
  call: C,
  input: Input<C>,
  extras: Extras = {},
  note: (outcome: Outcome, reply: string, body: Reply<C> | null) => Operation | null = () => null,
): Promise<Reply<C> | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await send(chance.pick(nodeUrls), call, input, extras)
    const status = answer?.status ?? 0
    const outcome = outcomeOf(answer && status)
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    if (status === 500) seen.wrong.push(`${call.method} ${call.path} answered 500`)
    const operation = note(outcome, answer?.text ?? '', answer && outcome === 'ok' ? answer.body : null)
    if (operation) seen.history.push(operation)
    if (answer && outcome !== 'unknown') return outcome === 'ok' ? answer.body : null
    await pause(TRY_AGAIN_MS + chance.below(TRY_AGAIN_MS))
  }
  return null
}

function formOf(fields: object, fileField: string, file?: Uint8Array<ArrayBuffer> | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  if (file) form.set(fileField, new Blob([file]), 'proof.pdf')
  return form
}
