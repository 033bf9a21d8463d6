import {
  type ListedPrivacyRequest,
  type OwnPrivacyRequest,
  type PrivacyRequestKind,
  type PrivacyRequestOrder,
  type PrivacyRequestState,
  privacyRequestStates,
} from '@petsetu/contract/people/privacy.ts'
import { PRIVACY_REQUEST_DAYS } from '@petsetu/contract/people/privacy-kinds.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { countMatches, ordersOf, rowsAfter, rowsOfPage, todayInIndia } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { DB } from '../../platform/db/types.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import { nomineeAskedMail, nomineeReceivedMail, requestDoneMail, requestReceivedMail } from './privacy-mails.ts'
import { listKept } from './records-of.ts'

const OWN_MAX = 50

type Asked = {
  kind: PrivacyRequestKind
  note?: string | null | undefined
  nominee_name?: string | null | undefined
  nominee_contact?: string | null | undefined
  email: string
  /** Anybody can sign up with somebody else's address: until it is confirmed, nothing is mailed or carried out. */
  isEmailConfirmed: boolean
  userId: number | null
  language: Language
}

export async function addRequest(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { kind, note = null, nominee_name, nominee_contact, email, isEmailConfirmed, userId, language }: Asked,
): Promise<OwnPrivacyRequest> {
  const nominee = kind === 'nominate' && {
    nominee_name: nominee_name ?? null,
    nominee_contact: nominee_contact ?? null,
  }
  const request = await insertRequest(transaction, { kind, note, email, user_id: userId, language, ...nominee })
  if (isEmailConfirmed) await enqueueMail(transaction, requestReceivedMail({ email, userId, language }, request))
  return request
}

type NewRequest = Omit<Insertable<DB['privacy_requests']>, 'email_key' | 'due_on'>

async function insertRequest(transaction: Db, request: NewRequest): Promise<OwnPrivacyRequest> {
  const row = await transaction
    .insertInto('privacy_requests')
    .values({
      ...request,
      email_key: foldCase(request.email),
      due_on: sql`${todayInIndia()} + ${PRIVACY_REQUEST_DAYS}::int`,
    })
    .returning(OWN_COLUMNS)
    .executeTakeFirstOrThrow()
  return isoTimes(row)
}

type AskedByNominee = Pick<Asked, 'note' | 'email'> & {
  kind: Exclude<PrivacyRequestKind, 'nominate'>
  nominee_email: string
  proof: string
}

/** The person is told, too, in case they can act after all. Rejects with 409 if nobody was named. */
export async function addNomineeRequest(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { kind, note = null, email, nominee_email: answerTo, proof }: AskedByNominee,
): Promise<number> {
  const named = await findNomination(transaction, email)
  if (!named) throw new HttpError(409, 'nominee_unknown', { field: 'email' })
  const { name, contact, language } = named
  const nominee = { nominee_name: name, nominee_contact: contact, nominee_email: answerTo }
  const request = await insertRequest(transaction, { kind, note, email, language, proof, ...nominee })
  await enqueueMail(transaction, nomineeReceivedMail({ email: answerTo, userId: null, language }, request))
  await enqueueMail(transaction, nomineeAskedMail({ email, userId: null, language }, { ...request, name }))
  return request.id
}

type Nomination = { name: string; contact: string; language: Language }

/**
 * The person whom somebody with this address named last to act for them: with a code that was sent there, or as the account that has it now,
 * whatever its address was then.
 */
export async function findNomination(db: Db, email: string): Promise<Nomination | null> {
  const row = await db
    .selectFrom('privacy_requests')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['nominee_name as name', 'nominee_contact as contact', 'privacy_requests.language'])
    .where('kind', '=', 'nominate')
    .where(
      sql<boolean>`((user_id is null and privacy_requests.email_key = ${foldCase(email)})
        or (users.email_key = ${foldCase(email)} and users.email_confirmed_at is not null))`,
    )
    .orderBy('privacy_requests.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.name || !row.contact) return null
  return { name: row.name, contact: row.contact, language: row.language }
}

export async function readOwnRequest(db: Db, userId: number, id: number): Promise<OwnPrivacyRequest> {
  const row = await db
    .selectFrom('privacy_requests')
    .select(OWN_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('privacy_request_not_found'))
  return isoTimes(row)
}

