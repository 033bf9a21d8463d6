import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Evidence } from '../evidence.ts'
import type { LedgerOrder } from '../ledger.ts'
import { PURPOSE_FACTS } from './purposes.ts'

/** I12: amount and currency agree with the provider, and a membership keeps the terms it was bought with. */
export function whatWasAgreedNeverChanges({ books, history, ledger, ordersByReceipt }: Evidence): string[] {
  const memberships = new Map(books.memberships.map((membership) => [membership.id, membership]))
  return [
    ...ledger.orders.flatMap(({ receipt, amount, currency }) => {
      const order = ordersByReceipt.get(receipt ?? '')
      if (!order || (order.amount_paise === amount && order.currency === currency)) return []
      return [`order ${receipt} is ${amount} ${currency} there and ${order.amount_paise} ${order.currency} here`]
    }),
    ...books.orders.flatMap(({ purpose, subject_id, receipt, amount_paise }) => {
      const price = PURPOSE_FACTS[purpose as Purpose].pricePaise(books, subject_id)
      const isAgreed = price === null || price === amount_paise
      return isAgreed ? [] : [`order ${receipt} asks ${amount_paise} paise, another price than its ${purpose}'s`]
    }),
    ...history.flatMap((operation) => {
      if (operation.kind !== 'register' || operation.membershipId === null) return []
      const membership = memberships.get(operation.membershipId)
      const isSame = membership?.price_paise === operation.pricePaise && membership.duration_months === operation.months
      return isSame ? [] : [`membership ${operation.membershipId} is not what was bought`]
    }),
  ]
}

/** I17: each of our orders exists once at the provider, identified by its receipt. Orders doubled by the network are excepted. */
export function oneOrderIsOneAtTheProvider({ ledger, ordersByReceipt, history }: Evidence): string[] {
  const own = ledger.orders.filter(isOurs)
  const perReceipt = Map.groupBy(own, ({ receipt }) => receipt ?? '')
  return [...perReceipt].flatMap(([receipt, orders]) => {
    if (!ordersByReceipt.has(receipt)) return [`the provider has an order '${receipt}' that no row of ours knows`]
    const doubled = history.filter((operation) => operation.kind === 'doubled-order' && operation.receipt === receipt)
    return orders.length <= 1 + doubled.length
      ? []
      : [`${orders.length} orders of the provider have receipt ${receipt}`]
  })
}

/** I20: every open order can still be paid at the provider, and an authorised payment from India for an unpaid subject was captured. */
export function everyOrderCanBePaidOrIsDone({ books, ledger, ledgerOrders, ordersByReceipt }: Evidence): string[] {
  const paid = new Set(
    books.payments
      .filter(({ disposition }) => disposition === 'applied')
      .map(({ purpose, subject_id }) => `${purpose} ${subject_id}`),
  )
  const letGo = ledger.payments.filter(({ captured, status, order_id, amount, international }) => {
    const order = ordersByReceipt.get(ledgerOrders.get(order_id)?.receipt ?? '')
    const isOwn = order?.amount_paise === amount && order.provider_order_id === order_id
    const isReturned = status === 'refunded' && !captured && !international
    return isReturned && isOwn && !paid.has(`${order.purpose} ${order.subject_id}`)
  })
  return [
    ...letGo.map(({ id }) => `${id} was authorised for something unpaid, and went back uncaptured`),
    ...books.orders
      .filter(({ status, replaced_at }) => status !== 'paid' && replaced_at === null)
      .filter(({ provider_order_id: id }) => id !== null && ledgerOrders.get(id)?.status === 'paid')
      .map(
        ({ receipt, status }) => `order ${receipt} is ${status} and on offer, but the provider takes no more for it`,
      ),
  ]
}

function isOurs({ notes }: LedgerOrder): boolean {
  return !Array.isArray(notes) && notes.kind !== undefined
}
