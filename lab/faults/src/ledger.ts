/** The sandbox's records, as returned by `GET /control/ledger`. Amounts in paise, times in Unix seconds. */
export type Ledger = {
  orders: LedgerOrder[]
  payments: LedgerPayment[]
  refunds: LedgerRefund[]
  webhooks: LedgerEvent[]
}

export type LedgerOrder = {
  id: string
  amount: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  /** An order without `kind` and `ref` is not one of ours. */
  notes: { kind?: string; ref?: string } | []
}

export type LedgerPayment = {
  id: string
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  amount_refunded: number
  /** Stays true after a refund; false for an authorised payment that the provider returned uncaptured. */
  captured: boolean
  international: boolean
  created_at: number
}

type LedgerRefund = {
  id: string
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
}

export type LedgerEvent = { event_id: string; event: string; order_id: string; body: string }
