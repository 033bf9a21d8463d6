import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, invalid } from './errors.ts'
import { type Fields, isFields } from './fields.ts'

/** `cut` is no answer at all: the connection is destroyed. */
export type Reply = { status: number; headers: Record<string, string>; body: string } | 'cut'

const BODY_BYTES_MAX = 64 * 1_024

export function json(status: number, value: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

export function refused(error: unknown): Reply {
  if (error instanceof HttpError) return json(error.status, { error: error.error })
  return json(500, { error: SERVER_ERROR })
}

export const SERVER_ERROR = {
  code: 'SERVER_ERROR',
  description: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  source: 'internal',
  step: 'NA',
  reason: 'server_error',
  metadata: {},
}

export function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'cut') {
    response.socket?.destroy()
    return
  }
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  })
  response.end(reply.body)
}

/** The body as JSON fields; none sent counts as none set. */
export async function readFields(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw invalid('The request body is too large.')
    chunks.push(chunk)
  }
  if (size === 0) return {}
  const fields = parse(Buffer.concat(chunks).toString('utf8'))
  if (!isFields(fields)) throw invalid('The request body must be a JSON object.')
  return fields
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
