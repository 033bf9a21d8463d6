import { createHmac } from 'node:crypto'
import { mailKinds } from '@petsetu/contract/office/mails.ts'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'

const CODE_MINUTES = mailKinds['track-code'].goodForMinutes
const CODE_DIGITS = 8
// Somebody who waits for a mail asks again within this time.
const SAME_CODE_MINUTES = 10

/**
 * Returns the code to mail for a subject, and for how many minutes it works: whoever asks again soon gets the same one, because the
 * mail of the first press may be read after that of the second. The caller is in a transaction.
 */
export async function codeToMail(
  deps: Pick<Deps, 'secretKey'>,
  transaction: Db,
  subject: string,
): Promise<{ code: string; minutes: number }> {
  // Two presses at the same moment would make two codes.
  await sql`select pg_advisory_xact_lock(hashtext(${`mailed code ${subject}`}))`.execute(transaction)
  const recent = await transaction
    .selectFrom('privacy_codes')
    .select(['code_hash', exactly(sql`expires_at`).as('expiresAt')])
    .select(sql<number>`floor(extract(epoch from expires_at - now()) / 60)::int`.as('minutes'))
    .where('email_key', '=', subject)
    .where('expires_at', '>', sql<Date>`now() + make_interval(mins => ${CODE_MINUTES - SAME_CODE_MINUTES})`)
    .executeTakeFirst()
  const code = recent && codeUntil(deps, subject, recent.expiresAt)
  // One that was used has another hash.
  if (code && recent.code_hash.equals(hashOf(deps, subject, code))) return { code, minutes: recent.minutes }
  return { code: await createCode(deps, transaction, subject), minutes: CODE_MINUTES }
}

/** Makes the code for a subject, such as an address, and returns it; it replaces the one before. Only a keyed hash is stored. */
export async function createCode(deps: Pick<Deps, 'secretKey'>, db: Db, subject: string): Promise<string> {
  const { expiresAt } = await db
    .selectNoFrom(exactly(sql`now() + make_interval(mins => ${CODE_MINUTES})`).as('expiresAt'))
    .executeTakeFirstOrThrow()
  const code = codeUntil(deps, subject, expiresAt)
  const row = { code_hash: hashOf(deps, subject, code), expires_at: sql<Date>`${expiresAt}::timestamptz` }
  await db
    .insertInto('privacy_codes')
    .values({ email_key: subject, ...row })
    .onConflict((same) => same.column('email_key').doUpdateSet(row))
    .execute()
  return code
}

/**
 * Spends the code of a subject: of two at the same moment one gets 'spent'. Until it would have expired, a second press is told that it was
 * used: the hash of its row is then one that no digits have.
 */
export async function spendCode(
  deps: Pick<Deps, 'secretKey'>,
  transaction: Db,
  { subject, code }: { subject: string; code: string },
): Promise<'spent' | 'used' | 'wrong'> {
  const digits = latinDigits(code).replaceAll(/\D/g, '')
  const usedHash = hashOf(deps, subject, `${digits} used`)
  const { numUpdatedRows } = await transaction
    .updateTable('privacy_codes')
    .set({ code_hash: usedHash })
    .where('email_key', '=', subject)
    .where('code_hash', '=', hashOf(deps, subject, digits))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return 'spent'
  const used = await transaction
    .selectFrom('privacy_codes')
    .select('email_key')
    .where('email_key', '=', subject)
    .where('code_hash', '=', usedHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return used ? 'used' : 'wrong'
}

export const formatCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`

/** SQL: an instant with its microseconds, which a Date has no room for. */
const exactly = (at: RawBuilder<unknown>) =>
  sql<string>`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The digits of the code that works until then. They follow from the key, so that the same code can be mailed again. */
function codeUntil({ secretKey }: Pick<Deps, 'secretKey'>, subject: string, expiresAt: string): string {
  const bytes = createHmac('sha256', secretKey).update(`digits of the privacy code ${subject} ${expiresAt}`).digest()
  return String(bytes.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** Keyed, because eight digits could be found from a plain hash at once. */
function hashOf({ secretKey }: Pick<Deps, 'secretKey'>, subject: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`privacy code ${subject} ${code}`).digest()
}
