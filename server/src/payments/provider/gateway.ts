import type { PaymentStatus } from '@petsetu/contract/payments/payments.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type Circuit, circuitBreaker } from '../../platform/circuit-breaker.ts'
import { recordEvent } from '../../platform/record-event.ts'

export type ProviderOrder = {
  id: string
  amountPaise: number
  currency: string
  receipt: string | null
  status: string
}

/** `orderId` is null for a payment without an order. */
export type ProviderPayment = {
  id: string
  orderId: string | null
  amountPaise: number
  currency: string
  status: PaymentStatus
  refundedPaise: number
  errorDescription: string | null
  /** True for money from abroad; null if the provider does not say. It names no country. */
  isInternational: boolean | null
  createdAt: Date
}

export type ProviderRefund = {
  id: string
  paymentId: string
  amountPaise: number
  status: 'pending' | 'processed' | 'failed'
}

export const PAYMENTS_A_PAGE = 100

export type PaymentPage = { from: number; to: number; skip: number }

/** The calls to the payment provider. Each ends within its time-out, and throws only a `GatewayError`. */
export type Gateway = {
  createOrder: (order: {
    amountPaise: number
    receipt: string
    notes: Record<string, string>
  }) => Promise<ProviderOrder>
  findOrderByReceipt: (receipt: string) => Promise<ProviderOrder | null>
  fetchOrder: (orderId: string) => Promise<ProviderOrder>
  fetchOrderPayments: (orderId: string) => Promise<ProviderPayment[]>
  fetchPayment: (paymentId: string) => Promise<ProviderPayment>
  /** Up to 100 payments created in this time range (Unix seconds, inclusive), newest first, after skipping some. */
  listPayments: (page: PaymentPage) => Promise<ProviderPayment[]>
  /** Up to 100 refunds created in this time range, likewise. */
  listRefunds: (page: PaymentPage) => Promise<ProviderRefund[]>
  capture: (paymentId: string, amountPaise: number) => Promise<ProviderPayment>
  /** Refunds in full. Repeating it with the same key does not refund twice. */
  refund: (paymentId: string, amountPaise: number, idempotencyKey: string) => Promise<ProviderRefund>
  fetchRefund: (refundId: string) => Promise<ProviderRefund>
  /** The refunds of a payment that the provider lists on its first page, the newest first. */
  fetchRefundsOf: (paymentId: string) => Promise<ProviderRefund[]>
}

/** `refused`: so is a retry; `unreachable`: the call may have taken effect; `unreadable`: an invalid reply. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly kind: 'refused' | 'unreachable' | 'unreadable'

  constructor(kind: 'refused' | 'unreachable' | 'unreadable', message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }

  get status(): 502 | 503 {
    return this.kind === 'unreachable' ? 503 : 502
  }
}

/** Account and addresses of the payment provider: the real one, or the sandbox. */
export type Provider = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The previous secret: while it is rotated, events signed with it still arrive. */
  webhookSecretPrevious?: string | null
  /** Without a trailing slash; `/v1/orders` and the like are appended. */
  apiUrl: string
  checkoutUrl: string
  /** Milliseconds for one answer; three seconds if left out. */
  callMs?: number
}

const FAILURES_MAX = 5
// More concurrent payments than a foundation's visitors make, and fewer than the requests that a node serves at a time.
const ACTIVE_MAX = 50

/** After five calls without an answer the provider is left alone for `openSeconds`. At most 50 calls to it run at a time. */
export function providerCircuit(openSeconds: number, log: FastifyBaseLogger): Circuit {
  return circuitBreaker({
    failuresMax: FAILURES_MAX,
    activeMax: ACTIVE_MAX,
    openSeconds,
    isFailure: (error) => error instanceof GatewayError && error.kind === 'unreachable',
    notCalled: (why) => new GatewayError('unreachable', `The payment provider was not asked: ${why}`),
    onOpen: () => recordEvent(log, { event: 'provider-away', restSeconds: openSeconds }),
    onAnswer: () => recordEvent(log, { event: 'provider-back' }),
  })
}

/** The same circuit, but `onCalled` gets what came of each call and how many seconds it took. */
export function timedCircuit(
  circuit: Circuit,
  onCalled: (outcome: GatewayError['kind'] | 'answered', seconds: number) => void,
): Circuit {
  return async (call) => {
    const start = performance.now()
    const report = (outcome: Parameters<typeof onCalled>[0]) => onCalled(outcome, (performance.now() - start) / 1_000)
    try {
      const answer = await circuit(call)
      report('answered')
      return answer
    } catch (error) {
      report(error instanceof GatewayError ? error.kind : 'unreadable')
      throw error
    }
  }
}
