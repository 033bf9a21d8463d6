import type { CorrectedField } from '@petsetu/contract/people/privacy.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { formatRupees, pluralValues } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyOf, hasEmail, type Identity, isContact, type SenderLimits } from '../people/users/contact.ts'
import { searchedPhone } from '../people/users/user-queries.ts'
import { containing, daysAgo, isOneOf } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import type { DB } from '../platform/db/types.ts'
import { HttpError } from '../platform/errors.ts'
import type { PlaceFile, Stores } from '../platform/files/file-store.ts'
import type { NewMail } from '../platform/mail/mail-content.ts'
import type { EnqueueMail } from '../platform/mail/outbox.ts'
import { hasPayLink } from './pay-links.ts'
import { IS_PENDING_CHEQUE } from './provider/account.ts'
import type { IssuedReceipt } from './receipts/receipt-numbers.ts'
import type { ReceiptText } from './receipts/receipt-queries.ts'

/** Everything that the server does differently for each purpose of a payment. */
export type PurposeRules = Payable & {
  table: keyof DB
  report: ReportRules
  desk: DeskRules
  testMoney: TestMoneyRules
  privacy: PrivacyRules
  item: (db: Db, subjectId: number, language: Language) => Promise<string>
  /** The item of whoever renews this subject now; absent where nothing is renewed. */
  renewedItem?: (db: Db, subjectId: number, language: Language) => Promise<string>
  /** The reference under which the payer knows it; absent where it has none. */
  reference?: (db: Db, subjectId: number) => Promise<string>
  limits: SenderLimits
}

/** Changes the subject of a payment, in the transaction that records the payment. */
export type Payable = {
  /** False if a payment would come too late; such a payment is kept as surplus. */
  isPayable: (transaction: Db, subjectId: number) => Promise<boolean>
  /** Rejects, with a message for the person at the desk, a subject that cannot be paid now, or not with this amount. */
  requireDue: (transaction: Db, subjectId: number, amountPaise: number) => Promise<void>
  onOpened: (transaction: Db, subjectId: number) => Promise<void>
  onFailed: (transaction: Db, subjectId: number) => Promise<void>
  onPaid: (transaction: Db, subjectId: number, payment: AppliedPayment) => Promise<ReceiptText>
  /** The payment was returned in full. The mail to whoever paid is not its concern; others may be enqueued. */
  onRefunded: (transaction: Db, subjectId: number, enqueueMail: EnqueueMail) => Promise<void>
  /** It is paid once more after a void at the desk, so it is due again; absent where the desk enters another one instead. */
  onVoidSetAside?: (transaction: Db, subjectId: number) => Promise<void>
  /** Null if the address is not known any more. */
  paidMail: (transaction: Db, subjectId: number, payment: ReceivedPayment) => Promise<NewMail | null>
  /** Null if the address is not known any more. */
  findPayer: (transaction: Db, subjectId: number) => Promise<Payer | null>
}

export type Payer = {
  to: string
  userId?: number | null
  language: Language
  paidFor: string
  /** The sentence about money that goes back because another payment counts. */
  paidTwice: string
  facts?: [label: string, value: string][]
}

/** The reader of a mail about this record. Null for an erased or expired record, which has no address. */
export function readerOf<Row extends { email: string; user_id: number | null; language: Language }>(row: Row) {
  return row.email === '' ? null : { to: row.email, userId: row.user_id, language: row.language }
}

type ReceivedPayment = { amountPaise: number; receipt: IssuedReceipt }
/**
 * `handedBack`: how it went back otherwise than by the provider; `isForbidden`: it came from abroad and may not be taken; `isHeld`: it has
 * not gone back yet; `isSecond`: another payment has paid for the subject.
 */
export type ReturnedPayment = {
  paymentId: number
  amountPaise: number
  /** All that has gone back so far, this part among it. */
  wholePaise: number
  /** Which of several mails about the payment it is. */
  step: string
  handedBack: 'mails.refundAtDesk' | 'mails.refundOtherwise' | null
  isForbidden: boolean
  isHeld: boolean
  isSecond: boolean
  receipt: IssuedReceipt | null
}

export type Payables = Record<Purpose, Payable>

export type AppliedPayment = { amountPaise: number; providerPaymentId: string; paidAt: Date }

