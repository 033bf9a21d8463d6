import { foldCase } from '@petsetu/contract/fold-case.ts'
import type { ListedUser, Role, User } from '@petsetu/contract/users.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { counterTotal } from '../db/counters.ts'
import type { Db } from '../db/pool.ts'
import { containing, countMatches } from '../db/search.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict, isUniqueViolation, notFound } from '../errors.ts'

const USER_COLUMNS = ['id', 'username', 'email', 'role'] as const

type UserRow = Omit<User, 'role'> & { role: string }

// A check constraint limits the column to these two; the generated type only says string.
function withRole<R extends UserRow>(row: R): Omit<R, 'role'> & { role: Role } {
  return { ...row, role: row.role === 'admin' ? 'admin' : 'user' }
}

type NewUser = { username: string; email: string; passwordHash: string; role: Role }

/** Rejects with 409 if the username or the e-mail address is taken, ignoring case; the message does not say which. */
export async function insertUser(db: Db, { username, email, passwordHash, role }: NewUser): Promise<User> {
  try {
    const row = await db
      .insertInto('users')
      .values({
        username,
        username_key: foldCase(username),
        email,
        email_key: foldCase(email),
        password_hash: passwordHash,
        role,
      })
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow()
    return withRole(row)
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key_key') || isUniqueViolation(error, 'users_email_key_key')) {
      throw conflict('username_or_email_taken')
    }
    throw error
  }
}

type Account = User & { passwordHash: string; language: Language | null }

export function findAccount(db: Db, username: string): Promise<Account | null> {
  return asAccount(selectAccounts(db).where('username_key', '=', foldCase(username)).executeTakeFirst())
}

export function findAccountById(db: Db, userId: number): Promise<Account | null> {
  return asAccount(selectAccounts(db).where('id', '=', userId).executeTakeFirst())
}

const selectAccounts = (db: Db) =>
  db.selectFrom('users').select([...USER_COLUMNS, 'password_hash as passwordHash', 'language'])

type AccountRow = UserRow & { passwordHash: string; language: string | null }

async function asAccount(found: Promise<AccountRow | undefined>): Promise<Account | null> {
  const row = await found
  return row ? { ...withRole(row), language: isLanguage(row.language) ? row.language : null } : null
}

export async function setLanguage(db: Db, userId: number, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

export async function isUser(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Also sets the role, if one is given. */
export async function setPasswordHash(db: Db, userId: number, passwordHash: string, role?: Role): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, ...(role && { role }) })
    .where('id', '=', userId)
    .execute()
}

/**
 * Replaces the hash that a password was checked against. Returns false and changes nothing if the hash was replaced meanwhile.
 */
export async function replacePasswordHash(
  db: Db,
  { id, passwordHash }: { id: number; passwordHash: string },
  newHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The users whose username or e-mail address contains `search`, ignoring case; all users if it is empty. */
function selectUsers(db: Db, search: string) {
  const key = foldCase(search)
  return db.selectFrom('users').$if(key !== '', (query) =>
    // The same expression as in the index. The line feed separates the two keys; a search text contains none.
    query.where(sql<boolean>`(username_key || chr(10) || email_key) like ${containing(key)}`),
  )
}

const hasSecondFactor = sql<boolean>`exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)`.as('hasSecondFactor')

function asListed({ hasSecondFactor: has, ...row }: UserRow & { hasSecondFactor: boolean }): ListedUser {
  return { ...withRole(row), ...(has && { hasSecondFactor: true }) }
}

/** The next `limit` users after `last`, oldest first. */
export async function listUsersAfter(
  db: Db,
  search: string,
  last: ListedUser | null,
  limit: number,
): Promise<ListedUser[]> {
  const rows = await selectUsers(db, search)
    .select([...USER_COLUMNS, hasSecondFactor])
    .where('id', '>', last?.id ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(asListed)
}

/** A page of users, oldest first, and the total. */
export async function listUsersPage(
  deps: Pick<Deps, 'db' | 'counters'>,
  search: string,
  page: number,
  limit: number,
): Promise<{ rows: ListedUser[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectUsers(deps.db, search)
      .select([...USER_COLUMNS, hasSecondFactor])
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countUsers(deps, search),
  ])
  return { rows: rows.map(asListed), total }
}

async function countUsers({ db, counters }: Pick<Deps, 'db' | 'counters'>, search: string): Promise<number> {
  if (foldCase(search) === '') return counterTotal(counters, 'users')
  return countMatches(db, (limit) => selectUsers(db, search).select('id').limit(limit))
}

/**
 * Deletes an account with its sessions and pets, on behalf of `adminId`.
 *
 * Rejects with 409 if it is the admin's own account or the last admin. Locks all admins' rows in a fixed order first, so that
 * if two admins delete each other at the same time, one is rejected.
 */
export async function deleteUser(db: Db, userId: number, adminId: number): Promise<void> {
  if (userId === adminId) throw conflict('own_account')
  await inTransaction(db, async (transaction) => {
    const admins = await transaction
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .orderBy('id')
      .forUpdate()
      .execute()
    // The caller may have been deleted or demoted while waiting for the lock.
    if (!admins.some((admin) => admin.id === adminId)) throw conflict('last_admin')
    const isAdmin = admins.some((admin) => admin.id === userId)
    if (isAdmin && admins.length === 1) throw conflict('last_admin')
    const deleted = await transaction.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound('user_not_found')
  })
}
