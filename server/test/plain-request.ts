import http from 'node:http'
import net from 'node:net'

type PlainRequest = {
  method?: string
  /** Sent unchanged: `fetch` would normalise `//` and `%2e`. */
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer
  /** The loopback address to connect from; 127.0.1.2 is in another /24 than 127.0.0.1. */
  from?: string
  /** Keeps connections alive; without an agent each request opens its own. */
  agent?: http.Agent
  /** Rejects if the reply takes longer. */
  timeoutMs?: number
}

export type PlainReply = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Sends a request exactly as given. */
export function plainRequest(origin: string, request: PlainRequest): Promise<PlainReply> {
  const { hostname, port } = new URL(origin)
  const { method = 'GET', path, headers = {}, body, from, agent = false, timeoutMs } = request
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method,
      path,
      headers,
      agent,
      ...(from && { localAddress: from }),
      ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
    }
    const sent = http.request(options, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
      )
      reply.on('error', reject)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close a kept connection just as it is reused; the request was not processed, so it is repeated.
      const wasClosed = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
      if (wasClosed) resolve(plainRequest(origin, request))
      else reject(error)
    })
    sent.end(body)
  })
}

/** Sends a JSON body with `plainRequest`. */
export function plainPost(origin: string, path: string, body: unknown, from?: string): Promise<PlainReply> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return plainRequest(origin, { method: 'POST', path, headers, body: JSON.stringify(body), ...(from && { from }) })
}

/** Sends these raw bytes; returns everything the server sends until it closes the connection. */
export function rawConversation(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
