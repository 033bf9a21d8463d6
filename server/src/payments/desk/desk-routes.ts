import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import {
  type DeskPayment,
  type DeskSubject,
  type DonorAtDesk,
  deskCalls,
  type MemberAtDesk,
} from '@petsetu/contract/payments/desk.ts'
import { firstPageOf, isInternalId, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit, recordDownload } from '../../people/audit/record-audit.ts'
import { noteReader } from '../../people/consents/record-consent.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { activateFreeMembership } from '../../supporters/memberships/membership-purpose.ts'
import { registerMembership } from '../../supporters/memberships/register-membership.ts'
import { lockPlanOnOffer } from '../../supporters/plans/plan-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { bounceCheque, clearCheque, hasAskerLeft, lockDeskPayment, voidDeskPayment } from './change-desk-payment.ts'
import { DESK_COLUMNS } from './desk-csv.ts'
import {
  cashGivenToday,
  countDeskPayments,
  listDeskPayments,
  listDeskPaymentsAfter,
  readDeskPayment,
} from './desk-queries.ts'
import { takeDeskPayment } from './take-desk-payment.ts'

const DESK_FILE = 'desk-payments.csv'

export function deskRoutes(app: FastifyInstance, deps: Deps & { payments: PaymentDeps }): void {
  const on = routeRegistrar(app, deps)
  const { db, payments, config, foundation } = deps

  on(deskCalls.take, async ({ body, by, createOnce }) => {
    const id = await createOnce((transaction) => takeDeskPayment(payments, transaction, body, by))
    recordAct(by, { event: 'desk-payment-taken', paymentId: id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.list, async ({ query }) => {
    const page = firstPageOf(query)
    const [data, total] = await Promise.all([listDeskPayments(db, query, page), countDeskPayments(db, query)])
    return { ...succeed(data), pagination: paginationOf(page, total) }
  })

  on(deskCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'payment', { ...query, file: DESK_FILE })
    return streamCsv<DeskPayment>(reply, DESK_FILE, DESK_COLUMNS, (last, limit) =>
      listDeskPaymentsAfter(db, query, last, limit),
    )
  })

  on(deskCalls.subjects, async ({ query }) => succeed(await findDeskSubjects(db, query)))

  on(deskCalls.cashToday, async ({ query: { purpose, subject_id } }) => {
    const given = await cashGivenToday(db, purpose, subject_id)
    return succeed({ given: toRupees(given), limit: foundation().cashDayMax })
  })

  on(deskCalls.enterMember, async ({ body, by }) => {
    const id = await inTransaction(db, (transaction) => enterMember(deps, transaction, body, by))
    recordAct(by, { event: 'member-entered', membershipId: id })
    return succeed(await readDeskSubject(db, 'membership', id))
  })

  on(deskCalls.enterDonation, async ({ body, by }) => {
    const id = await inTransaction(db, (transaction) => enterDonation(deps, transaction, body, by))
    recordAct(by, { event: 'donation-entered', donationId: id })
    return succeed(await readDeskSubject(db, 'donation', id))
  })

  on(deskCalls.clear, async ({ params: { id }, by }) => {
    await clearCheque(payments, id, by)
    recordAct(by, { event: 'cheque-cleared', paymentId: id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.bounce, async ({ params: { id }, by }) => {
    await bounceCheque(payments, id, by)
    recordAct(by, { event: 'cheque-bounced', paymentId: id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.void, async ({ params: { id }, body: { reason }, by }) => {
    const aloneMaxPaise = toPaise(config.deskVoidAloneRupeesMax)
    const isVoid = await voidDeskPayment(payments, id, { by, reason, aloneMaxPaise })
    const event = isVoid ? 'desk-payment-voided' : 'desk-void-asked'
    recordAct(by, { event, paymentId: id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.withdrawVoid, async ({ params: { id }, by }) => {
    await withdrawVoid(db, id, by)
    recordAct(by, { event: 'desk-void-withdrawn', paymentId: id })
    return succeed(await readDeskPayment(db, id))
  })
}

/** Withdraws the request to void a payment. Rejects with 409 if it is void, or the request of somebody else who is still at the desk. */
async function withdrawVoid(db: Db, paymentId: number, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { row } = await lockDeskPayment(transaction, paymentId)
    if (row.state === 'void') throw conflict('void_already')
    if (!row.isVoidAsked) throw conflict('void_not_asked')
    if (row.voidAskedBy !== by.person.id && !(await hasAskerLeft(transaction, row)))
      throw conflict('void_asked_by_another')
    await transaction
      .updateTable('desk_payments')
      .set({ void_asked_by: null, void_asked_by_name: null, void_asked_at: null, void_reason: null })
      .where('payment_id', '=', paymentId)
      .execute()
    await recordAudit(transaction, by, 'desk-void-withdrawn', { kind: 'payment', id: paymentId })
  })
}

const SUBJECTS_MAX = 20

type Wanted = { purpose?: Purpose | undefined; search: string }

/** The newest first, but before them what has the number that was searched for. */
async function findDeskSubjects(db: Db, { purpose, search }: Wanted): Promise<DeskSubject[]> {
  const purposes = purpose ? [purpose] : PURPOSES
  const id = idIn(search)
  const found = await Promise.all(purposes.map((one) => findUnpaid(db, one, { search, id })))
  const newestFirst = found.flat().toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
  const isExact = (subject: DeskSubject) => subject.subject_id === id
  return [...newestFirst.filter(isExact), ...newestFirst.filter((one) => !isExact(one))].slice(0, SUBJECTS_MAX)
}

function idIn(search: string): number | null {
  const digits = search.trim().replace(/^0+/, '')
  return isInternalId(digits) ? Number(digits) : parseReference(search)
}

type Row = { id: number; payer: string; item: string; due_paise: number | null; created_at: Date }

async function readDeskSubject(db: Db, purpose: Purpose, id: number): Promise<DeskSubject> {
  const [subject] = await selectSubjects(db, purpose, { condition: sql`id = ${id}`, id })
  if (!subject) throw new Error(`There is no ${purpose} ${id}`)
  return subject
}

type Sought = { search: string; id: number | null }

function findUnpaid(db: Db, purpose: Purpose, { search, id }: Sought): Promise<DeskSubject[]> {
  const { desk } = PURPOSE_RULES[purpose]
  const canTake = desk.isVoid ? sql`(${desk.isUnpaid} or ${desk.isVoid})` : desk.isUnpaid
  return selectSubjects(db, purpose, { condition: sql`${canTake} and ${desk.matches(search)}`, id })
}

type Selected = { condition: RawBuilder<unknown>; id: number | null }

/** Selects at most 20: the one with this id, and the newest. */
async function selectSubjects(db: Db, purpose: Purpose, { condition, id: first }: Selected): Promise<DeskSubject[]> {
  const { table, report, desk } = PURPOSE_RULES[purpose]
  const { rows } = await sql<Row>`
    select id, ${report.payer} as payer, ${report.item} as item, ${desk.duePaise} as due_paise, created_at
    from ${sql.table(table)}
    where ${condition}
    order by ${first === null ? sql`` : sql`id = ${first} desc,`} id desc
    limit ${SUBJECTS_MAX}`.execute(db)
  return rows.map(({ id, payer, item, due_paise, created_at }) => ({
    purpose,
    subject_id: id,
    payer,
    item,
    amount: due_paise === null ? null : toRupees(due_paise),
    created_at: created_at.toISOString(),
  }))
}

/** Registers somebody for nobody's account: the membership is found by the e-mail address later. */
async function enterMember(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { language, agreed: _, ...registration }: MemberAtDesk,
  actor: Actor,
): Promise<number> {
  // Another one may be paid on the same day. One without a price begins at once, so that a second click means the same one.
  const plan = await lockPlanOnOffer(transaction, registration.plan_id)
  const wanted = { ...registration, is_another: plan?.price_paise !== 0 }
  const { id, isPaid, pricePaise, planName } = await registerMembership(transaction, wanted, null, language)
  if (isPaid) return id
  if (pricePaise === 0) await activateFreeMembership(transaction, enqueueMail, id)
  await noteReader(transaction, { purpose: 'membership', subjectId: id, readBy: actor.person.username })
  await recordAudit(transaction, actor, 'member-entered', { kind: 'membership', id }, { after: { plan: planName } })
  return id
}

async function enterDonation(
  { secretKey, foundation }: Pick<Deps, 'secretKey' | 'foundation'>,
  transaction: Db,
  { language, agreed: _, email, address, ...details }: DonorAtDesk,
  actor: Actor,
): Promise<number> {
  const form = { ...details, email: email ?? '', address: address ?? '', is_another: true }
  const giver = { userId: null, language }
  const { id, amountPaise } = await insertDonation({ db: transaction, secretKey, foundation }, form, giver)
  await noteReader(transaction, { purpose: 'donation', subjectId: id, readBy: actor.person.username })
  const after = { amount_paise: amountPaise }
  await recordAudit(transaction, actor, 'donation-entered', { kind: 'donation', id }, { after })
  return id
}
