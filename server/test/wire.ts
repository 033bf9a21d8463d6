import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Asked = { method: string; path: string }
type Answer = { status: number; body: string; headers?: Record<string, string> }

/**
 * What becomes of a request on its way: `pass`, `hang` (never answered, never arrived), an answer that comes instead of the
 * provider's, or a change of the provider's answer.
 */
type Fate = 'pass' | 'hang' | Answer | ((answer: Answer) => Answer)

export type Wire = {
  url: string
  /** Every request that came by, oldest first. */
  seen: Asked[]
  decide: (fate: (asked: Asked) => Fate) => void
  calm: () => void
}

/** A wire to somewhere, on which a test can do what networks and strangers do. Ends with the test file. */
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
      const { status, body, headers } = typeof fate === 'function' ? fate(answer) : answer
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    } catch {
      // What breaks behind breaks in front.
      response.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    decide(fate) {
      fateOf = fate
    },
    calm() {
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
