/**
 * `fetch`, where a kept connection that the server closes just as it is used again fails no test that is about something else: a busy
 * machine notices its end too late. A request with a body has a connection of its own. Reading is tried once more; a connection of its
 * own would not do, because Node's client fails an assertion if one ends while a large reply is still being read.
 */
export async function fetchOnce(url: string | URL, init: RequestInit = {}): Promise<Response> {
  if (!init.body) return fetch(url, init).catch((error: unknown) => againIfReset(error, url, init))
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}

function againIfReset(error: unknown, url: string | URL, init: RequestInit): Promise<Response> {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code === 'ECONNRESET' && ['GET', undefined].includes(init.method)) return fetch(url, init)
  throw error
}
