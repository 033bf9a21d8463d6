import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Person } from '../http/person.ts'

const TOKEN_BYTES = 32
const UNUSED_DAYS_MAX = 30
const AGE_DAYS_MAX = 180

/** Opens a session and answers its token, which stands nowhere else: the database keeps only its SHA-256. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.deleteFrom('sessions').where('user_id', '=', userId).where(isDead()).execute()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), user_id: userId })
    .execute()
  return token
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}

/** Ends every session of an account, but for the one of `exceptToken`. */
export async function closeSessionsOf(db: Db, userId: number, exceptToken: string | null = null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptToken !== null, (query) => query.where('token_hash', '<>', hashOf(exceptToken ?? '')))
    .execute()
}

/** Removes what opens nothing any more. */
export async function deleteDeadSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where(isDead()).execute()
}

/** The person whose session this is; null for an unknown token, one not used for 30 days and one 180 days old. */
export async function findPerson(db: Db, token: string): Promise<Person | null> {
  const tokenHash = hashOf(token)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role'])
    .select(sql<boolean>`sessions.last_used_at < now() - interval '10 minutes'`.as('isStale'))
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`not ${isDead()}`)
    .executeTakeFirst()
  if (!row) return null
  // Not at every call: a write for each read would cost more than the read.
  if (row.isStale)
    await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('token_hash', '=', tokenHash).execute()
  return { id: row.id, username: row.username, role: row.role === 'admin' ? 'admin' : 'user' }
}

function isDead() {
  return sql<boolean>`(sessions.last_used_at < now() - make_interval(days => ${UNUSED_DAYS_MAX})
    or sessions.created_at < now() - make_interval(days => ${AGE_DAYS_MAX}))`
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
