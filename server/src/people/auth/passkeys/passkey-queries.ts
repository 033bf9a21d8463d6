import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Passkey } from '@petsetu/contract/people/factors.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '../../../platform/db/batches.ts'
import { isoTimes } from '../../../platform/db/iso-times.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { HttpError } from '../../../platform/errors.ts'
import { isSameSecret } from '../../../platform/same-secret.ts'
import { keyFor } from '../sealed-secret.ts'

/** `id` is the row, `credentialId` the authenticator's own name for the passkey. */
export type StoredPasskey = {
  id: number
  userId: number
  credentialId: Buffer
  publicKey: Buffer<ArrayBuffer>
  counter: number
  transports: string[]
}

export type NewPasskey = Omit<StoredPasskey, 'id'> & { name: string; canBeBackedUp: boolean; isBackedUp: boolean }

const SHOWN = ['id', 'name', 'is_backed_up', 'created_at', 'last_used_at'] as const

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').select(SHOWN).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(isoTimes)
}

/** The names by which the authenticators of an account know its passkeys, so that none makes a second one. */
export async function listCredentials(
  db: Db,
  userId: number,
): Promise<Pick<StoredPasskey, 'credentialId' | 'transports'>[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id as credentialId', 'transports'])
    .where('user_id', '=', userId)
    .execute()
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'credential_id as credentialId', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!row) return null
  const { public_key, counter, ...rest } = row
  return { ...rest, publicKey: Buffer.from(public_key), counter: Number(counter) }
}

export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<Passkey | null> {
  const row = await db
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      can_be_backed_up: passkey.canBeBackedUp,
      is_backed_up: passkey.isBackedUp,
      name: passkey.name,
    })
    .onConflict((same) => same.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst()
  return row ? isoTimes(row) : null
}

export async function renamePasskey(
  db: Db,
  { id, userId }: { id: number; userId: number },
  name: string,
): Promise<Passkey | null> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(SHOWN)
    .executeTakeFirst()
  return row ? isoTimes(row) : null
}

export async function deletePasskey(db: Db, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deletePasskeysSince(db: Db, userId: number, since: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes those that the password alone was enough to add: all of them, or those from before the second factor. */
export async function deleteUnguardedPasskeys(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where(sql<boolean>`created_at < coalesce(
      (select confirmed_at from second_factors where second_factors.user_id = passkeys.user_id), 'infinity')`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records a sign-in; false if another one has moved the counter since it was read, or the passkey was removed. */
export async function recordPasskeyUse(
  db: Db,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  use: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, is_backed_up: use.isBackedUp, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function spendChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_challenges')
    .values({ hash })
    .onConflict((same) => same.column('hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A challenge is refused by its age long before an hour is over. */
export async function deleteSpentChallenges(db: Db): Promise<void> {
  await deleteInBatches(db, 'spent_challenges', sql`spent_at < now() - interval '1 hour'`)
}

export const CHALLENGE_SECONDS = 5 * 60

/** The purpose of a challenge: a sign-in, or a passkey for this account until its password changes. */
export type ChallengePurpose = 'sign-in' | { addTo: { id: number; passwordHash: string } }

type Key = { secretKey: Buffer }

/** A challenge whose ticket proves that it is ours. Nothing is stored, so that strangers write nothing. */
export function newChallenge(purpose: ChallengePurpose, { secretKey }: Key): { challenge: string; ticket: string } {
  const challenge = randomBytes(32).toString('base64url')
  const expires = Math.floor(Date.now() / 1_000) + CHALLENGE_SECONDS
  return { challenge, ticket: `${expires}.${challenge}.${sign(purpose, expires, challenge, secretKey)}` }
}

/** The challenge of a ticket. Rejects one that is not ours, was made for something else, or is older than five minutes. */
export function challengeOf(ticket: string, purpose: ChallengePurpose, { secretKey }: Key): string {
  const [, expires = '', challenge = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/.exec(ticket) ?? []
  const isOurs = isSameSecret(signature, sign(purpose, Number(expires), challenge, secretKey))
  if (!isOurs || Number(expires) * 1_000 <= Date.now()) throw rejectTicket()
  return challenge
}

export async function spendOnce(transaction: Db, challenge: string): Promise<void> {
  if (!(await spendChallenge(transaction, hash('sha256', challenge, 'buffer')))) throw rejectTicket()
}

function sign(purpose: ChallengePurpose, expires: number, challenge: string, secretKey: Buffer): string {
  const about = purpose === 'sign-in' ? purpose : `add\n${purpose.addTo.id}\n${purpose.addTo.passwordHash}`
  const key = keyFor('passkey challenges', secretKey)
  return createHmac('sha256', key).update(`${about}\n${expires}\n${challenge}`).digest('base64url')
}

// 400, since 401 would end the session of whoever adds a passkey.
export const rejectTicket = () => new HttpError(400, 'passkey_too_late', { event: 'passkey-refused' })