export type ReportRules = {
  /** Empty where the payer's name is withheld. */
  payer: RawBuilder<string>
  item: RawBuilder<string>
  /** The id of the payer's account; null if it is not known. */
  account: RawBuilder<number> | null
  /** The address of the mails, beside that account in `users`; absent where it is the one that was typed. */
  mailedTo?: RawBuilder<string>
  /** SQL condition: belongs to this account, where that is more than what `account` says. */
  isOf?: (userId: number) => RawBuilder<boolean>
}

type DeskRules = {
  isUnpaid: RawBuilder<boolean>
  /** The desk has voided its payment and takes it once more; absent where it enters another subject instead. */
  isVoid?: RawBuilder<boolean>
  /** The amount due; null if the payer names it. */
  duePaise: RawBuilder<number | null>
  matches: (search: string) => RawBuilder<boolean>
}

/** Changes rows that were paid with test money, when that money is removed. */
type TestMoneyRules = {
  showsPayment: RawBuilder<boolean>
  /** Ends first what the money of these has begun, where others wait for its end. */
  end?: (transaction: Db, ids: number[]) => Promise<void>
  removesPayment: RawBuilder<unknown>
}

/** An account that is about to get another address. */
export type MovedAccount = { id: number; email: string; isEmailConfirmed: boolean }

type PrivacyRules = {
  isAbout: (identity: Identity) => RawBuilder<boolean>
  /** Keeps for an account what is its own by the address that it is about to leave. */
  keepFor: (transaction: Db, account: MovedAccount) => Promise<void>
  /** The rows with these ids, as the person gets them; `place` says what stands in a row for its file. */
  exportRows: (db: Db, ids: number[], place: PlaceFile) => Promise<object[]>
  erase: (transaction: Db, ids: number[]) => Promise<void>
  /** The status that an erasure gives to a row that waits for its payment: money that still comes is surplus. Null if it stays payable. */
  givenUp: 'expired' | 'cancelled' | null
  /** The columns that an admin may correct. A PAN is encrypted, and is not among them. */
  corrected: Partial<Record<CorrectedField, string>>
  isErased: RawBuilder<boolean>
  /** SQL condition: the name in this row is shown to nobody without a reason. */
  isWithheld: RawBuilder<boolean>
  /** Finishes an erasure after its transaction, and again later for everything that could not be erased yet. */
  finishErasures: (stores: Stores) => Promise<void>
  forgetOld: (db: Db) => Promise<void>
}

/**
 * SQL condition on a row that knows its payer's account: the account or, without another one, the contact is this person's. An address
 * that another account has left may be a stranger's by now, so that it does not count where it was typed as that account's.
 */
export function isAboutPayer({ contact: { email, phone }, userId, isChecked }: Identity): RawBuilder<boolean> {
  const isContactOf = anyOf(email && sql<boolean>`(${isContact({ email })} and not ${HAS_MOVED})`, isContact({ phone }))
  return sql<boolean>`(${isContactOf} and (user_id is null or ${isChecked}::boolean) or user_id = ${userId})`
}

/** SQL condition on a row that knows its payer's account: the address was typed as the account's, which has confirmed another one since. */
const HAS_MOVED = sql<boolean>`(follows_account and coalesce(
  (select email_key from users where users.id = user_id and email_confirmed_at is not null) <> lower(normalize(email, NFKC)), false))`

/**
 * SQL: where mails about a membership or donation go, beside its account in `users`. The address that was typed, or the one that the account has now if
 * the typed one was the account's.
 */
export function mailedTo(table: string): RawBuilder<string> {
  const typed = sql.ref(`${table}.email`)
  return sql<string>`case when ${sql.ref(`${table}.follows_account`)} and ${typed} <> '' and users.email_confirmed_at is not null
    then users.email else ${typed} end`
}

/** The columns of a payer that an admin may correct. */
export const PAYER_COLUMNS = { name: 'name', email: 'email', phone: 'phone', address: 'address' }

/** A subject that waits for its payment is given up this many days after the last activity; longer than a bank may take to confirm a payment. */
export const PENDING_DAYS = 7

