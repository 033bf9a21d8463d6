const READS = ['GET', 'HEAD', undefined]

/**
 * `fetch`, where a kept connection that the server closes just as it is used again fails no test that is about something else: a busy
 * machine notices its end too late. Reading is tried once more; a connection of its own would not do, because Node's client fails an
 * assertion if one ends while a large reply is still being read. Any other request, with a body or without, has a connection of its own.
 */
export async function fetchOnce(url: string | URL, init: RequestInit = {}): Promise<Response> {
  if (READS.includes(init.method)) return fetch(url, init).catch((error: unknown) => againIfReset(error, url, init))
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}

function againIfReset(error: unknown, url: string | URL, init: RequestInit): Promise<Response> {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code === 'ECONNRESET') return fetch(url, init)
  throw error
}
