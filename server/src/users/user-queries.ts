import type { Role, User } from '@petsetu/contract/users.ts'
import { sql } from 'kysely'
import { keptTotal } from '../db/kept-counts.ts'
import type { Db } from '../db/pool.ts'
import { COUNTED_MAX, containing } from '../db/search.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict, isUniqueViolation, notFound } from '../errors.ts'
import { foldCase } from './fold-case.ts'

const USER_COLUMNS = ['id', 'username', 'email', 'role'] as const

type UserRow = Omit<User, 'role'> & { role: string }

// The table's check allows these two; the generated types only say text.
function withRole<R extends UserRow>(row: R): Omit<R, 'role'> & { role: Role } {
  return { ...row, role: row.role === 'admin' ? 'admin' : 'user' }
}

type NewUser = { username: string; email: string; passwordHash: string; role: Role }

/** Refuses with 409 where the username or the e-mail is taken, in whatever letter case; which of the two is not said. */
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
      throw conflict('Username or email is already in use.')
    }
    throw error
  }
}

/** The account with this username, with its password's hash. */
export async function findAccount(db: Db, username: string): Promise<(User & { passwordHash: string }) | null> {
  const row = await db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'password_hash as passwordHash'])
    .where('username_key', '=', foldCase(username))
    .executeTakeFirst()
  return row ? withRole(row) : null
}

export async function isUser(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function setPasswordHash(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

export async function promoteUser(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute()
}

/** The users whose username or e-mail contains `search`, in whatever letter case; all of them where it is empty. */
function selectUsers(db: Db, search: string) {
  const key = foldCase(search)
  return db.selectFrom('users').$if(key !== '', (query) =>
    // As their index has them, a line each: what is searched for has none of its own.
    query.where(sql<boolean>`(username_key || chr(10) || email_key) like ${containing(key)}`),
  )
}

/** Oldest first: the `limit` users after `last`. */
export async function listUsersAfter(db: Db, search: string, last: User | null, limit: number): Promise<User[]> {
  const rows = await selectUsers(db, search)
    .select(USER_COLUMNS)
    .where('id', '>', last?.id ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(withRole)
}

/** A page, oldest first, and how many there are in all. */
export async function listUsersPage(
  deps: Pick<Deps, 'db' | 'counts'>,
  search: string,
  page: number,
  limit: number,
): Promise<{ rows: User[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectUsers(deps.db, search)
      .select(USER_COLUMNS)
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countUsers(deps, search),
  ])
  return { rows: rows.map(withRole), total }
}

async function countUsers({ db, counts }: Pick<Deps, 'db' | 'counts'>, search: string): Promise<number> {
  if (foldCase(search) === '') return keptTotal(counts, 'users')
  const { total } = await db
    .selectFrom(selectUsers(db, search).select('id').limit(COUNTED_MAX).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Deletes an account with its sessions and its pets, for the admin `adminId`.
 *
 * Refuses with 409 the admin's own account and the last admin. All admins' rows are locked in one order first, so that of
 * two admins who delete each other at once, one is refused.
 */
export async function deleteUser(db: Db, userId: number, adminId: number): Promise<void> {
  if (userId === adminId) throw conflict('You cannot delete your own account.')
  await inTransaction(db, async (transaction) => {
    const admins = await transaction
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .orderBy('id')
      .forUpdate()
      .execute()
    // Whoever deletes must still be an admin: another one may have been faster.
    if (!admins.some((admin) => admin.id === adminId)) throw conflict('At least one admin must remain.')
    const isAdmin = admins.some((admin) => admin.id === userId)
    if (isAdmin && admins.length === 1) throw conflict('At least one admin must remain.')
    const deleted = await transaction.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound('User not found')
  })
}
