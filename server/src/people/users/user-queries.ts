import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { Role, User } from '@petsetu/contract/people/users.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import { type RawBuilder, sql } from 'kysely'
import { changeInBatches, deleteInBatches } from '../../platform/db/batches.ts'
import { containing, idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { deleteUnsentMails } from '../../platform/mail/mail-queries.ts'
import { dutiesOf, hasDuty, lockAdmins, requireAllDuties } from './admin-duties.ts'
import { phoneKey } from './contact.ts'
import { endLinksOf } from './one-time-links.ts'

const USER_COLUMNS = ['id', 'username', 'email', 'role', 'duties'] as const

type UserRow = Omit<User, 'duties'> & { duties: string[] | null }

export function userOf<R extends UserRow>({ duties: column, ...row }: R) {
  const duties = dutiesOf(column)
  return { ...row, ...(duties && { duties }) }
}

type NewUser = { username: string; email: string; passwordHash: string; role: Role; wantsReminders?: boolean }

/** Rejects with 409 if another account has the username or the e-mail address, ignoring case; the message does not say which. */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  const { username, email, passwordHash, role, wantsReminders = true } = user
  return inTransaction(db, async (transaction) => {
    if (await isTaken(transaction, [username, email])) throw conflict('username_or_email_taken')
    const row = await transaction
      .insertInto('users')
      .values({
        username,
        username_key: foldCase(username),
        email,
        email_key: foldCase(email),
        password_hash: passwordHash,
        role,
        wants_reminders: wantsReminders,
      })
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow()
    return userOf(row)
  })
}

type Account = User & { passwordHash: string; language: Language | null }

export function findAccount(db: Db, username: string): Promise<Account | null> {
  return asAccount(selectAccounts(db).where('username_key', '=', foldCase(username)).executeTakeFirst())
}

export function findAccountByLogin(db: Db, login: string): Promise<Account | null> {
  const key = foldCase(login)
  const found = selectAccounts(db)
    .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
    .orderBy(sql`username_key = ${key}`, 'desc')
    .limit(1)
  return asAccount(found.executeTakeFirst())
}

/** The account that a sign-up with these names has made in the last minute, or null. */
export function findNewAccount(
  db: Db,
  { username, email }: { username: string; email: string },
): Promise<Account | null> {
  const found = selectAccounts(db)
    .where('username_key', '=', foldCase(username))
    .where('email_key', '=', foldCase(email))
    .where('role', '=', 'user')
    .where('created_at', '>', sql<Date>`now() - interval '1 minute'`)
  return asAccount(found.executeTakeFirst())
}

export function findAccountById(db: Db, userId: number): Promise<Account | null> {
  return asAccount(selectAccounts(db).where('id', '=', userId).executeTakeFirst())
}

export async function readUser(db: Db, userId: number): Promise<User> {
  const row = await db.selectFrom('users').select(USER_COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow()
  return userOf(row)
}

const selectAccounts = (db: Db) =>
  db.selectFrom('users').select([...USER_COLUMNS, 'password_hash as passwordHash', 'language'])

type AccountRow = Parameters<typeof userOf>[0] & Pick<Account, 'passwordHash' | 'language'>

async function asAccount(found: Promise<AccountRow | undefined>): Promise<Account | null> {
  const row = await found
  return row ? userOf(row) : null
}

const ADMINS_MAX = 1_000

/** The admins with this duty, by name. There are only a handful; the limit is a safeguard. */
export function listAdmins(db: Db, duty: Duty): Promise<{ id: number; username: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(hasDuty(duty))
    .orderBy('username_key')
    .limit(ADMINS_MAX)
    .execute()
}

/** The names of these accounts, as far as they are still there. */
export function listUsernames(db: Db, ids: number[]): Promise<{ id: number; username: string }[]> {
  return db.selectFrom('users').select(['id', 'username']).where(isOneOf('id', ids)).execute()
}

export async function setLanguage(db: Db, userId: number, language: Language | null): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

export async function isUser(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Sets a new password and ends the account's links. Also sets the role, if one is given; a new admin has all duties. */
export async function setPasswordHash(
  transaction: Db,
  userId: number,
  passwordHash: string,
  role?: Role,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, ...(role && { role, duties: null }) })
    .where('id', '=', userId)
    .execute()
  await endLinksOf(transaction, userId)
}

