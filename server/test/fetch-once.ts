/**
 * `fetch` with a connection of its own. A kept connection that the server closes just as it is used again fails with EPIPE or
 * ECONNRESET, which on a busy machine would fail a test that is about something else.
 */
export function fetchOnce(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}
