import { DUTIES } from '@petsetu/contract/people/duties.ts'
import { type ListedUser, type UserDetails, type UserOrder, userCalls } from '@petsetu/contract/people/users.ts'
import { pageOf } from '@petsetu/contract/platform/envelope.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { counterTotal } from '../../platform/db/counters.ts'
import { containsValues, countMatches, rowsAfter, rowsOfPage, todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changedMeanwhile, notFound } from '../../platform/errors.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { streamList } from '../../platform/http/bodies/json-list.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { recordAudit, recordDownload } from '../audit/record-audit.ts'
import { lockAccount, setPhone } from './account-details.ts'
import { giveDuties, requireRightsOver } from './admin-duties.ts'
import { CONFIRMED_EMAIL, CURRENT_FIRST, isOwnMembership } from './own-memberships.ts'
import { deleteUser, readUser, setLanguage, userOf, userSearch } from './user-queries.ts'

type Rules = {
  /** Rejects the deletion of somebody who has to do something first. */
  requireDeletable: (transaction: Db, userId: number) => Promise<void>
  eraseUser: (transaction: Db, userId: number) => Promise<void>
  finishErasure: (request: FastifyRequest) => Promise<void>
}

export function userRoutes(
  app: FastifyInstance,
  deps: Deps,
  { requireDeletable, eraseUser, finishErasure }: Rules,
): void {
  const on = routeRegistrar(app, deps)

  on(userCalls.listAll, async ({ query, reply }) => {
    const page = pageOf(query)
    const { search: wanted, sort = 'oldest' } = query
    const search = wanted ?? ''
    if (!page) return streamList<ListedUser>(reply, (last, limit) => listUsersAfter(deps.db, search, last, limit))
    const { rows, total } = await listUsersPage(deps, { search, sort }, page.page, page.limit)
    reply.header('x-total-count', total)
    return rows
  })

  on(userCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(deps.db, by, 'user', query)
    const condition = await userSearch(deps.db, query.search ?? '')
    return streamCsv<ListedUser>(reply, 'users.csv', CSV_COLUMNS, (last, limit) =>
      listWholeUsersAfter(deps.db, condition, last, limit),
    )
  })

  on(userCalls.read, async ({ params }) => readUserDetails(deps.db, params.id))

  on(userCalls.correct, async ({ params: { id }, body: { version, ...after }, person, by }) => {
    await requireRightsOver(deps.db, person, id)
    await inTransaction(deps.db, async (transaction) => {
      const before = await lockAccount(transaction, id)
      if (!before) throw notFound('user_not_found')
      const stored = await readUserDetails(transaction, id)
      // A repeat of the same correction whose reply was lost changes nothing.
      if (version !== undefined && version !== stored.version && !containsValues(stored, after))
        throw changedMeanwhile('errorSentences.changedUser', stored)
      await setPhone(transaction, id, after.phone)
      await setLanguage(transaction, id, after.language)
      const change = { before: { phone: before.phone, language: before.language }, after, personal: ['phone'] }
      await recordAudit(transaction, by, 'user-corrected', { kind: 'user', id }, change)
    })
    recordAct(by, { event: 'user-corrected', userId: id })
    return readUserDetails(deps.db, id)
  })

  on(userCalls.delete, async ({ params, person, by, request }) => {
    await inTransaction(deps.db, async (transaction) => {
      const deleted = await deleteUser(transaction, params.id, person.id, {
        requireDeletable: (deletion) => requireDeletable(deletion, params.id),
        eraseUser: (deletion) => eraseUser(deletion, params.id),
      })
      // The audit names admins, and of a user who is erased only the number.
      const change = { before: deleted, personal: deleted.role === 'user' ? ['username'] : [] }
      await recordAudit(transaction, by, 'user-deleted', { kind: 'user', id: params.id }, change)
    })
    recordAct(by, { event: 'user-deleted', userId: params.id })
    await finishErasure(request)
  })

  on(userCalls.giveDuties, async ({ params: { id }, body, person, by, request }) => {
    const user = await inTransaction(deps.db, async (transaction) => {
      const given = await giveDuties(transaction, id, body, person.id)
      if (!given) throw changedMeanwhile('errorSentences.changedUser', await readUser(transaction, id))
      const { before, after } = given
      const duties = { before: { duties: before ?? DUTIES }, after: { duties: after ?? DUTIES } }
      await recordAudit(transaction, by, 'duties-given', { kind: 'user', id }, duties)
      return readUser(transaction, id)
    })
    const { duties = [...DUTIES] } = user
    recordEvent(request.log, { event: 'duties-given', userId: id, actorId: person.id, duties })
    return user
  })
}

const CSV_COLUMNS: CsvColumn<ListedUser>[] = [
  { headId: 'csv.id', cell: (user) => user.id },
  { headId: 'csv.username', cell: (user) => user.username },
  { headId: 'csv.email', cell: (user) => user.email },
  { headId: 'csv.role', cell: ({ role }, text) => text(`users.${role}`) },
  // Empty for an admin who has all.
  { headId: 'duties.duties', cell: ({ duties = [] }, text) => duties.map((duty) => text(`duties.${duty}`)).join(', ') },
  { headId: 'users.joined', cell: ({ joinedAt }) => (joinedAt ? indianClock(joinedAt) : null) },
  { headId: 'users.lastSeen', cell: ({ lastSeenAt }) => (lastSeenAt ? indianClock(lastSeenAt) : null) },
  { headId: 'users.petCount', cell: ({ pets }) => pets ?? null },
  { headId: 'users.membership', cell: ({ membership }) => membership ?? null },
]