export async function listOwnRequests(db: Db, userId: number): Promise<OwnPrivacyRequest[]> {
  const rows = await db
    .selectFrom('privacy_requests')
    .select(OWN_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(OWN_MAX)
    .execute()
  return rows.map(isoTimes)
}

export const IS_REQUEST_OPEN = sql<boolean>`privacy_requests.done_at is null`

const IS_IN_STATE: Record<PrivacyRequestState, RawBuilder<boolean>> = {
  open: IS_REQUEST_OPEN,
  done: sql`privacy_requests.done_at is not null`,
}

// The number of a request grows with the time at which it was received.
const ORDERS: Record<PrivacyRequestOrder, RawBuilder<unknown>> = {
  received: sql`privacy_requests.id`,
  'received-desc': sql`privacy_requests.id desc`,
  ...ordersOf({ due: sql`due_on`, done: sql`done_at` }, sql`privacy_requests.id`),
}

type ListOptions = {
  state: PrivacyRequestState
  sort?: PrivacyRequestOrder | undefined
  page: number
  limit: number
}

export async function listRequests(
  db: Db,
  { state, sort = privacyRequestStates[state].order, ...page }: ListOptions,
): Promise<ListedPrivacyRequest[]> {
  const rows = await rowsOfPage(listed(db).where(IS_IN_STATE[state]), 'privacy_requests.id', ORDERS[sort], page)
  return rows.map(isoTimes)
}

export async function listRequestsAfter(
  db: Db,
  state: PrivacyRequestState,
  last: ListedPrivacyRequest | null,
  limit: number,
): Promise<ListedPrivacyRequest[]> {
  const rows = await rowsAfter(listed(db).where(IS_IN_STATE[state]), 'privacy_requests.id', { last, limit })
  return rows.map(isoTimes)
}

export function countRequests(db: Db, state: PrivacyRequestState, { isOverdue = false } = {}): Promise<number> {
  const requests = db.selectFrom('privacy_requests').select('id').where(IS_IN_STATE[state])
  return countMatches(db, isOverdue ? requests.where('due_on', '<', todayInIndia()) : requests)
}

/**
 * Marks a request as done; an erasure's address and note go with that. The answer is mailed, but not to an address that nobody has confirmed.
 * Rejects with 404, and with 409 if done.
 */
export async function finishRequest(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { id, answer, adminId }: { id: number; answer: string; adminId: number },
): Promise<ListedPrivacyRequest> {
  const row = await transaction
    .selectFrom('privacy_requests')
    .select(['kind', 'email', 'language', 'user_id as userId', 'nominee_email as nomineeEmail', 'done_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('privacy_request_not_found'))
  const { is_confirmed: isConfirmed } = await readRequest(transaction, id)
  if (row.done_at !== null) throw conflict('privacy_request_done')
  const { kind, email, language, userId, nomineeEmail } = row
  // The references of complaints go to their complainant, or to the nominee who acts for them, and to nobody else.
  const kept =
    kind === 'erase' && isConfirmed ? await listKept(transaction, { userId, contact: { email }, isChecked: true }) : []
  await transaction
    .updateTable('privacy_requests')
    .set({ done_at: sql`now()`, done_by: adminId, answer, ...(kind === 'erase' && FORGOTTEN) })
    .where('id', '=', id)
    .execute()
  const done = { id, kind, answer, kept, isForNominee: nomineeEmail !== null }
  if (isConfirmed)
    await enqueueMail(transaction, requestDoneMail({ email: nomineeEmail ?? email, userId, language }, done))
  return readRequest(transaction, id)
}

export async function readRequest(db: Db, id: number): Promise<ListedPrivacyRequest> {
  const row = await listed(db)
    .where('privacy_requests.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('privacy_request_not_found'))
  return isoTimes(row)
}

export async function lockRequest(transaction: Db, id: number): Promise<void> {
  await transaction.selectFrom('privacy_requests').select('id').where('id', '=', id).forUpdate().execute()
}

// The answer and the proof of a nominee may name the person, too, but the books of what was asked and done need it for a year.
const FORGOTTEN = { email: '', email_key: '', note: ERASED }

const OWN_COLUMNS = [
  'privacy_requests.id',
  'kind',
  'note',
  'privacy_requests.created_at',
  'due_on',
  'done_at',
  'answer',
  'nominee_name',
  'nominee_contact',
] as const

// A request without an account was made with a code that was sent to the address. The address of an account can have changed since.
const IS_CONFIRMED = sql<boolean>`(user_id is null
  or coalesce(users.email_key = privacy_requests.email_key and users.email_confirmed_at is not null, false))`

function listed(db: Db) {
  return db
    .selectFrom('privacy_requests')
    .leftJoin('users', 'users.id', 'user_id')
    .select(OWN_COLUMNS)
    .select(['privacy_requests.email', 'users.username', 'nominee_email', 'proof'])
    .select(sql<boolean>`${IS_REQUEST_OPEN} and due_on < ${todayInIndia()}`.as('is_overdue'))
    .select(IS_CONFIRMED.as('is_confirmed'))
}
