/** An order as the provider reports it. */
export type ProviderOrder = {
  id: string
  amountPaise: number
  currency: string
  receipt: string | null
  status: string
}

/** A payment as the provider reports it. `orderId` is null if it was made without an order. */
export type ProviderPayment = {
  id: string
  orderId: string | null
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
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

/**
 * The calls to the payment provider. Each ends within its time-out, and throws a `GatewayError` if the provider refuses, is
 * unreachable or sends an invalid reply.
 */
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
  capture: (paymentId: string, amountPaise: number) => Promise<ProviderPayment>
  /** Refunds in full. Repeating it with the same key does not refund twice. */
  refund: (paymentId: string, amountPaise: number, idempotencyKey: string) => Promise<ProviderRefund>
  fetchRefund: (refundId: string) => Promise<ProviderRefund>
}

/**
 * `refused`: the provider understood and rejected the call, so a retry is rejected, too. `unreachable`: no answer in time, or
 * an error of the provider; the call may have taken effect. `nonsense`: the reply is invalid.
 */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly kind: 'refused' | 'unreachable' | 'nonsense'

  constructor(kind: 'refused' | 'unreachable' | 'nonsense', message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }

  /** The status of a reply to a visitor who has to try again. */
  get status(): 502 | 503 {
    return this.kind === 'unreachable' ? 503 : 502
  }
}
