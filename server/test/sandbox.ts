import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SandboxOptions } from '../../sandbox/src/sandbox.ts'
import type { Provider } from '../src/payments/provider/gateway.ts'
import { atEnd } from './at-end.ts'
import { fetchOnce } from './fetch-once.ts'
import { freePort } from './free-port.ts'

/** The checkout's reply to the browser. */
export type CheckoutAnswer = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

export type PaymentOutcome = 'captured' | 'authorized' | 'failed' | 'silent'

type Fault = string | { fault: string; operation?: string; event?: string; ms?: number; times?: number }

/** The payments and orders at the provider; amounts in paise. */
type Ledger = {
  orders: { id: string; amount: number; currency: string; receipt: string; status: string; amount_paid: number }[]
  payments: { id: string; order_id: string; amount: number; status: string; amount_refunded: number }[]
  refunds: { id: string; payment_id: string; amount: number; status: string }[]
  webhooks: { event_id: string; event: string; body: string; deliveries: { status: string }[] }[]
}

export type Sandbox = {
  /**
   * Pays an order as a visitor would in the checkout, with `international` from abroad. `amount` (paise) and `even_if_paid` do what the
   * real provider never should.
   */
  pay: (
    orderId: string,
    outcome?: PaymentOutcome,
    oddities?: { amount?: number; even_if_paid?: boolean; international?: boolean },
  ) => Promise<CheckoutAnswer>
  /** The bank authorises a payment that failed or had no answer. */
  authorizeLate: (paymentId: string) => Promise<unknown>
  /** Refunds a payment, or `amount` (paise) of it, as in the provider's dashboard; returns the refund's id. */
  refundThere: (paymentId: string, amount?: number) => Promise<string>
  ledger: (orderId?: string) => Promise<Ledger>
  /** Enables faults and settings, until `clearFaults`. */
  injectFault: (switches: {
    api?: Fault | Fault[]
    webhooks?: Fault | Fault[]
    settings?: Record<string, unknown>
  }) => Promise<unknown>
  clearFaults: () => Promise<unknown>
  /** A control call of the sandbox; see its README. */
  control: <T = unknown>(method: string, target: string, body?: object) => Promise<T>
}

/** A message to the program with the sandboxes, and its answer, which names the same folder. */
export type Asked =
  | { start: Pick<SandboxOptions, 'folder' | 'keys' | 'smtpPort' | 'webhookUrl'>; stop?: undefined }
  | { start?: undefined; stop: { folder: string; port: number } }
export type Told = { folder: string; port: number; smtpPort: number }

const PROGRAM = path.join(import.meta.dirname, 'sandbox-host.ts')

export const KEYS = {
  keyId: 'rzp_test_Example0000001',
  keySecret: 'example_secret_0001',
  webhookSecret: 'example_whsec_0001',
}

let host: ChildProcess | null = null

function startHost(): ChildProcess {
  const child = fork(PROGRAM, [], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  child.setMaxListeners(0)
  // It ends with this process, which does not wait for it.
  child.unref()
  child.channel?.unref()
  return child
}

async function tell(asked: Asked): Promise<Told> {
  host ??= startHost()
  const { folder } = asked.start ?? asked.stop
  host.send(asked)
  const answers = on(host, 'message', { close: ['exit'] }) as AsyncIterable<[Told]>
  for await (const [told] of answers) if (told.folder === folder) return told
  throw new Error('The program with the sandboxes has ended.')
}

/** Starts a sandbox in a separate program, which test files share. Ends with the test file. */
export async function startSandbox(
  webhookUrl: string,
): Promise<{ provider: Provider; sandbox: Sandbox; smtpUrl: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-sandbox-'))
  // Not one that the system picks: while the mail server is away, it could give the port to somebody else.
  const wanted = await freePort()
  const { port, smtpPort } = await tell({ start: { folder, keys: KEYS, webhookUrl, smtpPort: wanted } })
  atEnd(async () => {
    await tell({ stop: { folder, port } })
    await rm(folder, { recursive: true, force: true })
  })
  const apiUrl = `http://127.0.0.1:${port}`
  return {
    provider: { ...KEYS, apiUrl, checkoutUrl: `${apiUrl}/v1/checkout.js` },
    sandbox: sandboxAt(apiUrl),
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
  }
}

function sandboxAt(apiUrl: string): Sandbox {
  async function control<T>(method: string, target: string, body?: object): Promise<T> {
    const response = await fetchOnce(`${apiUrl}/control${target}`, {
      method,
      headers: { authorization: basicAuth(), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    control,
    ledger: (orderId) => control<Ledger>('GET', orderId ? `/ledger?order_id=${orderId}` : '/ledger'),
    injectFault: (switches) => control('POST', '/faults', switches),
    clearFaults: () => control('DELETE', '/faults'),
    async refundThere(paymentId, amount) {
      const response = await fetchOnce(`${apiUrl}/v1/payments/${paymentId}/refund`, {
        method: 'POST',
        headers: { authorization: basicAuth(), 'content-type': 'application/json' },
        body: JSON.stringify({ amount }),
      })
      return ((await response.json()) as { id: string }).id
    },
    authorizeLate: (paymentId) => control('POST', `/payments/${paymentId}/late-authorise`),
    async pay(orderId, outcome = 'captured', oddities = {}) {
      const body = { order_id: orderId, outcome, ...oddities }
      const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = await control<CheckoutAnswer>(
        'POST',
        '/payments',
        body,
      )
      return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
    },
  }
}

export function basicAuth(): string {
  return `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`
}
