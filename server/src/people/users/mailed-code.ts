import { createHmac, randomInt } from 'node:crypto'
import { latinDigits } from '@petsetu/languages/scripts.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'

export const CODE_MINUTES = 30
const CODE_DIGITS = 8

/** Makes the code for a subject, such as an address, and returns it; it replaces the one before. Only a keyed hash is stored. */
export async function createCode(deps: Pick<Deps, 'secretKey'>, db: Db, subject: string): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const row = {
    code_hash: hashOf(deps, subject, code),
    expires_at: sql<Date>`now() + make_interval(mins => ${CODE_MINUTES})`,
  }
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

/** Keyed, because eight digits could be found from a plain hash at once. */
function hashOf({ secretKey }: Pick<Deps, 'secretKey'>, subject: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`privacy code ${subject} ${code}`).digest()
}
