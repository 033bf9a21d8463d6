import { unspecific } from '../errors.ts'
import { amountField, type Fields, rejectOthers } from '../fields.ts'
import { collection, readPage } from './collections.ts'
import { createOrder, readOrder } from './orders.ts'
import { readPayment } from './payment-store.ts'
import { capturePayment } from './payments.ts'
import type { Provider } from './provider.ts'
import { readRefund } from './refund-store.ts'
import { refundPayment } from './refunds.ts'

export type ApiCall = {
  /** The ids in the path, in their order. */
  ids: string[]
  query: URLSearchParams
  fields: Fields
  idempotencyKey: string | null
}

type Operation = {
  method: 'GET' | 'POST'
  path: RegExp
  /** Throws an HttpError for invalid requests. */
  run: (provider: Provider, call: ApiCall) => unknown
}

const ID = '([^/]+)'
const path = (pattern: string) => new RegExp(`^/v1/${pattern}/?$`)

/** The provider's calls, by the names that faults are switched on for. Source: provider's API reference. */
export const OPERATIONS: Record<string, Operation> = {
  createOrder: {
    method: 'POST',
    path: path('orders'),
    run: ({ state }, { fields }) => state.transaction(() => createOrder(state, fields)),
  },
  listOrders: {
    method: 'GET',
    path: path('orders'),
    run({ state }, { query }) {
      const { from, to, count, skip } = readPage(query, ['receipt'])
      const receipt = query.get('receipt')
      const sql = `select entity from orders
                   where created_at between ? and ? and (? is null or receipt = ?)
                   order by number desc limit ? offset ?`
      return collection(state.all(sql, from, to, receipt, receipt, count, skip))
    },
  },
  fetchOrder: {
    method: 'GET',
    path: path(`orders/${ID}`),
    run: ({ state }, { ids: [id = ''] }) => readOrder(state, id),
  },
  fetchOrderPayments: {
    method: 'GET',
    path: path(`orders/${ID}/payments`),
    run({ state }, { ids: [id = ''] }) {
      const order = readOrder(state, id)
      return collection(state.all('select entity from payments where order_id = ? order by number desc', order.id))
    },
  },
  listPayments: {
    method: 'GET',
    path: path('payments'),
    run({ state }, { query }) {
      const { from, to, count, skip } = readPage(query)
      const sql = `select entity from payments
                   where created_at between ? and ?
                   order by number desc limit ? offset ?`
      return collection(state.all(sql, from, to, count, skip))
    },
  },
  fetchPayment: {
    method: 'GET',
    path: path(`payments/${ID}`),
    run: ({ state }, { ids: [id = ''] }) => readPayment(state, id),
  },
  capture: {
    method: 'POST',
    path: path(`payments/${ID}/capture`),
    run(provider, { ids: [id = ''], fields }) {
      rejectOthers(fields, ['amount', 'currency'])
      return capturePayment(provider, id, amountField(fields.amount), fields.currency)
    },
  },
  refund: {
    method: 'POST',
    path: path(`payments/${ID}/refund`),
    run(provider, { ids: [id = ''], fields, idempotencyKey: key }) {
      if (key !== null && !/^[A-Za-z0-9_-]{10,}$/.test(key)) {
        throw unspecific(400, 'The idempotency key must have at least 10 characters of A-Z, a-z, 0-9, _ and -.')
      }
      return refundPayment(provider, id, fields, key)
    },
  },
  fetchPaymentRefunds: {
    method: 'GET',
    path: path(`payments/${ID}/refunds`),
    run({ state }, { ids: [id = ''] }) {
      const payment = readPayment(state, id)
      return collection(state.all('select entity from refunds where payment_id = ? order by number desc', payment.id))
    },
  },
  fetchPaymentRefund: {
    method: 'GET',
    path: path(`payments/${ID}/refunds/${ID}`),
    run: ({ state }, { ids: [id = '', refundId = ''] }) => readRefund(state, refundId, readPayment(state, id).id),
  },
  fetchRefund: {
    method: 'GET',
    path: path(`refunds/${ID}`),
    run: ({ state }, { ids: [id = ''] }) => readRefund(state, id),
  },
}
