import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Input, Reply } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { type Operation, type Outcome, outcomeOf } from '../history.ts'
import type { Random } from '../random.ts'

export type Answer<C extends Call> = { status: number; text: string; body: Reply<C> }

export type Extras = {
  token?: string
  key?: string
  file?: Uint8Array<ArrayBuffer> | null
  more?: Uint8Array<ArrayBuffer>[]
}

/** Everything that the clients saw together. */
export type ClientRecord = {
  history: Operation[]
  /** Number of answers by status; 0 is no answer. */
  statuses: Record<number, number>
  /** Number of calls that got no definite answer, however often they were sent again. */
  unanswered: number
  /** Answers that must never occur, whatever fails. */
  wrong: string[]
}

export const emptyRecord = (): ClientRecord => ({ history: [], statuses: {}, unanswered: 0, wrong: [] })

const ANSWER_MS_MAX = 15_000
const TRIES_MAX = 6
const TRY_AGAIN_MS = 250

/** Sends a call as a browser does; null if no complete answer came back, so that its effect is unknown. */
export async function send<C extends Call>(
  nodeUrl: string,
  call: C,
  input: Input<C>,
  { token, key, file, more = [] }: Extras = {},
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
      ...(body && { body: call.multipart ? formOf(body, call, file, more) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) as Reply<C> }
  } catch {
    return null
  }
}

/** Retries on random nodes until one gives a definite answer; `note` records each attempt. */
export async function sendUntilAnswered<C extends Call>(
  { record, nodeUrls }: { record: ClientRecord; nodeUrls: string[] },
  random: Random,
  call: C,
  input: Input<C>,
  extras: Extras = {},
  note: (outcome: Outcome, reply: string, body: Reply<C> | null) => Operation | null = () => null,
): Promise<Reply<C> | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await send(random.pick(nodeUrls), call, input, extras)
    const status = answer?.status ?? 0
    const outcome = outcomeOf(answer && status)
    record.statuses[status] = (record.statuses[status] ?? 0) + 1
    if (status === 500) record.wrong.push(`${call.method} ${call.path} answered 500`)
    const operation = note(outcome, answer?.text ?? '', answer && outcome === 'ok' ? answer.body : null)
    if (operation) record.history.push(operation)
    if (answer && outcome !== 'unknown') return outcome === 'ok' ? answer.body : null
    await pause(TRY_AGAIN_MS + random.below(TRY_AGAIN_MS))
  }
  record.unanswered++
  return null
}

function formOf(
  fields: object,
  { multipart = '', moreFiles }: Call,
  file: Uint8Array<ArrayBuffer> | null | undefined,
  more: Uint8Array<ArrayBuffer>[],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  if (file) form.set(multipart, new Blob([file]), 'proof.pdf')
  if (moreFiles) for (const one of more) form.append(moreFiles.name, new Blob([one]), 'more.pdf')
  return form
}