const ORDERS: Record<UserOrder, RawBuilder<unknown>> = {
  oldest: sql`users.created_at, users.id`,
  newest: sql`users.created_at desc, users.id desc`,
  username: sql`username_key`,
  'username-desc': sql`username_key desc`,
  email: sql`email_key`,
  'email-desc': sql`email_key desc`,
  // The index is read in both directions.
  seen: sql`last_seen_at nulls first, users.id desc`,
  'seen-desc': sql`last_seen_at desc nulls last, users.id`,
}

const hasSecondFactor = sql<boolean>`exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)`

// Either may be ended for somebody who has lost it.
const hasAnyFactor = sql<boolean>`(${hasSecondFactor} or exists (select from passkeys where user_id = users.id))`

const passkeys = sql<number>`(select count(*) from passkeys where user_id = users.id)`.as('passkeys')

const ACCOUNT_COLUMNS = ['users.id', 'username', 'email', 'role', 'duties'] as const

const COLUMNS = [...ACCOUNT_COLUMNS, hasAnyFactor.as('hasSecondFactor')] as const

function asListed({
  hasSecondFactor: has,
  ...row
}: Parameters<typeof userOf>[0] & { hasSecondFactor: boolean }): ListedUser {
  return { ...userOf(row), ...(has && { hasSecondFactor: true }) }
}

async function listUsersAfter(db: Db, search: string, last: ListedUser | null, limit: number): Promise<ListedUser[]> {
  const users = selectUsers(db, await userSearch(db, search)).select(COLUMNS)
  const rows = await rowsAfter(users, 'users.id', { last, limit })
  return rows.map(asListed)
}

/** Adds all that a page of the list shows. */
async function listWholeUsersAfter(
  db: Db,
  condition: RawBuilder<boolean> | null,
  last: ListedUser | null,
  limit: number,
): Promise<ListedUser[]> {
  const rows = await rowsAfter(selectWhole(db, condition), 'users.id', { last, limit })
  return rows.map(asWhole)
}

async function listUsersPage(
  deps: Pick<Deps, 'db' | 'counters'>,
  { search, sort }: { search: string; sort: UserOrder },
  page: number,
  limit: number,
): Promise<{ rows: ListedUser[]; total: number }> {
  const { db, counters } = deps
  const found = await userSearch(db, search)
  const [rows, total] = await Promise.all([
    rowsOfPage(selectWhole(db, found), 'users.id', ORDERS[sort], { page, limit }),
    foldCase(search) === ''
      ? counterTotal(counters, 'users')
      : countMatches(db, selectUsers(db, found).select('users.id')),
  ])
  return { rows: rows.map(asWhole), total }
}

function selectWhole(db: Db, found: RawBuilder<boolean> | null) {
  return selectUsers(db, found).select(COLUMNS).select(['users.created_at', 'last_seen_at', pets, membership])
}

type WholeRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['executeTakeFirstOrThrow']>>

function asWhole({ created_at, last_seen_at, pets, membership, ...row }: WholeRow): ListedUser {
  return {
    ...asListed(row),
    joinedAt: created_at.toISOString(),
    lastSeenAt: last_seen_at?.toISOString() ?? null,
    pets,
    membership,
  }
}

const PETS_MAX = 200

async function readUserDetails(db: Db, userId: number): Promise<UserDetails> {
  const [row, ownPets] = await Promise.all([
    db
      .selectFrom('users')
      .select(ACCOUNT_COLUMNS)
      .select(['phone', 'language', 'users.version', 'users.created_at', 'last_seen_at', membership, membershipId])
      .select([sql<boolean>`email_confirmed_at is not null`.as('isEmailConfirmed'), passkeys])
      .select(hasSecondFactor.as('hasSecondFactor'))
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow(() => notFound('user_not_found')),
    db
      .selectFrom('pets')
      .select(['id', 'pet_id as petId', 'pet_name as petName'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(PETS_MAX)
      .execute(),
  ])
  const { created_at, last_seen_at, ...rest } = row
  return {
    ...userOf(rest),
    joinedAt: created_at.toISOString(),
    lastSeenAt: last_seen_at?.toISOString() ?? null,
    pets: ownPets,
  }
}

function selectUsers(db: Db, found: RawBuilder<boolean> | null) {
  return db.selectFrom('users').$if(found !== null, (query) => query.where(found ?? sql<boolean>`true`))
}

// Both are evaluated for the rows of the page only, by indexes.
const pets = sql<number>`(select count(*) from pets where user_id = users.id)`.as('pets')

const membership = ofMembership<string>('plan_name').as('membership')
const membershipId = ofMembership<number>('id').as('membershipId')

/** SQL: a column of the running membership that an account sees as its own, else of the next one. */
function ofMembership<Value>(column: 'plan_name' | 'id') {
  return sql<Value | null>`(
    select ${sql.ref(`memberships.${column}`)} from memberships
    where ${isOwnMembership(sql<number>`users.id`, CONFIRMED_EMAIL)}
      and status = 'active' and expiry_date >= ${todayInIndia()}
    order by ${CURRENT_FIRST}
    limit 1)`
}
