import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { CheckoutAnswer, PaymentOutcome } from '../../../../server/test/sandbox.ts'
import type { Ledger, LedgerPayment } from '../ledger.ts'
import { askSandbox, KEYS, SANDBOX } from '../sandbox.ts'

const CLOCK = path.join(import.meta.dirname, 'provider-clock.ts')

export type Provider = {
  url: string
  ledger: () => Promise<Ledger>
  pay: (
    orderId: string,
    outcome: PaymentOutcome,
    oddities?: { even_if_paid?: boolean; amount?: number; international?: boolean },
  ) => Promise<CheckoutAnswer>
  authorizeLate: (paymentId: string) => Promise<unknown>
  /** Refunds at the provider, not through our admin; in full without an amount. */
  refund: (paymentId: string, amountPaise?: number) => Promise<unknown>
  /** A refund that is pending fails at the bank. */
  failRefund: (refundId: string) => Promise<unknown>
  /** A refund that was done fails at the bank. */
  failLate: (refundId: string) => Promise<unknown>
  /** Creates an order that is not ours. */
  foreignOrder: (amountPaise: number) => Promise<string>
  findPayment: (paymentId: string) => Promise<LedgerPayment>
  settings: (settings: Record<string, unknown>) => Promise<unknown>
  /** Sets the provider's clock; what is due by then happens. */
  setOffset: (offsetMs: number) => Promise<void>
  /** Deletes all its records. */
  forget: () => Promise<unknown>
  end: () => Promise<void>
}

/** The sandbox as a separate process on the simulation's clock. It sends no webhooks: `WebhookTransport` delivers them. */
export async function startProvider(folder: string): Promise<Provider> {
  const child = fork(SANDBOX, [], {
    execArgv: ['--import', CLOCK],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...KEYS,
      SANDBOX_PORT: '0',
      SANDBOX_FOLDER: folder,
    },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const ask = <T>(method: string, target: string, body?: object) => askSandbox<T>(url, method, target, body)

  return {
    url,
    ledger: () => ask('GET', '/control/ledger'),
    pay: (orderId, outcome, oddities = {}) =>
      ask('POST', '/control/payments', { order_id: orderId, outcome, ...oddities }),
    authorizeLate: (paymentId) => ask('POST', `/control/payments/${paymentId}/late-authorise`),
    refund: (paymentId, amount) => ask('POST', `/v1/payments/${paymentId}/refund`, amount ? { amount } : {}),
    failRefund: (refundId) => ask('POST', `/control/refunds/${refundId}/finish`, { status: 'failed' }),
    failLate: (refundId) => ask('POST', `/control/refunds/${refundId}/finish`, { status: 'failed-late' }),
    foreignOrder: async (amount) => (await ask<{ id: string }>('POST', '/v1/orders', { amount, currency: 'INR' })).id,
    findPayment: (paymentId) => ask('GET', `/v1/payments/${paymentId}`),
    settings: (settings) => ask('POST', '/control/faults', { settings }),
    async setOffset(offsetMs) {
      const told = once(child, 'message')
      child.send({ offsetMs })
      await told
      // Any change makes it check its timers.
      await ask('POST', '/control/faults', {})
    },
    forget: () => ask('DELETE', '/control/ledger'),
    async end() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