/** Replaces the checked hash and ends the account's links; false if it was replaced meanwhile. */
export async function replacePassword(
  transaction: Db,
  account: { id: number; passwordHash: string },
  newHash: string,
): Promise<boolean> {
  const isReplaced = await upgradePasswordHash(transaction, account, newHash)
  if (isReplaced) await endLinksOf(transaction, account.id)
  return isReplaced
}

export async function upgradePasswordHash(
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

type DeletionRules = {
  requireDeletable: (transaction: Db) => Promise<void>
  eraseUser: (transaction: Db) => Promise<void>
}

/**
 * Deletes an account with its sessions and pets, on behalf of `adminId`. A user is erased as a person; of an admin,
 * unsent mails go, the pets of imports pass to `adminId`, and what the admin did stays. Rejects with 409 one's own account or the last admin, and with 403 an
 * admin's if the caller does not have all duties. Locks all admins' rows in a fixed order first, so that of two admins
 * who delete each other one is rejected.
 */
export async function deleteUser(
  db: Db,
  userId: number,
  adminId: number,
  { requireDeletable, eraseUser }: DeletionRules,
): Promise<{ username: string; role: Role }> {
  if (userId === adminId) throw conflict('own_account')
  return inTransaction(db, async (transaction) => {
    const admins = await lockAdmins(transaction)
    // The caller may have been deleted or demoted while waiting for the lock.
    if (!admins.some((admin) => admin.id === adminId)) throw conflict('last_admin')
    const isAdmin = admins.some((admin) => admin.id === userId)
    if (isAdmin && admins.length === 1) throw conflict('last_admin')
    if (isAdmin) requireAllDuties(admins, adminId)
    const { username } = await transaction
      .selectFrom('users')
      .select('username')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('user_not_found'))
    // Only now: the lock has waited for the cash that this account was taking.
    await requireDeletable(transaction)
    if (!isAdmin) {
      await eraseUser(transaction)
      return { username, role: 'user' }
    }
    await handOverImported(transaction, userId, adminId)
    await deleteUnsentMails(transaction, userId)
    // A request without an account counts as one that was made with a code.
    await withdrawRequests(transaction, userId)
    await deleteAccountRow(transaction, userId)
    return { username, role: 'admin' }
  })
}

/**
 * Pets that were imported without naming an account are of the foundation's files: they do not go with an admin's account, neither with that
 * of the admin who imported them nor with that of one who has got them since.
 */
