import type { ListedUser, UserDetails, UserOrder } from '@petsetu/contract/people/users.ts'
import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { isLanguage } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { counterTotal } from '../../platform/db/counters.ts'
import type { Db } from '../../platform/db/pool.ts'
import { countMatches } from '../../platform/db/search.ts'
import { notFound } from '../../platform/errors.ts'
import { userOf } from './user-row.ts'
import { userSearch } from './user-search.ts'

const ORDERS: Record<UserOrder, RawBuilder<unknown>> = {
  oldest: sql`users.created_at, users.id`,
  newest: sql`users.created_at desc, users.id desc`,
  username: sql`username_key`,
  'username-desc': sql`username_key desc`,
  email: sql`email_key`,
  'email-desc': sql`email_key desc`,
  // Like the index, in both directions.
  seen: sql`last_seen_at nulls first, users.id desc`,
  'seen-desc': sql`last_seen_at desc nulls last, users.id`,
}

const hasSecondFactor = sql<boolean>`exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)
  or exists (select from passkeys where user_id = users.id)`.as('hasSecondFactor')

const COLUMNS = ['users.id', 'username', 'email', 'role', 'duties', hasSecondFactor] as const

function asListed({
  hasSecondFactor: has,
  ...row
}: Parameters<typeof userOf>[0] & { hasSecondFactor: boolean }): ListedUser {
  return { ...userOf(row), ...(has && { hasSecondFactor: true }) }
}

/** The next `limit` users after `last`, oldest first, of those that `search` finds. */
export async function listUsersAfter(
  db: Db,
  search: string,
  last: ListedUser | null,
  limit: number,
): Promise<ListedUser[]> {
  const rows = await selectUsers(db, await userSearch(db, search))
    .select(COLUMNS)
    .where('users.id', '>', last?.id ?? 0)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(asListed)
}

/** The same with all that a page of the list shows. */
export async function listWholeUsersAfter(db: Db, last: ListedUser | null, limit: number): Promise<ListedUser[]> {
  const rows = await selectWhole(db, null)
    .where('users.id', '>', last?.id ?? 0)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(asWhole)
}

/** A page of users, and the total. */
export async function listUsersPage(
  deps: Pick<Deps, 'db' | 'counters'>,
  { search, sort }: { search: string; sort: UserOrder },
  page: number,
  limit: number,
): Promise<{ rows: ListedUser[]; total: number }> {
  const { db, counters } = deps
  const found = await userSearch(db, search)
  const [rows, total] = await Promise.all([
    selectWhole(db, found)
      .orderBy(ORDERS[sort])
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    foldCase(search) === ''
      ? counterTotal(counters, 'users')
      : countMatches(db, (max) => selectUsers(db, found).select('users.id').limit(max)),
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

/** An account with its pets. Rejects with 404 if there is none. */
export async function readUserDetails(db: Db, userId: number): Promise<UserDetails> {
  const [row, ownPets] = await Promise.all([
    db
      .selectFrom('users')
      .select(COLUMNS)
      .select(['phone', 'language', 'users.created_at', 'last_seen_at', membership])
      .select(sql<boolean>`email_confirmed_at is not null`.as('isEmailConfirmed'))
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
  const { language, created_at, last_seen_at, ...rest } = row
  return {
    ...userOf(rest),
    language: isLanguage(language) ? language : null,
    joinedAt: created_at.toISOString(),
    lastSeenAt: last_seen_at?.toISOString() ?? null,
    pets: ownPets,
  }
}

function selectUsers(db: Db, found: RawBuilder<boolean> | null) {
  return db.selectFrom('users').$if(found !== null, (query) => query.where(found ?? sql<boolean>`true`))
}

// Both are evaluated for the rows of the page only, by an index.
const pets = sql<number>`(select count(*) from pets where user_id = users.id)`.as('pets')

const membership = sql<string | null>`(
  select plan_name from memberships
  where user_id = users.id and status = 'active' and expiry_date >= (now() at time zone 'Asia/Kolkata')::date
  order by id desc limit 1)`.as('membership')
