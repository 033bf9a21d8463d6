import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { openSecret } from './sealed-secret.ts'

/** Warns at the start if second factors were encrypted with another key, as after a restore, or if nodes have different ones. */
export async function checkSecretKey(
  { db, secretKey }: Pick<Deps, 'db' | 'secretKey'>,
  log: FastifyBaseLogger,
): Promise<void> {
  const newest = await db
    .selectFrom('second_factors')
    .select(['user_id', 'secret_enc'])
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  try {
    if (newest) openSecret(newest.secret_enc, newest.user_id, secretKey)
  } catch {
    log.error('second factors were encrypted with another SECRET_KEY: set that one, or their codes are not accepted')
  }
}
