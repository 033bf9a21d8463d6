import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** True if the account has been signed in to from this network; `key` is a hash of both, see `signin-throttle.ts`. */
export async function isKnownNetwork(db: Db, key: Buffer): Promise<boolean> {
  const row = await db.selectFrom('known_networks').select('user_id').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

/** Returns whether the account had not been signed in to from this network. */
export async function rememberNetwork(db: Db, key: Buffer, userId: number): Promise<boolean> {
  const { isNew } = await db
    .insertInto('known_networks')
    .values({ key, user_id: userId })
    .onConflict((same) => same.column('key').doUpdateSet({ user_id: userId, last_used_at: sql`now()` }))
    // Only a row that was just inserted has no xmax.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}
