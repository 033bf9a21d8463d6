import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { PURPOSES } from '@petsetu/contract/purposes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { type RawBuilder, sql } from 'kysely'
import { writtenNumber } from '../receipts/receipt-numbers.ts'
import { joinedSubjects, perPurpose } from '../reports/paid-for.ts'
import { type FindKind, found, lineOf, read } from './find-records.ts'
import { candidatesOf, equals, type Match } from './matches.ts'
import type { SearchText } from './search-text.ts'
import { MATCH_SUBJECTS } from './searched-texts.ts'

type PaymentRow = { id: number; reference: string; paise: number; payer: string | null; status: string }
type ReceiptRow = PaymentRow & { year: number | null; number: number; isTest: boolean }

export const findPayments: FindKind = async (db, text) => {
  const rows = await read<PaymentRow>(db, matchPayments(text), selectPayments)
  return found('payment', rows, ({ id, reference, paise, payer, status }) => ({
    id: String(id),
    title: reference,
    detail: lineOf(formatRupees(paise / PAISE_PER_RUPEE), payer),
    status,
    path: paths.paymentReport.to({}, { payment_id: id }),
  }))
}

/** Results lead to the payment and not to the receipt's own page, which shows the payer's name even if it is withheld. */
export const findReceipts: FindKind = async (db, text) => {
  const rows = await read<ReceiptRow>(db, matchReceipts(text), selectPayments)
  return found('receipt', rows, ({ id, paise, payer, ...receipt }) => ({
    id: String(id),
    title: writtenNumber(receipt),
    detail: lineOf(formatRupees(paise / PAISE_PER_RUPEE), payer),
    path: paths.paymentReport.to({}, { payment_id: id }),
  }))
}

function selectPayments(matched: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select is_exact, transactions.id, provider_payment_id as reference, transactions.amount_paise as paise,
      ${perPurpose(({ payer }) => payer)} as payer, transactions.status, receipts.year, receipts.number,
      receipts.is_test as "isTest"
    from ${matched} join payments transactions using (id) left join receipts on receipts.payment_id = transactions.id
    ${joinedSubjects()}
    order by is_exact desc, transactions.id desc`
}

function matchPayments(text: SearchText): Match {
  const { providerId } = text
  return {
    table: 'payments',
    exactly: [
      equals(sql`provider_payment_id`, providerId),
      equals(sql`id`, text.number),
      paidWith(sql`select id from payment_orders where provider_order_id = ${providerId}`, providerId),
      refundedAs(providerId),
    ],
    partly: [paidFor(text)],
  }
}

function matchReceipts(text: SearchText): Match {
  const subjects = paidFor(text)
  return {
    table: 'payments',
    exactly: [hasReceipt(text.receipt)],
    partly: [subjects && sql<boolean>`(${subjects} and exists (select from receipts where payment_id = payments.id))`],
  }
}

function paidWith(orders: RawBuilder<unknown>, providerId: string | null) {
  return providerId === null ? null : sql<boolean>`order_id in (${orders})`
}

function refundedAs(providerId: string | null) {
  return providerId === null
    ? null
    : sql<boolean>`id in (select payment_id from refunds where provider_refund_id = ${providerId})`
}

function hasReceipt(receipt: SearchText['receipt']) {
  if (!receipt) return null
  const year = receipt.year === null ? sql`year is null` : sql`year = ${receipt.year}`
  const table = sql.table(receipt.isRefund ? 'refund_receipts' : 'receipts')
  return sql<boolean>`id in (
    select payment_id from ${table} where ${year} and number = ${receipt.number} and is_test = ${receipt.isTest})`
}

/** SQL condition: the text finds what was paid for. */
function paidFor(text: SearchText): RawBuilder<boolean> | null {
  const subjects = PURPOSES.flatMap((purpose) => {
    const candidates = candidatesOf({ ...MATCH_SUBJECTS[purpose](text), exactly: [] })
    return candidates ? [sql`select ${sql.lit(purpose)}, id from ${candidates} subjects`] : []
  })
  return subjects.length > 0 ? sql<boolean>`(purpose, subject_id) in (${sql.join(subjects, sql` union all `)})` : null
}
