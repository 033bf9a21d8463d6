/** An order as the provider holds it. */
export type ProviderOrder = {
  id: string
  amountPaise: number
  currency: string
  receipt: string | null
  status: string
}

/** A payment as the provider holds it. `orderId` is null for one that was made without an order. */
export type ProviderPayment = {
  id: string
  orderId: string | null
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  refundedPaise: number
  errorDescription: string | null
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
 * The calls that we make to the payment provider. Each ends within its time-out and throws a `GatewayError` where the
 * provider refuses, cannot be reached or answers nonsense.
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
  /** Up to a hundred of the payments that were tried in this time (Unix seconds, both included), newest first, after so many. */
  listPayments: (page: PaymentPage) => Promise<ProviderPayment[]>
  capture: (paymentId: string, amountPaise: number) => Promise<ProviderPayment>
  /** In full. A repeat with the same key is the same refund. */
  refund: (paymentId: string, amountPaise: number, idempotencyKey: string) => Promise<ProviderRefund>
  fetchRefund: (refundId: string) => Promise<ProviderRefund>
}

/**
 * `refused`: the provider understood and said no, so that asking again says no again. `unreachable`: no answer in time, or one
 * of its own failures; what was asked for may have happened. `nonsense`: an answer that is none.
 */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly kind: 'refused' | 'unreachable' | 'nonsense'

  constructor(kind: 'refused' | 'unreachable' | 'nonsense', message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
