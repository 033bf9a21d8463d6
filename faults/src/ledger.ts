/** What truly happened at the provider: the sandbox's own books, as `GET /control/ledger` tells them. Amounts in paise, times in Unix seconds. */
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
  /** The product writes `kind` and `ref` into its orders; an order without them is somebody else's. */
  notes: { kind?: string; ref?: string } | []
}

export type LedgerPayment = {
  id: string
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  amount_refunded: number
  /** Stays true when the money went back; false for an authorised payment that the provider sent back by itself. */
  captured: boolean
  created_at: number
}

type LedgerRefund = {
  id: string
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
}

export type LedgerEvent = { event_id: string; event: string; order_id: string; body: string }
