import type { Selectable } from 'kysely'
import type { DB } from '../../../server/src/platform/db/types.ts'
import type { Ledger, LedgerPayment } from './ledger.ts'

type DeskPayment = Selectable<DB['desk_payments']>
type Books = {
  desk: DeskPayment[]
  payments: Selectable<DB['payments']>[]
  orders: Selectable<DB['payment_orders']>[]
}

/**
 * The provider's ledger with the money of the desk in the same form: what the admins wrote down is the truth about it. So every check
 * of money and of its subjects covers the desk, too.
 */
export function withDesk(ledger: Ledger, { desk, payments, orders }: Books): Ledger {
  const states = new Map(desk.map((row) => [row.payment_id, row]))
  const taken = payments.flatMap((payment) => {
    const row = states.get(payment.id)
    const order = orders.find(({ id }) => id === payment.order_id)
    return row && order ? [{ row, payment, order }] : []
  })
  return {
    ...ledger,
    orders: [
      ...ledger.orders,
      ...[...new Set(taken.map(({ order }) => order))].map((order) => ({
        ...{ id: order.provider_order_id ?? '', amount: order.amount_paise, currency: order.currency },
        ...{ receipt: order.receipt, status: 'created' as const },
        notes: { kind: order.purpose, ref: String(order.subject_id) },
      })),
    ],
    payments: [...ledger.payments, ...taken.map(({ row, payment, order }) => paymentOf(row, payment, order))],
  }
}

function paymentOf(
  row: DeskPayment,
  payment: Books['payments'][number],
  order: Books['orders'][number],
): LedgerPayment {
  const hasCounted = row.decided_at !== null && row.state !== 'bounced'
  const status = STATUS[row.state as keyof typeof STATUS]
  return {
    ...{ id: payment.provider_payment_id, order_id: order.provider_order_id ?? '' },
    ...{ amount: order.amount_paise, currency: order.currency },
    status: row.state === 'void' && !hasCounted ? 'failed' : status,
    amount_refunded: row.state === 'void' && hasCounted ? order.amount_paise : 0,
    captured: hasCounted,
    international: false,
    created_at: Math.floor((row.decided_at ?? row.taken_at).getTime() / 1_000),
  }
}

const STATUS = { pending: 'created', cleared: 'captured', bounced: 'failed', void: 'refunded' } as const
