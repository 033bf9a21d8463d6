import type {
  ListedPrivacyRequest,
  OwnPrivacyRequest,
  PrivacyRequestKind,
  PrivacyRequestOrder,
  PrivacyRequestState,
} from '@petsetu/contract/people/privacy.ts'
import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { todayInIndia } from '../../platform/db/indian-days.ts'
import type { Db } from '../../platform/db/pool.ts'
import { countMatches } from '../../platform/db/search.ts'
import { ordersOf } from '../../platform/db/sort-order.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { ERASED } from '../users/contact.ts'
import { listKept } from './kept-complaints.ts'
import { requestDoneMail, requestReceivedMail } from './privacy-mails.ts'

/** A request may take this long. Source: Rule 14 of the DPDP Rules, 2025. */
export const PRIVACY_REQUEST_DAYS = 90

const OWN_MAX = 50

type Asked = {
  kind: PrivacyRequestKind
  note?: string | null | undefined
  email: string
  userId: number | null
  language: Language
}

/** Stores a request and queues the mail that confirms it, in one transaction of the caller. */
export async function addRequest(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { kind, note = null, email, userId, language }: Asked,
): Promise<OwnPrivacyRequest> {
  const row = await transaction
    .insertInto('privacy_requests')
    .values({
      ...{ kind, note, email, email_key: foldCase(email), user_id: userId, language },
      due_on: sql`${todayInIndia()} + ${PRIVACY_REQUEST_DAYS}::int`,
    })
    .returning(OWN_COLUMNS)
    .executeTakeFirstOrThrow()
  const request = ownOf(row)
  await enqueueMail(transaction, requestReceivedMail({ email, userId, language }, request))
  return request
}

export async function readOwnRequest(db: Db, userId: number, id: number): Promise<OwnPrivacyRequest> {
  const row = await db
    .selectFrom('privacy_requests')
    .select(OWN_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('privacy_request_not_found')
  return ownOf(row)
}

export async function listOwnRequests(db: Db, userId: number): Promise<OwnPrivacyRequest[]> {
  const rows = await db
    .selectFrom('privacy_requests')
    .select(OWN_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(OWN_MAX)
    .execute()
  return rows.map(ownOf)
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

/** A page of requests: open ones oldest first, done ones newest first, unless `sort` says otherwise. */
export async function listRequests(
  db: Db,
  { state, sort = state === 'open' ? 'received' : 'done-desc', page, limit }: ListOptions,
): Promise<ListedPrivacyRequest[]> {
  const rows = await listed(db)
    .where('done_at', state === 'open' ? 'is' : 'is not', null)
    .orderBy(ORDERS[sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(listedOf)
}

/** Counts those that are open or done, or of these the ones past their due day, up to 1,000. */
export function countRequests(db: Db, state: PrivacyRequestState, { isOverdue = false } = {}): Promise<number> {
  return countMatches(db, (limit) =>
    db
      .selectFrom('privacy_requests')
      .select('id')
      .where('done_at', state === 'open' ? 'is' : 'is not', null)
      .$if(isOverdue, (query) => query.where('due_on', '<', todayInIndia()))
      .limit(limit),
  )
}

/**
 * Marks a request as done and tells the person. Of an erasure the address and the note are removed with that. Rejects with 404 for an
 * unknown one and with 409 for one that is done.
 */
export async function finishRequest(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { id, answer, adminId }: { id: number; answer: string; adminId: number },
): Promise<ListedPrivacyRequest> {
  const row = await transaction
    .selectFrom('privacy_requests')
    .select(['kind', 'email', 'language', 'user_id as userId', 'done_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('privacy_request_not_found')
  if (row.done_at !== null) throw conflict('privacy_request_done')
  const { kind, email, userId, language } = row
  const kept = kind === 'erase' ? await listKept(transaction, { userId, contact: { email }, isChecked: true }) : []
  await transaction
    .updateTable('privacy_requests')
    .set({ done_at: sql`now()`, done_by: adminId, answer, ...(kind === 'erase' && FORGOTTEN) })
    .where('id', '=', id)
    .execute()
  const recipient = { email, userId, language: isLanguage(language) ? language : 'en' } as const
  await enqueueMail(transaction, requestDoneMail(recipient, { id, kind: kind as PrivacyRequestKind, answer, kept }))
  return listedOf(await listed(transaction).where('privacy_requests.id', '=', id).executeTakeFirstOrThrow())
}

// The answer may name the person, too, but the books of what was asked and done need it for a year.
const FORGOTTEN = { email: '', email_key: '', note: ERASED }

const OWN_COLUMNS = [
  'privacy_requests.id',
  'kind',
  'note',
  'privacy_requests.created_at',
  'due_on',
  'done_at',
  'answer',
] as const

function listed(db: Db) {
  return db
    .selectFrom('privacy_requests')
    .leftJoin('users', 'users.id', 'user_id')
    .select(OWN_COLUMNS)
    .select(['privacy_requests.email', 'users.username'])
    .select(sql<boolean>`done_at is null and due_on < ${todayInIndia()}`.as('is_overdue'))
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>
type OwnRow = Omit<ListedRow, 'email' | 'username' | 'is_overdue'>

function ownOf({ id, kind, note, created_at, due_on, done_at, answer }: OwnRow): OwnPrivacyRequest {
  return {
    ...{ id, note, due_on, answer },
    // A check constraint limits it; the generated type only says string.
    kind: kind as PrivacyRequestKind,
    created_at: created_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  }
}

function listedOf({ email, username, is_overdue, ...row }: ListedRow): ListedPrivacyRequest {
  return { ...ownOf(row), email, username, is_overdue }
}