/**
 * SQL condition on a row of a purpose: it waits for its payment, and nothing has happened for `PENDING_DAYS`. Its orders and its payment
 * attempts are as old, and so is the end of a cheque for it that bounced or was void; no cheque waits for the bank's answer, and no pay link
 * for it works.
 */
export function isGivenUp(purpose: Purpose, table: PayerTable): RawBuilder<boolean> {
  const since = daysAgo(PENDING_DAYS)
  const id = sql.ref(`${table}.id`)
  return sql<boolean>`(status = 'pending' and created_at < ${since}
    and not ${hasPayLink(purpose, id)}
    and not exists (
      select from payment_orders orders
      where orders.purpose = ${sql.lit(purpose)} and orders.subject_id = ${id}
        and greatest(orders.created_at, orders.last_opened_at) >= ${since})
    and not exists (
      select from payments
      where payments.purpose = ${sql.lit(purpose)} and payments.subject_id = ${id}
        and (payments.created_at >= ${since} or ${IS_PENDING_CHEQUE} or exists (
          select from desk_payments
          where desk_payments.payment_id = payments.id and greatest(decided_at, voided_at) >= ${since}))))`
}

type PayerTable = 'memberships' | 'donations'

/** True if a subject still waits for its payment; locks it. One that was given up is not payable: money for it is surplus. */
export async function isPending(transaction: Db, table: PayerTable, id: number): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select status from ${sql.table(table)} where id = ${id} for update`.execute(transaction)
  return rows[0]?.status === 'pending'
}

/**
 * Gives an account that has confirmed its address the rows of visitors with that address, if they meet the condition, before it gets another
 * one. Mails about its own rows with that address follow it.
 */
export async function keepForAccount(
  transaction: Db,
  table: PayerTable,
  { id, email, isEmailConfirmed }: MovedAccount,
  isTheirs: RawBuilder<boolean>,
): Promise<void> {
  const rows = sql.table(table)
  if (isEmailConfirmed)
    await sql`update ${rows} set user_id = ${id} where user_id is null and ${hasEmail(email)} and ${isTheirs}`.execute(
      transaction,
    )
  await sql`update ${rows} set follows_account = true where user_id = ${id} and ${hasEmail(email)}`.execute(transaction)
}

/** SQL condition on the ids of subjects: a cheque for it waits for the bank's answer. */
export function isChequeAtBank(purpose: Purpose, subjectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payments
    where payments.purpose = ${sql.lit(purpose)} and payments.subject_id = ${subjectId} and ${IS_PENDING_CHEQUE})`
}

/** Nothing pays any more for those of these rows that wait for their payment, unless their cheque is at the bank. */
export async function giveUp(
  transaction: Db,
  { purpose, table, status, ids }: { purpose: Purpose; table: keyof DB; status: string; ids: number[] },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set status = ${status}
    where ${isOneOf('id', ids)} and status = 'pending' and not ${isChequeAtBank(purpose, sql.ref(`${table}.id`))}`.execute(
    transaction,
  )
}

const ID = /^0*([1-9]\d{0,8})$/

/** SQL condition: the search is the id of the row, stands in one of its texts, in any letter case, or is its phone number, however both are written. */
export function isFoundBy(search: string, texts: RawBuilder<unknown>[]): RawBuilder<boolean> {
  const id = Number(ID.exec(search)?.[1] ?? 0)
  const all = sql.join(texts, sql` || chr(10) || `)
  return sql<boolean>`(id = ${id} or lower(${all}) like ${containing(search.toLowerCase())} or ${hasPhone(search)})`
}

/** SQL condition on a row with a column `phone`: it contains the digits of the search, if that is a number. */
export function hasPhone(search: string): RawBuilder<boolean> {
  const digits = searchedPhone(search)
  return digits === null ? sql<boolean>`false` : sql<boolean>`translate(phone, ' +-().', '') like ${containing(digits)}`
}

/** The refusal of an amount, with the problem that a schema of the contract has with it. */
export function invalidAmount(amount: string): HttpError {
  return new HttpError(400, 'invalid_fields', { fields: { amount }, values: pluralValues(1) })
}

export function requireAmount(paise: number, duePaise: number): void {
  if (paise !== duePaise) throw invalidAmount(problem('amountIsAnother', { amount: formatRupees(toRupees(duePaise)) }))
}
