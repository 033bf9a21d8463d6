/**
 * `fetch`, where a request with a body has a connection of its own. A kept connection that the server closes just as it is used
 * again fails with EPIPE or ECONNRESET, which on a busy machine would fail a test that is about something else. Other requests keep
 * their connection: Node's client fails an assertion if a connection ends while a large reply is still being read.
 */
export function fetchOnce(url: string | URL, init: RequestInit = {}): Promise<Response> {
  if (!init.body) return fetch(url, init)
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}
