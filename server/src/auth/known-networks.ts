import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Whether the account has been signed in to from this network; `key` is a hash of both, see `signin-throttle.ts`. */
export async function isKnownNetwork(db: Db, key: Buffer): Promise<boolean> {
  const row = await db.selectFrom('known_networks').select('user_id').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

export async function rememberNetwork(db: Db, key: Buffer, userId: number): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ key, user_id: userId })
    .onConflict((same) => same.column('key').doUpdateSet({ user_id: userId, last_used_at: sql`now()` }))
    .execute()
}
