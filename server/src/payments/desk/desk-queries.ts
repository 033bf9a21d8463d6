import { ERASED_NAME } from '@petsetu/contract/office/reports.ts'
import type { DeskFilter, DeskOrder, DeskPayment } from '@petsetu/contract/payments/desk.ts'
import {
  type DeskMode,
  type DeskState,
  type PaymentDisposition,
  VALID_DESK_STATES,
} from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { joinedSubjects, perPurpose, unlessWithheld } from '../../office/reports/payment-conditions.ts'
import { hasDuty } from '../../people/users/admin-duties.ts'
import { isContact } from '../../people/users/contact.ts'
import { allOf, endOfDay, literals, ordersOf, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { receiptPath } from '../receipts/receipt-numbers.ts'

type Row = {
  id: number
  purpose: Purpose
  subject_id: number
  payer: string | null
  user_id: number | null
  item: string | null
  amount_paise: number
  disposition: PaymentDisposition
  mode: DeskMode
  reference: string | null
  bank: string | null
  cheque_date: string | null
  state: DeskState
  taken_by_name: string
  taken_at: Date
  decided_at: Date | null
  void_reason: string | null
  /** Null also once this admin is not at the desk any more. */
  asker_id: number | null
  void_asked_by_name: string | null
  void_asked_at: Date | null
  voided_by_name: string | null
  voided_at: Date | null
  token: string | null
  refund_token: string | null
}

type Page = { page: number; limit: number }

type Sorted = { sort?: DeskOrder | undefined }

export async function listDeskPayments(
  db: Db,
  { sort, ...filter }: DeskFilter & Sorted,
  { page, limit }: Page,
): Promise<DeskPayment[]> {
  return selectDeskPayments(db, conditionOf(filter), { limit, offset: (page - 1) * limit, sort })
}

/** The next payments after `last`, newest first. */
export async function listDeskPaymentsAfter(
  db: Db,
  filter: DeskFilter,
  last: DeskPayment | null,
  limit: number,
): Promise<DeskPayment[]> {
  const isAfter =
    last && sql`(taken_at, payment_id) < (select taken_at, payment_id from desk_payments where payment_id = ${last.id})`
  return selectDeskPayments(db, allOf([conditionOf(filter), isAfter]), { limit, offset: 0 })
}

export async function countDeskPayments(db: Db, filter: DeskFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from desk_payments where ${conditionOf(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function readDeskPayment(db: Db, id: number): Promise<DeskPayment> {
  const [payment] = await selectDeskPayments(db, sql`payment_id = ${id}`, { limit: 1, offset: 0 })
  if (!payment) throw notFound('payment_not_found')
  return payment
}

/** Sums the cash in paise that one person has given today: of all that has the e-mail address or phone number of this subject. */
export async function cashGivenToday(db: Db, purpose: Purpose, subjectId: number): Promise<number> {
  const { rows: payers } = await sql<{ email: string; phone: string }>`
    select email, phone from ${sql.table(PURPOSE_RULES[purpose].table)} where id = ${subjectId}`.execute(db)
  const [payer] = payers
  if (!payer) throw notFound('payment_not_found')
  const isTheirs = PURPOSES.map(
    (one) => sql`(payments.purpose = ${one} and exists (
      select from ${sql.table(PURPOSE_RULES[one].table)} subjects where subjects.id = payments.subject_id and ${isContact(payer)}))`,
  )
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise
    from desk_payments join payments on payments.id = payment_id
    where mode = 'cash' and state = 'cleared' and ${conditionOf({ day: today() })} and (${sql.join(isTheirs, sql` or `)})`.execute(
    db,
  )
  return rows[0]?.paise ?? 0
}

export async function listTakenOn(db: Db, adminId: number, day: string): Promise<DeskPayment[]> {
  const isTaken = sql`taken_by = ${adminId} and ${conditionOf({ day })}`
  return (await selectDeskPayments(db, isTaken, { limit: TAKEN_A_DAY_MAX, offset: 0 })).reverse()
}

/** The payments whose cash this admin gave back on this day: whoever asks to void one gives it back. */
export async function listGivenBackOn(db: Db, adminId: number, day: string): Promise<DeskPayment[]> {
  const isGivenBack = sql`mode = 'cash' and state = 'void' and void_asked_by = ${adminId}
    and voided_at >= ${startOfDay(day)} and voided_at < ${endOfDay(day)}`
  return (await selectDeskPayments(db, isGivenBack, { limit: TAKEN_A_DAY_MAX, offset: 0 })).reverse()
}

// More than one person can count in a day.
const TAKEN_A_DAY_MAX = 1_000

function conditionOf({ state, mode, void_asked, day }: DeskFilter): RawBuilder<unknown> {
  return allOf([
    state && sql`state = ${state}`,
    mode && sql`mode = ${mode}`,
    void_asked && sql`void_asked_at is not null and state in ${literals(VALID_DESK_STATES)}`,
    day && sql`taken_at >= ${startOfDay(day)} and taken_at < ${endOfDay(day)}`,
  ])
}

const ORDERS: Record<DeskOrder, RawBuilder<unknown>> = ordersOf(
  { taken: sql`taken_at`, amount: sql`(select amount_paise from payments where payments.id = payment_id)` },
  sql`payment_id`,
)
const SHOWN_ORDERS: Record<DeskOrder, RawBuilder<unknown>> = ordersOf(
  { taken: sql`transactions.taken_at`, amount: sql`transactions.amount_paise` },
  sql`transactions.id`,
)

async function selectDeskPayments(
  db: Db,
  condition: RawBuilder<unknown>,
  { limit, offset, sort = 'taken-desc' }: { limit: number; offset: number } & Sorted,
): Promise<DeskPayment[]> {
  const { rows } = await sql<Row>`
    select transactions.*, ${perPurpose(({ payer }) => payer)} as payer, ${perPurpose(({ item }) => item)} as item,
      ${perPurpose(({ account }) => account ?? sql<number>`null::bigint`)} as user_id,
      coalesce(transactions.void_asked_by_name, askers.username) as void_asked_by_name, voiders.username as voided_by_name,
      (select id from users where users.id = transactions.void_asked_by and ${hasDuty('money')}) as asker_id,
      ${unlessWithheld(sql`receipts.token`)} as token, ${unlessWithheld(sql`refund_receipts.token`)} as refund_token
    from (
      select payments.id, payments.purpose, payments.subject_id, payments.amount_paise, payments.disposition, desk.*
      from (
        select * from desk_payments where ${condition}
        order by ${ORDERS[sort]} limit ${limit} offset ${offset}
      ) desk
      join payments on payments.id = desk.payment_id
    ) transactions
    left join users askers on askers.id = transactions.void_asked_by
    left join users voiders on voiders.id = transactions.voided_by
    left join receipts on receipts.payment_id = transactions.id
    left join refund_receipts on refund_receipts.payment_id = transactions.id
    ${joinedSubjects()}
    order by ${SHOWN_ORDERS[sort]}`.execute(db)
  return rows.map(deskPaymentOf)
}

function deskPaymentOf(row: Row): DeskPayment {
  return {
    id: row.id,
    purpose: row.purpose,
    subject_id: row.subject_id,
    payer: row.payer ?? ERASED_NAME,
    user_id: row.user_id,
    item: row.item ?? ERASED_NAME,
    amount: toRupees(row.amount_paise),
    disposition: row.disposition,
    mode: row.mode,
    reference: row.reference,
    bank: row.bank,
    cheque_date: row.cheque_date,
    state: row.state,
    taken_by: row.taken_by_name,
    taken_at: row.taken_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    void_reason: row.void_reason,
    void_asked_by: row.void_asked_by_name,
    void_asked_by_id: row.asker_id,
    void_asked_at: row.void_asked_at?.toISOString() ?? null,
    voided_by: row.voided_by_name,
    voided_at: row.voided_at?.toISOString() ?? null,
    receipt_path: receiptPath(row.token),
    refund_receipt_path: receiptPath(row.refund_token),
  }
}
