import type { CashSheet, HandoverForm, HandoverKind } from '@petsetu/contract/payments/books.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { hasDutyStill } from '../../people/users/admin-duties.ts'
import { endOfDay, startOfDay } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { dutyRequired, HttpError, notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { listGivenBackOn, listTakenOn } from './desk-queries.ts'

type Wanted = { adminId: number; day: string }

/** The cash sheet of an admin and an Indian day. Rejects with 404 somebody who is no admin and never took money. */
export async function readCashSheet(db: Db, { adminId, day }: Wanted, person: Person): Promise<CashSheet> {
  const admins = await listCashAdmins(db, adminId)
  const admin = admins.find(({ id }) => id === adminId)
  if (!admin) throw notFound('user_not_found')
  const [sums, payments, given_back_payments, handovers, isOpen] = await Promise.all([
    sumCash(db, { adminId, day }),
    listTakenOn(db, adminId, day),
    listGivenBackOn(db, adminId, day),
    listHandovers(db, { adminId, day }),
    mayRecordFor(db, person, adminId),
  ])
  const sumOf = (mode: string) =>
    payments.reduce((sum, one) => (one.mode === mode && one.state !== 'void' ? sum + toPaise(one.amount) : sum), 0)
  const closing = sums.opening + sums.taken - sums.given_back - sums.handed_over + sums.received
  return {
    day,
    admin,
    recorded_cash: isOpen && adminId !== person.id ? 'shown' : 'own',
    admins,
    opening: toRupees(sums.opening),
    taken: { cash: toRupees(sums.taken), cheque: toRupees(sumOf('cheque')), upi: toRupees(sumOf('upi')) },
    given_back: toRupees(sums.given_back),
    handed_over: toRupees(sums.handed_over),
    received: toRupees(sums.received),
    closing: toRupees(closing),
    payments,
    given_back_payments,
    handovers,
  }
}

/**
 * Records cash that an admin, the caller unless another one is named, handed over or received; returns its id. Rejects with 409 more than the
 * admin has, with 403 another one who can record it, and with 404 somebody who is no admin and never took money.
 */
export async function handOver(transaction: Db, form: HandoverForm, by: Actor): Promise<number> {
  const { kind, amount, note, admin_id: adminId = by.person.id } = form
  await lockCash(transaction, adminId)
  const admin = (await listCashAdmins(transaction, adminId)).find(({ id }) => id === adminId)
  if (!admin) throw notFound('user_not_found')
  if (!(await mayRecordFor(transaction, by.person, adminId))) throw dutyRequired('all')
  const inHand = await cashInHand(transaction, adminId)
  if (kind === 'handed_over' && toPaise(amount) > inHand)
    throw new HttpError(409, 'more_than_in_hand', { values: { amount: formatRupees(toRupees(inHand)) } })
  const { id } = await transaction
    .insertInto('cash_handovers')
    .values({ admin_id: adminId, admin_name: admin.username, kind, amount_paise: toPaise(amount), note })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = {
    kind,
    amount_paise: toPaise(amount),
    ...(adminId !== by.person.id && { cash_of: admin.username }),
  }
  await recordAudit(transaction, by, 'cash-handed-over', { kind: 'cash', id }, { after })
  return id
}

/**
 * Whoever took the cash says where it went. Others do so only for somebody who cannot any more; an admin with all duties could give the
 * duty back, and so may do it for everybody.
 */
async function mayRecordFor(db: Db, person: Person, adminId: number): Promise<boolean> {
  return adminId === person.id || person.duties === null || !(await hasDutyStill(db, adminId, 'money'))
}

/** Rejects with 409 the deletion of somebody who has cash of the desk, or has given back more than they had. */
export async function rejectCashInHand(transaction: Db, userId: number): Promise<void> {
  await lockCash(transaction, userId)
  const paise = await cashInHand(transaction, userId)
  if (paise === 0) return
  throw new HttpError(409, 'cash_in_hand', { values: { amount: formatRupees(toRupees(paise)) } })
}

// Two handovers at once could be more than there is.
const lockCash = (transaction: Db, adminId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('petsetu cash'), ${adminId}::integer)`.execute(transaction)

/** The sum is in paise. */
export async function cashInHand(db: Db, adminId: number): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(paise), 0)::bigint as paise from (${movements(adminId)}) movements`.execute(db)
  return rows[0]?.paise ?? 0
}

/** SQL: every movement of an admin's cash; `paise` is negative where it left their hands. */
function movements(adminId: number) {
  return sql`
    select taken_at as at, 'taken' as kind, amount_paise as paise
    from desk_payments join payments on payments.id = payment_id
    where mode = 'cash' and taken_by = ${adminId}
    union all
    select voided_at, 'given_back', -amount_paise
    from desk_payments join payments on payments.id = payment_id
    where mode = 'cash' and state = 'void' and void_asked_by = ${adminId}
    union all
    select created_at, kind, case kind when 'received' then amount_paise else -amount_paise end
    from cash_handovers
    where admin_id = ${adminId}`
}

type Sums = Record<'opening' | 'taken' | 'given_back' | HandoverKind, number>

async function sumCash(db: Db, { adminId, day }: Wanted): Promise<Sums> {
  const onDay = (kind: string) =>
    sql`coalesce(sum(abs(paise)) filter (where kind = ${kind} and at >= ${startOfDay(day)}), 0)::bigint`
  const { rows } = await sql<Sums>`
    select coalesce(sum(paise) filter (where at < ${startOfDay(day)}), 0)::bigint as opening,
      ${onDay('taken')} as taken, ${onDay('given_back')} as given_back,
      ${onDay('handed_over')} as handed_over, ${onDay('received')} as received
    from (${movements(adminId)}) movements
    where at < ${endOfDay(day)}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('A sum without a row')
  return sums
}

async function listHandovers(db: Db, { adminId, day }: Wanted): Promise<CashSheet['handovers']> {
  const rows = await db
    .selectFrom('cash_handovers')
    .select(['id', 'kind', 'amount_paise', 'note', 'created_at'])
    .where('admin_id', '=', adminId)
    .where('created_at', '>=', startOfDay(day))
    .where('created_at', '<', endOfDay(day))
    .orderBy('id')
    .execute()
  return rows.map(({ amount_paise, ...row }) => ({ ...isoTimes(row), amount: toRupees(amount_paise) }))
}

/** Whoever has had desk money, also after the account was deleted, and the admin of this sheet. */
async function listCashAdmins(db: Db, adminId: number): Promise<CashSheet['admins']> {
  const { rows } = await sql<{ id: number; username: string }>`
    select known.id, coalesce(max(users.username), max(known.name), max(known.asker)) as username
    from (
      select taken_by as id, taken_by_name as name, null as asker from desk_payments
      -- The name of an asker who had left is beside the number of whoever gave the money back.
      union select void_asked_by, null, void_asked_by_name from desk_payments where state = 'void'
      union select admin_id, admin_name, null from cash_handovers
      union select id, username, null from users where id = ${adminId} and role = 'admin'
    ) known
    left join users on users.id = known.id
    where known.id is not null
    group by known.id
    order by username`.execute(db)
  return rows
}
