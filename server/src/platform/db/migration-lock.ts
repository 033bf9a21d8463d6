import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

const TRY_AGAIN_MS = 100

/**
 * Runs `work` on one connection, while no other node changes the database. Other nodes poll for the lock: one that waited in a
 * statement would keep an index from being built. `work` may call this again with its connection.
 */
export function withMigrationLock<T, R>(db: Kysely<T>, work: (locked: Kysely<T>) => Promise<R>): Promise<R> {
  return db.connection().execute(async (locked) => {
    while (!(await tryLock(locked))) await setTimeout(TRY_AGAIN_MS)
    try {
      return await work(locked)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('petsetu migrations'))`.execute(locked)
    }
  })
}

async function tryLock<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(hashtext('petsetu migrations')) as "isLocked"`.execute(db)
  return rows[0]?.isLocked === true
}
