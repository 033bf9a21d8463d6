import type { z } from 'zod'
import { GatewayError } from './gateway.ts'
import type { Provider } from './provider.ts'

export type RazorpayAccount = Pick<Provider, 'apiUrl' | 'keyId' | 'keySecret' | 'callMs'>

// Three calls in a row, and the rest of a request, fit into the ten seconds that a visitor waits at most.
const CALL_MS = 3_000

// Statuses that leave the outcome unknown, so the call is retried later: invalid keys, time-out, the same refund still in
// progress, too many requests.
const LATER = new Set([401, 403, 408, 409, 429])

/** Sends one request to the provider's API and reads the answer with the schema. Throws only `GatewayError`s. */
export type ProviderRequest = <T>(
  method: 'GET' | 'POST',
  path: string,
  schema: z.ZodType<T>,
  body?: object,
  headers?: Record<string, string>,
) => Promise<T>

/** Requests with the keys of this account. Once `stopping` aborts, answers are no longer awaited. */
export function providerRequests(
  { apiUrl, keyId, keySecret, callMs = CALL_MS }: RazorpayAccount,
  stopping: AbortSignal | undefined,
): ProviderRequest {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  return async (method, path, schema, body, headers) => {
    const what = `${method} ${path.split('?')[0]}`
    const { status, text } = await fetch(`${apiUrl}/v1${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      // Never send credentials to another host than the configured one.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(callMs), ...(stopping ? [stopping] : [])]),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((cause) => {
        throw new GatewayError('unreachable', `${what}: no answer from the payment provider`, cause)
      })
    if (status >= 500 || LATER.has(status))
      throw new GatewayError('unreachable', `${what}: the payment provider answered ${status}`)
    const json = parse(text)
    if (status < 200 || status >= 300)
      throw new GatewayError(json ? 'refused' : 'nonsense', `${what}: ${status} ${descriptionOf(json)}`)
    const answer = schema.safeParse(json)
    if (answer.success) return answer.data
    throw new GatewayError('nonsense', `${what}: the payment provider's answer could not be read`, answer.error)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function descriptionOf(json: unknown): string {
  const { error } = (json ?? {}) as { error?: { description?: unknown } }
  return typeof error?.description === 'string' ? error.description : ''
}
