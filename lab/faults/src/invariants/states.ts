import type { Evidence } from '../evidence.ts'

// A payment's rank never falls. 'failed' ranks low because a bank may still authorise a failed payment.
const RANK: Record<string, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }
const TRIES_MAX = 10
const OPEN_MS_MAX = 5 * 60_000

/** I10: the journal has no gaps, no backward steps, and ends at the payment's present state. */
export function statesOnlyMoveForward({ books, ledgerPayments }: Evidence): string[] {
  const entries = Map.groupBy(books.journal, ({ payment_id }) => payment_id)
  return books.payments.flatMap((payment) => {
    const told: string[] = []
    let [status, disposition, refunded] = [null as string | null, null as string | null, 0]
    for (const entry of entries.get(payment.id) ?? []) {
      if (entry.status_before !== status || entry.disposition_before !== disposition)
        told.push('has a gap in its journal')
      if (rank(entry.status_after) < rank(status)) told.push(`went from ${status} back to ${entry.status_after}`)
      // A quarantined payment may be reclassified; an applied or surplus payment may not.
      if ((disposition === 'applied' || disposition === 'surplus') && entry.disposition_after !== disposition)
        told.push(`was ${disposition} and became ${entry.disposition_after}`)
      if (entry.refunded_paise_after < refunded) told.push('got back what had been refunded')
      status = entry.status_after
      disposition = entry.disposition_after
      refunded = entry.refunded_paise_after
    }
    if (status !== payment.status || disposition !== payment.disposition || refunded !== payment.refunded_paise)
      told.push('is not what its journal says')
    const truth = ledgerPayments.get(payment.provider_payment_id)
    if (truth && rank(payment.status) > rank(truth.status)) told.push(`is ${payment.status}, but truly ${truth.status}`)
    return told.map((what) => `${payment.provider_payment_id} ${what}`)
  })
}

/** I16: every event is processed within minutes, or set aside after ten attempts. */
export function theInboxDrains({ books, now }: Evidence): string[] {
  return [
    ...books.inbox
      .filter(({ processed_at, attempts }) => processed_at === null && attempts < TRIES_MAX)
      .filter(({ received_at }) => now.getTime() - received_at.getTime() > OPEN_MS_MAX)
      .map(({ event_id, attempts }) => `event ${event_id} still waits, tried ${attempts} times`),
    ...books.inbox
      .filter(({ last_error }) => last_error?.includes('violates'))
      .map(({ event_id, last_error }) => `event ${event_id} was stopped by the database: ${last_error}`),
  ]
}

/** Must hold at every moment, even after a crash: an event marked as processed has had its effect. */
export function whatCountsAsDoneIsDone({ books, ledger, ledgerPayments, paymentsByProviderId }: Evidence): string[] {
  const done = new Set(books.inbox.filter(({ processed_at }) => processed_at !== null).map(({ event_id }) => event_id))
  return ledger.webhooks
    .filter(({ event_id, event }) => done.has(event_id) && /^(payment\.(authorized|captured)|order\.paid)$/.test(event))
    .map(({ event_id, body }) => ({ event_id, paymentId: paymentOf(body) }))
    .filter(({ paymentId }) => ledgerPayments.get(paymentId)?.captured && !paymentsByProviderId.has(paymentId))
    .map(({ event_id, paymentId }) => `event ${event_id} counts as done, but ${paymentId} is unknown`)
}

function paymentOf(body: string): string {
  return (JSON.parse(body) as { payload: { payment: { entity: { id: string } } } }).payload.payment.entity.id
}

function rank(status: string | null): number {
  return status === null ? -1 : (RANK[status] ?? -1)
}
