import http from 'node:http'

const READS = ['GET', 'HEAD', undefined]

// A request by `fetch` has these headers, too.
const OWN_HEADERS = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

const connections = new http.Agent({ keepAlive: true })

/**
 * `fetch`, where a kept connection that the server closes just as it is used again fails no test that is about something else: a busy
 * machine notices its end too late. Whatever is not only read goes through Node's older client: it says whether a connection was kept,
 * so that only then the request is sent again, and `fetch` would need a connection for each, which takes longer than most requests. So
 * does what is read as JSON, which takes two thirds of the time there; `fetch` unpacks pages, and can be aborted.
 */
export async function fetchOnce(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const isPage = READS.includes(init.method) && headers.get('accept') !== 'application/json'
  if (isPage || init.signal) return fetch(url, init).catch((error: unknown) => againIfReset(error, url, init))
  const body = init.body ? new Response(init.body) : null
  for (const [name, value] of [...Object.entries(OWN_HEADERS), ...(body?.headers ?? [])])
    if (!headers.has(name)) headers.set(name, value)
  const bytes = typeof init.body === 'string' ? init.body : await body?.bytes()
  return send(url, { method: init.method ?? 'GET', headers: Object.fromEntries(headers) }, bytes)
}

function againIfReset(error: unknown, url: string | URL, init: RequestInit): Promise<Response> {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code === 'ECONNRESET') return fetch(url, init)
  throw error
}

function send(
  url: string | URL,
  options: http.RequestOptions,
  body: Uint8Array | string | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { ...options, agent: connections }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => resolve(responseOf(reply, Buffer.concat(chunks))))
      reply.on('error', reject)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
      if (wasClosed) resolve(send(url, options, body))
      else reject(error)
    })
    sent.end(body)
  })
}

function responseOf({ statusCode: status = 0, rawHeaders }: http.IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return new Response(body.length > 0 ? body : null, { status, headers })
}
