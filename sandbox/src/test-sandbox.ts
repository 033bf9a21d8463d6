import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Mail } from './mail/mail-store.ts'
import type { readLedger } from './payments/ledger.ts'
import type { Order } from './payments/orders.ts'
import type { Payment } from './payments/payment-store.ts'
import { type SandboxOptions, startSandbox } from './sandbox.ts'

export const KEYS = {
  keyId: 'rzp_test_PetCare0000001',
  keySecret: 'sandbox_secret_0001',
  webhookSecret: 'sandbox_whsec_0001',
}

type Json = Record<string, unknown>
type Headers = Record<string, string>
type Paid = { payment: Payment; razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

/** A client of one sandbox: what the product would send, and the control calls. */
export function clientOf(origin: string) {
  const authorization = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`

  async function call<T = Json>(method: string, target: string, body?: unknown, headers: Headers = {}) {
    const response = await fetch(origin + target, {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as T }
  }

  return {
    origin,
    call,
    get: <T = Json>(target: string) => call<T>('GET', target),
    post: <T = Json>(target: string, body: unknown = {}, headers: Headers = {}) =>
      call<T>('POST', target, body, headers),
    order: async (fields: Json = {}) =>
      (await call<Order>('POST', '/v1/orders', { amount: 10_000, currency: 'INR', ...fields })).body,
    pay: async (orderId: string, outcome: string, more: Json = {}) =>
      (await call<Paid>('POST', '/control/payments', { order_id: orderId, outcome, ...more })).body,
    switchOn: (switches: Json) => call('POST', '/control/faults', switches),
    mails: async (query = '') => (await call<Mail[]>('GET', `/control/mails${query}`)).body,
    ledger: async () => (await call<ReturnType<typeof readLedger>>('GET', '/control/ledger')).body,
  }
}

/** A sandbox with a folder of its own, gone after the test. */
export async function testSandbox(options: Partial<SandboxOptions> = {}) {
  const folder = options.folder ?? (await testFolder())
  const sandbox = await startSandbox({ port: 0, folder, keys: KEYS, webhookUrl: null, ...options })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= sandbox.close()
    return closed
  }
  onTestFinished(close)
  return {
    ...clientOf(`http://127.0.0.1:${sandbox.port}`),
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    folder,
    close,
  }
}

export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export type Delivery = { headers: IncomingHttpHeaders; text: string; body: { event: string } & Json }

/** A webhook receiver. `answer` decides on each; no answer leaves the request open. */
export async function webhookReceiver(answer: (response: ServerResponse, delivery: Delivery) => void = accept) {
  const received: Delivery[] = []
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('')
    const delivery = { headers: request.headers, text, body: JSON.parse(text) }
    received.push(delivery)
    answer(response, delivery)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`, received }
}

/** Waits for a condition; the time-out is generous for slow machines. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 25_000, interval: 20 })
}

function accept(response: ServerResponse): void {
  response.end()
}
