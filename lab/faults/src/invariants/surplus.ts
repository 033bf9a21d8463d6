import type { Evidence } from '../evidence.ts'

// A day, and an hour for what is due while a provider or a node is away.
const RETURNED_MS_MAX = 25 * 3_600_000

/**
 * I51: money that paid for nothing goes back within a day after it was found, once, unless an admin kept it or returned it otherwise; what was
 * kept is still there. Money at the desk is handed back there.
 */
export function surplusGoesBack({ books, ledgerPayments, ledger, now }: Evidence): string[] {
  const atDesk = new Set(books.desk.map(({ payment_id }) => payment_id))
  const asked = new Set(books.refunds.map(({ payment_id }) => payment_id))
  return books.payments
    .filter(({ id }) => !atDesk.has(id))
    .flatMap(({ id, provider_payment_id: name, disposition, order_id, settled_as }) => {
      const truth = ledgerPayments.get(name)
      if (!truth) return []
      const refunds = ledger.refunds.filter(({ payment_id, status }) => payment_id === name && status !== 'failed')
      if (refunds.reduce((sum, { amount }) => sum + amount, 0) > truth.amount) return [`${name} went back twice`]
      if (settled_as === 'kept')
        return truth.status === 'refunded' ? [`${name} was kept by an admin, and went back`] : []
      const goesBack = disposition === 'surplus' || (truth.international && order_id !== null)
      if (!goesBack || truth.status !== 'captured' || asked.has(id) || settled_as === 'returned') return []
      const found = books.journal.find((entry) => entry.payment_id === id && entry.disposition_after === disposition)
      const age = found ? now.getTime() - found.at.getTime() : 0
      return age > RETURNED_MS_MAX ? [`${name} is ${disposition} for ${Math.floor(age / 3_600_000)} hours`] : []
    })
}

/** I52: money from abroad pays for nothing while the settings do not take it. */
export function moneyFromAbroadPaysForNothing({ books, ledgerPayments }: Evidence): string[] {
  return books.payments
    .filter(
      ({ provider_payment_id: id, disposition }) => ledgerPayments.get(id)?.international && disposition === 'applied',
    )
    .map(
      ({ provider_payment_id: id, purpose, subject_id }) => `${id} came from abroad, and paid ${purpose} ${subject_id}`,
    )
}
