import {
  ACKNOWLEDGE_HOURS,
  type GrievanceForm,
  type GrievanceKind,
  type GrievanceOrder,
  type GrievanceState,
  type GrievanceWay,
  grievanceNumber,
  grievanceStates,
  type ListedGrievance,
} from '@petsetu/contract/people/grievances.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../platform/db/batches.ts'
import {
  countMatches,
  daysAgo,
  idsOf,
  isOneOf,
  ordersOf,
  rowsAfter,
  rowsOfPage,
  todayInIndia,
} from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { anyOf, type Contact, digitsIn, phoneKey } from '../users/contact.ts'

type MailDeps = Pick<Deps, 'enqueueMail' | 'foundation'>

type Told = GrievanceForm & { way: GrievanceWay; language: Language; enteredBy: number | null }

/** Stores and acknowledges a grievance; one sent twice within a day gives the first. Rejects with 400 without an address. */
export async function addGrievance(
  { enqueueMail, foundation }: MailDeps,
  transaction: Db,
  told: Told,
): Promise<{ id: number; isNew: boolean }> {
  const { kind, name, text, way, language, enteredBy } = told
  const [email, phone] = [told.email ?? '', told.phone ?? '']
  if (!email && !phone) throw new HttpError(400, 'grievance_contact_missing', { field: 'email' })
  const who = { email_key: foldCase(email), phone }
  await sql`select pg_advisory_xact_lock(hashtext(${`grievance ${who.email_key} ${phone}`}))`.execute(transaction)
  const known = await transaction
    .selectFrom('grievances')
    .select('id')
    .where((is) => is.and({ ...who, kind, text }))
    .where('received_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  if (known) return { id: known.id, isNew: false }

  const { grievanceDataDays, grievanceOtherDays } = foundation()
  const days = kind === 'data' ? grievanceDataDays : grievanceOtherDays
  const row = await transaction
    .insertInto('grievances')
    .values({
      ...who,
      kind,
      way,
      name,
      email,
      language,
      text,
      entered_by: enteredBy,
      due_on: sql`${todayInIndia()} + ${days}::int`,
      // The mail goes out in seconds; while it is failed or held, nobody is told.
      acknowledged_at: email ? sql`now()` : null,
    })
    .returning(['id', 'due_on'])
    .executeTakeFirstOrThrow()
  if (email) await enqueueMail(transaction, grievanceReceivedMail({ email, language }, { ...row, kind }))
  return { id: row.id, isNew: true }
}

export const IS_GRIEVANCE_OPEN = sql<boolean>`grievances.answered_at is null`

const IS_IN_STATE: Record<GrievanceState, RawBuilder<boolean>> = {
  open: IS_GRIEVANCE_OPEN,
  answered: sql`grievances.answered_at is not null`,
}

// The number of a grievance grows with the time at which it came.
const ORDERS: Record<GrievanceOrder, RawBuilder<unknown>> = {
  received: sql`grievances.id`,
  'received-desc': sql`grievances.id desc`,
  ...ordersOf({ due: sql`due_on`, answered: sql`answered_at` }, sql`grievances.id`),
}

type ListOptions = {
  state: GrievanceState
  sort?: GrievanceOrder | undefined
  page: number
  limit: number
}

export async function listGrievances(db: Db, { state, sort, ...page }: ListOptions): Promise<ListedGrievance[]> {
  const order = ORDERS[sort ?? grievanceStates[state].order]
  const rows = await rowsOfPage(listed(db).where(IS_IN_STATE[state]), 'grievances.id', order, page)
  return rows.map(listedOf)
}

export async function listGrievancesAfter(
  db: Db,
  state: GrievanceState,
  last: ListedGrievance | null,
  limit: number,
): Promise<ListedGrievance[]> {
  const rows = await rowsAfter(listed(db).where(IS_IN_STATE[state]), 'grievances.id', { last, limit })
  return rows.map(listedOf)
}

export function countGrievances(db: Db, state: GrievanceState, { isOverdue = false } = {}): Promise<number> {
  const grievances = db.selectFrom('grievances').select('id').where(IS_IN_STATE[state])
  return countMatches(db, isOverdue ? grievances.where(IS_LATE) : grievances)
}

export async function readGrievance(db: Db, id: number): Promise<ListedGrievance> {
  const row = await listed(db)
    .where('grievances.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('grievance_not_found'))
  return listedOf(row)
}

/** Notes that an admin has told somebody that the grievance has come; false if that was done before. */
export async function acknowledgeGrievance(transaction: Db, id: number, adminId: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('grievances')
    .set({ acknowledged_at: sql`now()`, acknowledged_by: adminId })
    .where('id', '=', id)
    .where(sql<boolean>`${ACKNOWLEDGED_AT} is null`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Answers a grievance, and erases what waits for that. Rejects with 404, and with 409 an answered one. */
export async function answerGrievance(
  { enqueueMail }: MailDeps,
  transaction: Db,
  { id, answer, adminId }: { id: number; answer: string; adminId: number },
): Promise<void> {
  const row = await transaction
    .selectFrom('grievances')
    .select(['kind', 'email', 'language', 'answered_at', 'erasure_asked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('grievance_not_found'))
  if (row.answered_at !== null) throw conflict('grievance_answered')
  const { email, language, kind } = row
  await acknowledgeGrievance(transaction, id, adminId)
  await transaction
    .updateTable('grievances')
    .set({ answered_at: sql`now()`, answered_by: adminId, answer, ...(row.erasure_asked_at && FORGOTTEN) })
    .where('id', '=', id)
    .execute()
  if (!email) return
  await enqueueMail(transaction, grievanceAnsweredMail({ email, language }, { id, kind, answer }))
}

/** Takes the place of whoever wrote, and of their words. The answer may name them, too. */
const FORGOTTEN = { name: ERASED, email: '', email_key: '', phone: '', text: ERASED, answer: ERASED }

/** Null also while the mail that should have told it is failed or held and no admin has told it. */
export const ACKNOWLEDGED_AT = sql<Date | null>`case
  when grievances.acknowledged_by is null and exists (
    select from mails
    where mails.kind = 'grievance-received' and mails.about = 'grievance ' || grievances.id
      and mails.state in ('failed', 'held'))
  then null else grievances.acknowledged_at end`

/** True for one that was not acknowledged in time, or whose day of the answer is over. */
const IS_LATE = sql<boolean>`(${IS_GRIEVANCE_OPEN} and (due_on < ${todayInIndia()}
  or (${ACKNOWLEDGED_AT} is null and received_at < now() - make_interval(hours => ${sql.lit(ACKNOWLEDGE_HOURS)}))))`

function listed(db: Db) {
  return db
    .selectFrom('grievances')
    .leftJoin('users as enterer', 'enterer.id', 'entered_by')
    .leftJoin('users as acknowledger', 'acknowledger.id', 'acknowledged_by')
    .leftJoin('users as answerer', 'answerer.id', 'answered_by')
    .select(['grievances.id', 'kind', 'way', 'name', 'grievances.email', 'grievances.phone', 'grievances.language'])
    .select(['text', 'received_at', ACKNOWLEDGED_AT.as('acknowledged_at'), 'due_on', 'answered_at', 'answer'])
    .select(['enterer.username as entered_by', 'acknowledger.username as acknowledged_by'])
    .select(['answerer.username as answered_by', IS_LATE.as('is_overdue')])
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

function listedOf(row: Row): ListedGrievance {
  const acknowledgeBy = new Date(row.received_at.getTime() + ACKNOWLEDGE_HOURS * 3_600_000)
  return { ...isoTimes(row), number: grievanceNumber(row.id), acknowledge_by: acknowledgeBy.toISOString() }
}

type Recipient = { email: string; language: Language }

const KIND_LABELS: Record<GrievanceKind, PlainId> = {
  data: 'grievanceMails.data',
  other: 'grievanceMails.other',
}

/** Acknowledges a grievance. It repeats nothing that was typed, because anybody can type somebody else's address. */
function grievanceReceivedMail(
  { email, language }: Recipient,
  { id, kind, due_on }: { id: number; kind: GrievanceKind; due_on: string },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'grievance-received',
    about: `grievance ${id}`,
    to: email,
    language,
    content: {
      subject: text('grievanceMails.receivedSubject', { number: grievanceNumber(id) }),
      paragraphs: [text('grievanceMails.received'), text('grievanceMails.notYou')],
      facts: [
        [text('grievanceMails.number'), grievanceNumber(id)],
        [text('grievanceMails.kind'), text(KIND_LABELS[kind])],
        [text('grievanceMails.due'), formatLongDay(due_on, language)],
      ],
      why: text('grievanceMails.why'),
    },
  }
}

function grievanceAnsweredMail(
  { email, language }: Recipient,
  { id, kind, answer }: { id: number; kind: GrievanceKind; answer: string },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'grievance-answered',
    about: `grievance ${id}`,
    to: email,
    language,
    content: {
      subject: text('grievanceMails.answeredSubject', { number: grievanceNumber(id) }),
      paragraphs: [
        text('grievanceMails.answered'),
        answer,
        text(kind === 'data' ? 'grievanceMails.notSatisfiedData' : 'grievanceMails.notSatisfied'),
      ],
      facts: [
        [text('grievanceMails.number'), grievanceNumber(id)],
        [text('grievanceMails.kind'), text(KIND_LABELS[kind])],
      ],
      why: text('grievanceMails.why'),
    },
  }
}

function isFrom({ email, phone }: Contact) {
  const digits = phone && phoneKey(phone)
  return anyOf(
    email && sql<boolean>`(email_key <> '' and email_key = ${foldCase(email)})`,
    digits && sql<boolean>`(phone <> '' and right(${digitsIn('phone')}, 10) = ${digits})`,
  )
}

export function exportGrievances(db: Db, contact: Contact): Promise<object[]> {
  return db
    .selectFrom('grievances')
    .select(['id', 'kind', 'way', 'name', 'email', 'phone', 'language', 'text', 'received_at', 'acknowledged_at'])
    .select(['due_on', 'answered_at', 'answer'])
    .where(isFrom(contact))
    .orderBy('id')
    .execute()
}

export async function findGrievances(db: Db, contact: Contact): Promise<number[]> {
  const rows = await db.selectFrom('grievances').select('id').where(isFrom(contact)).execute()
  return idsOf(rows)
}

/** An e-mail address that one of these grievances has. */
export async function findGrievedEmail(db: Db, ids: number[]): Promise<string | null> {
  const rows = await db
    .selectFrom('grievances')
    .select('email')
    .where(isOneOf('id', ids))
    .where('email', '<>', '')
    .execute()
  return rows[0]?.email ?? null
}

/** Removes the person from what is answered. An open grievance still gets its answer, and loses its person with that. */
export async function eraseGrievances(transaction: Db, ids: number[]): Promise<void> {
  const isOne = isOneOf('id', ids)
  await transaction.updateTable('grievances').set(FORGOTTEN).where(isOne).where('answered_at', 'is not', null).execute()
  await transaction
    .updateTable('grievances')
    .set({ erasure_asked_at: sql`now()` })
    .where(isOne)
    .where(IS_GRIEVANCE_OPEN)
    .execute()
}

export async function forgetGrievances(db: Db, days: number): Promise<void> {
  await deleteInBatches(db, 'grievances', sql`answered_at < ${daysAgo(days)}`)
}
