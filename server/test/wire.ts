import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'

type Asked = { method: string; path: string }
type Answer = { status: number; body: string; headers?: Record<string, string> }

/**
 * The fate of a request: `pass`, `hang` (neither delivered nor answered), a reply that replaces the provider's, or a
 * function that changes the provider's reply or holds it back.
 */
type Fate = 'pass' | 'hang' | Answer | ((answer: Answer) => Answer | Promise<Answer>)

export type Wire = {
  url: string
  /** Every request so far, oldest first. */
  seen: Asked[]
  decide: (fate: (asked: Asked) => Fate) => void
  clearFaults: () => void
}

/** A proxy on which a test can simulate network faults and attackers. Ends with the test file. */
export async function wireTo(farUrl: string): Promise<Wire> {
  const seen: Asked[] = []
  let fateOf: (asked: Asked) => Fate = () => 'pass'
  const server = http.createServer(async (request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '' }
    seen.push(asked)
    const fate = fateOf(asked)
    if (fate === 'hang') return
    try {
      const answer = typeof fate === 'object' ? fate : await forward(farUrl, request)
      const { status, body, headers } = typeof fate === 'function' ? await fate(answer) : answer
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    } catch {
      // A broken upstream connection breaks this one, too.
      response.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    decide(fate) {
      fateOf = fate
    },
    clearFaults() {
      fateOf = () => 'pass'
    },
  }
}

async function forward(farUrl: string, request: IncomingMessage): Promise<Answer> {
  const body = await buffer(request)
  const { authorization = '', 'content-type': type, 'x-refund-idempotency': key } = request.headers
  const response = await fetch(farUrl + request.url, {
    method: request.method ?? 'GET',
    headers: {
      authorization,
      ...(type && { 'content-type': type }),
      ...(key && { 'x-refund-idempotency': String(key) }),
    },
    ...(body.length > 0 && { body }),
  })
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  return { status: response.status, body: await response.text(), headers }
}