async function handOverImported(transaction: Db, userId: number, adminId: number): Promise<void> {
  await changeInBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      update pets set user_id = ${adminId} where id in (
        select id from pets
        where user_id = ${userId} and id in (select record_id from import_records where kind = 'pet')
        limit ${limit} for update)`.execute(transaction)
    return Number(numAffectedRows)
  })
}

/** Deletes the row of an account and all that goes with it, and returns its role. */
export async function deleteAccountRow(transaction: Db, userId: number): Promise<Role> {
  await deleteInBatches(transaction, 'pets', sql`user_id = ${userId}`)
  const row = transaction.deleteFrom('users').where('id', '=', userId).returning('role')
  return (await row.executeTakeFirstOrThrow()).role
}

/** Withdraws what was asked about personal data from an account. */
export async function withdrawRequests(transaction: Db, userId: number): Promise<void> {
  await transaction.deleteFrom('privacy_requests').where('user_id', '=', userId).execute()
}

/** Lets open requests of an account go with it to another address, if it asked from the one before; only those made until then. */
export async function moveRequests(
  transaction: Db,
  userId: number,
  { from, to, until = null }: { from: string; to: string; until?: Date | null },
): Promise<void> {
  await transaction
    .updateTable('privacy_requests')
    .set({ email: to, email_key: foldCase(to) })
    .where('user_id', '=', userId)
    .where('email_key', '=', foldCase(from))
    .where('done_at', 'is', null)
    .where(sql<boolean>`created_at < coalesce(${until}::timestamptz, 'infinity')`)
    .execute()
}

/** Withdraws whom an account has named to act for it since then. */
export async function withdrawNomineesSince(transaction: Db, userId: number, since: Date): Promise<void> {
  await transaction
    .deleteFrom('privacy_requests')
    .where('user_id', '=', userId)
    .where('kind', '=', 'nominate')
    .where('created_at', '>=', since)
    .execute()
}

/**
 * True if another account has one of these names as its username or its e-mail address, also one that it can still get
 * back: people sign in with either. Locks the names until the transaction ends, so that of two concurrent sign-ups one
 * is rejected.
 */
export async function isTaken(transaction: Db, names: string[], exceptId = 0): Promise<boolean> {
  const keys = [...new Set(names.map(foldCase))].sort()
  await sql`select pg_advisory_xact_lock(hashtext('account name ' || key)) from unnest(${keys}::text[]) key`.execute(
    transaction,
  )
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('username_key', 'in', keys), where('email_key', 'in', keys)]))
    .where('id', '<>', exceptId)
    .union(
      transaction
        .selectFrom('email_undos')
        .select('user_id as id')
        .where('email_key', 'in', keys)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('user_id', '<>', exceptId),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

// An index of three letters cannot find fewer, so shorter texts are not looked for in further tables.
const LETTERS_MIN = 3
// People refine a search that finds more.
const FOUND_ELSEWHERE_MAX = 200
/** Fewer digits are not searched as a phone number. */
export const PHONE_DIGITS_MIN = 6

// The same expression as in the index. The line feeds separate the texts; a search text contains none.
export const SEARCHED_OF_USERS = sql`(username_key || chr(10) || email_key || chr(10) || coalesce(translate(phone, ' +-().', ''), ''))`

/** The digits that a phone number, or the beginning of one, is searched by: without +91 or a leading 0. Null if the text is no number. */
export function searchedPhone(search: string): string | null {
  const typed = latinDigits(search)
  if (!/^[\d\s()+./-]+$/.test(typed)) return null
  const digits = phoneKey(typed.replace(/^\s*(\+91|0)/, ''))
  return digits.length >= PHONE_DIGITS_MIN ? digits : null
}

/** SQL condition: username, e-mail address or phone number contain `search`, ignoring case. */
function hasAccountText(search: string): RawBuilder<boolean> {
  return sql<boolean>`${SEARCHED_OF_USERS} like ${containing(searchedPhone(search) ?? foldCase(search))}`
}

/** SQL condition on a row of users: the account, or the name of its membership, contains `search`. Null for an empty search. */
export async function userSearch(db: Db, search: string): Promise<RawBuilder<boolean> | null> {
  if (foldCase(search) === '') return null
  const members = await findMembers(db, search)
  if (members.length === 0) return hasAccountText(search)
  return sql<boolean>`(${hasAccountText(search)} or users.id = any(${members}::bigint[]))`
}

async function findMembers(db: Db, search: string): Promise<number[]> {
  const name = search.trim().normalize('NFC')
  if (name.length < LETTERS_MIN) return []
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where(sql<boolean>`lower(name) like lower(${containing(name)})`)
    .where('user_id', 'is not', null)
    .limit(FOUND_ELSEWHERE_MAX)
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id ?? 0))]
}

export async function findAccountsByText(db: Db, search: string): Promise<number[]> {
  if (foldCase(search).length < LETTERS_MIN) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(hasAccountText(search))
    .limit(FOUND_ELSEWHERE_MAX)
    .execute()
  return idsOf(rows)
}
