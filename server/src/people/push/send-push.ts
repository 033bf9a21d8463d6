import { createECDH } from 'node:crypto'
import type { PushNotice, PushSubscriptionKeys } from '@petsetu/contract/people/push.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Circuit, circuitBreaker } from '../../platform/circuit-breaker.ts'
import { HttpError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/http/metrics/metrics.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { readPushKeys } from './push-keys.ts'

/** `gone`: the browser does not want any more. `later`: the service is away or says to come back. */
type PushResult = { kind: 'sent' | 'gone' } | { kind: 'refused' | 'later'; status: number | null }

export type SendPush = (target: PushSubscriptionKeys, notice: PushNotice, isUrgent: boolean) => Promise<PushResult>

const TIMEOUT_MS = 10_000
/** For how long the service keeps it for a device that is off. */
const TTL_SECONDS = 86_400
const FAILURES_MAX = 3
const REST_SECONDS = 60

class NoAnswer extends Error {}

type SenderDeps = Pick<Deps, 'db' | 'secretKey' | 'config'> & { log: FastifyBaseLogger; metrics: Metrics }

/** Sends notices, encrypted for their browser. A service that gives no answer three times is left alone for a minute. */
export function pushSender(
  { db, secretKey, config, log, metrics }: SenderDeps,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): SendPush {
  const circuits = new Map<string, Circuit>()
  const { pushServices, publicUrl, firstAdmin } = config
  // The address at which a service can ask about these notices.
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${firstAdmin.email}`

  return async (target, notice, isUrgent) => {
    const result = await send(target, notice, isUrgent)
    metrics.pushes.inc({ outcome: result.kind })
    return result
  }

  async function send(target: PushSubscriptionKeys, notice: PushNotice, isUrgent: boolean): Promise<PushResult> {
    // The list may have been shorter, or the address stored by an earlier version.
    if (!isPushEndpoint(target.endpoint, pushServices)) return { kind: 'gone' }
    const keys = await readPushKeys({ db, secretKey })
    // Loaded on demand, so that a program that sends no notice does not hold the library in memory.
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      JSON.stringify(notice),
      {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        urgency: isUrgent ? 'high' : 'normal',
        topic: notice.tag,
        contentEncoding: 'aes128gcm',
      },
    )
    try {
      return resultOf(await circuitOf(new URL(endpoint).host)(() => post(endpoint, headers, body, timeoutMs)))
    } catch (error) {
      if (error instanceof NoAnswer) return { kind: 'later', status: null }
      throw error
    }
  }

  function circuitOf(host: string): Circuit {
    const known = circuits.get(host)
    if (known) return known
    const made = circuitBreaker({
      failuresMax: FAILURES_MAX,
      // The jobs that send notices are few.
      activeMax: Number.POSITIVE_INFINITY,
      openSeconds: REST_SECONDS,
      isFailure: (error) => error instanceof NoAnswer,
      notCalled: (why) => new NoAnswer(why),
      onOpen: () => recordEvent(log, { event: 'push-service-silent', host, restSeconds: REST_SECONDS }),
      onAnswer: () => recordEvent(log, { event: 'push-service-back', host }),
    })
    circuits.set(host, made)
    return made
  }
}

async function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer | null,
  timeoutMs: number,
): Promise<number> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body && { body: new Uint8Array(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    throw new NoAnswer(undefined, { cause: error })
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', status }
  return { kind: 'refused', status }
}

/** True if an endpoint is at one of these services, on https. Only an entry with a scheme allows http: a sandbox. */
export function isPushEndpoint(endpoint: string, services: string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username || url.password) return false
  return services.some((service) => (service.includes('://') ? url.origin === service : isAtHost(url, service)))
}

function isAtHost({ protocol, port, hostname }: URL, service: string): boolean {
  if (protocol !== 'https:' || port !== '') return false
  if (service.startsWith('*.')) return hostname.endsWith(service.slice(1)) && hostname.length > service.length - 1
  return hostname === service
}

/** Rejects an address that is at none of the known push services, and keys that nothing can be encrypted with. */
export function requireUsable({ config }: Pick<Deps, 'config'>, device: { endpoint: string; p256dh: string }): void {
  if (!isPushEndpoint(device.endpoint, config.pushServices))
    throw new HttpError(400, 'push_service_unknown', { field: 'endpoint' })
  if (!areKeysUsable(device)) throw new HttpError(400, 'push_keys_invalid', { field: 'p256dh' })
}

function areKeysUsable({ p256dh }: Pick<PushSubscriptionKeys, 'p256dh'>): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    return pair.computeSecret(p256dh, 'base64url').length > 0
  } catch {
    return false
  }
}
