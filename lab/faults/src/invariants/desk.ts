import type { Evidence } from '../evidence.ts'
import type { Operation } from '../history.ts'

type AtDesk = Extract<Operation, { kind: 'desk' }>

/** I31: money of the desk is in the ledger once, as and from when the desk knows it, and one form or one reference is one payment. */
export function deskAndLedgerAgree({ books, history, ledgerPayments }: Evidence): string[] {
  const desk = new Map(books.desk.map((row) => [row.payment_id, row]))
  const counting = books.desk.filter(({ state }) => state === 'pending' || state === 'cleared')
  const sameReference = Map.groupBy(
    counting.filter(({ reference }) => reference !== null),
    ({ mode, reference, bank, cheque_date }) => `${mode} ${reference} ${bank} ${cheque_date}`,
  )
  const taken = history.filter((one): one is AtDesk => one.kind === 'desk' && one.action === 'take')
  const perKey = Map.groupBy(
    taken.filter(({ paymentId }) => paymentId !== null),
    ({ key }) => key,
  )
  return [
    ...books.payments
      .filter(({ key_id, id }) => (key_id === 'desk') !== desk.has(id))
      .map(({ id }) => `payment ${id} is known to the desk or to the ledger alone`),
    ...books.payments.flatMap(({ id, status, disposition }) => {
      const row = desk.get(id)
      const isDone = disposition === 'applied' || disposition === 'surplus'
      return row?.state === 'cleared' && !(status === 'captured' && isDone)
        ? [`payment ${id} is cleared at the desk and ${status}/${disposition} in the ledger`]
        : []
    }),
    ...books.payments.flatMap(({ id, provider_payment_id, created_at, disposition }) => {
      const truth = desk.has(id) && disposition === 'applied' ? ledgerPayments.get(provider_payment_id) : undefined
      return truth && Math.floor(created_at.getTime() / 1_000) !== truth.created_at
        ? [`payment ${id} counts from another moment than the one when the desk had its money`]
        : []
    }),
    ...[...sameReference].flatMap(([reference, rows]) => (rows.length > 1 ? [`${reference} was taken twice`] : [])),
    ...[...perKey.values()].flatMap((tries) =>
      new Set(tries.map(({ paymentId }) => paymentId)).size > 1 ? ['one form at the desk became two payments'] : [],
    ),
  ]
}

const REACHED: Record<AtDesk['action'], string[]> = {
  take: ['pending', 'cleared', 'bounced', 'void'],
  clear: ['cleared', 'void'],
  bounce: ['bounced'],
  void: ['void'],
}

/** I32: what the desk was told is done is done, and of two opposite answers only one was a success. */
export function whatTheDeskWasToldHolds({ books, history }: Evidence): string[] {
  const desk = new Map(books.desk.map((row) => [row.payment_id, row]))
  return history.flatMap((one) => {
    if (one.kind !== 'desk' || one.outcome !== 'ok') return []
    const state = desk.get(one.paymentId ?? 0)?.state ?? 'nowhere'
    return REACHED[one.action].includes(state)
      ? []
      : [`payment ${one.paymentId}: ${one.action} was answered, it is ${state}`]
  })
}

/** I33: the cash in the hands of the admins, with what they have handed over, is the cash that the ledger holds. */
export function cashSheetsAndLedgerAgree({ books }: Evidence): string[] {
  const modes = new Map(books.desk.map(({ payment_id, mode }) => [payment_id, mode]))
  const ledger = books.payments
    .filter(({ id, status }) => modes.get(id) === 'cash' && status === 'captured')
    .reduce((sum, { amount_paise, refunded_paise }) => sum + amount_paise - refunded_paise, 0)
  const known = books.cashPaise + books.handedOverPaise
  return ledger === known ? [] : [`${ledger} paise of cash in the ledger, ${known} in the sheets and handed over`]
}
