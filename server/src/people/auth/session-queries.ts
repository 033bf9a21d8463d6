import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import Bowser from 'bowser'
import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { batchLoader } from '../../platform/db/batch-loader.ts'
import { changeInBatches } from '../../platform/db/batches.ts'
import { idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { unauthorized } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { revokeFeed } from '../users/care-feed.ts'
import { hashOfToken, newToken } from '../users/one-time-links.ts'

export const UNUSED_DAYS_MAX = 30
export const AGE_DAYS_MAX = 180

/** Opens a session, of whose token only the SHA-256 is stored; null if the password changed meanwhile. */
export async function openSession(
  db: Db,
  { id, passwordHash }: { id: number; passwordHash: string },
  userAgent: string | undefined,
  { byPasskey = false } = {},
): Promise<string | null> {
  const token = newToken()
  const { browser, system } = browserOf(userAgent)
  await dropSessions(db, sql<boolean>`user_id = ${id}`)
  const { numInsertedOrUpdatedRows } = await db
    // The update makes a concurrent password change wait, so that it ends this session, too.
    .with('account', (query) =>
      query
        .updateTable('users')
        .set({ last_seen_at: sql`now()` })
        .where('id', '=', id)
        .where('password_hash', '=', passwordHash)
        .returning('id'),
    )
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'browser', 'system', 'by_passkey'])
    .expression((query) =>
      query
        .selectFrom('account')
        .select([sql<Buffer>`${hashOfToken(token)}::bytea`.as('token_hash'), 'id'])
        .select([sql<string | null>`${browser}::text`.as('browser'), sql<string | null>`${system}::text`.as('system')])
        .select(sql<boolean>`${byPasskey}::boolean`.as('by_passkey')),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? token : null
}

/**
 * Returns the number of the session of this token, which cannot end until the transaction does: what outlives the request is
 * stored before its end or not at all. Null without a token. Rejects with 401 if the session has ended by now.
 */
export async function keepSession(transaction: Db, token: string | null): Promise<number | null> {
  if (token === null) return null
  const session = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashOfToken(token))
    .forKeyShare()
    .executeTakeFirstOrThrow(unauthorized)
  return session.id
}

export async function markByPasskey(db: Db, token: string): Promise<void> {
  await db.updateTable('sessions').set({ by_passkey: true }).where('token_hash', '=', hashOfToken(token)).execute()
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOfToken(token)).execute()
}

export async function closeSessionsOf(db: Db, userId: number, exceptToken: string | null = null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptToken !== null, (query) => query.where('token_hash', '<>', hashOfToken(exceptToken ?? '')))
    .execute()
  // The others go with their sessions.
  await db.deleteFrom('push_devices').where('user_id', '=', userId).where('session_id', 'is', null).execute()
}

/** Ends every session and the calendar feed of an account: whoever has taken it over keeps nothing that opens it. */
export async function endAccess(transaction: Db, userId: number): Promise<void> {
  await closeSessionsOf(transaction, userId)
  await revokeFeed(transaction, userId)
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await dropSessions(db, sql<boolean>`true`)
}

/** Sessions that expired unused leave their browser's notices: a tag's owner may need them after months. */
async function dropSessions(db: Db, areMeant: ReturnType<typeof sql<boolean>>): Promise<void> {
  await changeInBatches((limit) =>
    inTransaction(db, async (transaction) => {
      const expired = transaction.selectFrom('sessions').select('id').where(areMeant).where(isExpired())
      const ids = idsOf(await expired.limit(limit).forUpdate().execute())
      if (ids.length === 0) return 0
      await transaction
        .updateTable('push_devices')
        .set({ session_id: null })
        .where(isOneOf('session_id', ids))
        .execute()
      await transaction.deleteFrom('sessions').where(isOneOf('id', ids)).execute()
      return ids.length
    }),
  )
}

const PEOPLE = {
  name: 'people',
  text: `
    select encode(token_hash, 'hex') as hash, users.id, username, role, duties, language,
      last_used_at < now() - interval '10 minutes' as "isStale",
      role = 'admin' and not (by_passkey and exists (select from passkeys where passkeys.user_id = users.id)) and not exists (
        select from second_factors where second_factors.user_id = users.id and confirmed_at is not null
      ) as "isUnprotectedAdmin"
    from sessions
    join users on users.id = sessions.user_id
    where token_hash = any($1)
      and last_used_at >= now() - make_interval(days => ${UNUSED_DAYS_MAX})
      and sessions.created_at >= now() - make_interval(days => ${AGE_DAYS_MAX})`,
}

type PersonRow = {
  hash: string
  id: number
  username: string
  role: string
  duties: Duty[] | null
  language: Language | null
  isStale: boolean
  isUnprotectedAdmin: boolean
}

/** Null for an unknown token. Nothing is cached, so that an ended session has ended on every node. */
export function sessionLoader(
  lookUps: Pool,
  db: Db,
  { requireAdmin2fa }: Pick<Config, 'requireAdmin2fa'>,
): (token: string) => Promise<Person | null> {
  const findRow = batchLoader<string, PersonRow>(async (hashes) => {
    const values = [hashes.map((hash) => Buffer.from(hash, 'hex'))]
    const { rows } = await lookUps.query<PersonRow>({ ...PEOPLE, values })
    return new Map(rows.map((row) => [row.hash, row]))
  })
  return async (token) => {
    const tokenHash = hashOfToken(token)
    const row = await findRow(tokenHash.toString('hex'))
    if (!row) return null
    if (row.isStale) await recordUse(db, row.id, tokenHash)
    return {
      id: row.id,
      username: row.username,
      role: row.role === 'admin' ? 'admin' : 'user',
      duties: row.duties,
      language: row.language,
      mustEnrol: requireAdmin2fa && row.isUnprotectedAdmin,
    }
  }
}

/** The session is last, so that the next call tries again what failed; two transactions, so that none waits with a lock. */
async function recordUse(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: sql`now()` }).where('id', '=', userId).execute()
  await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('token_hash', '=', tokenHash).execute()
}

export function isExpired() {
  return sql<boolean>`(sessions.last_used_at < now() - make_interval(days => ${UNUSED_DAYS_MAX})
    or sessions.created_at < now() - make_interval(days => ${AGE_DAYS_MAX}))`
}

// It is far longer than the header of any browser.
const HEADER_LENGTH_MAX = 512

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/** The product names of a browser and its operating system, such as Firefox and Android; null for what is not known. */
type Browser = { browser: string | null; system: string | null }

/** Reads a User-Agent header. Only names of the library's own lists are returned, never a text of the header. */
function browserOf(userAgent: string | undefined): Browser {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_LENGTH_MAX))
  return { browser: listed(BROWSERS, browser.name), system: listed(SYSTEMS, os.name) }
}

function listed(names: Set<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null
}
