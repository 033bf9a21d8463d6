import type { Db } from './pool.ts'

/** Runs `work` in a transaction: in the caller's where `db` is one already, in a new one otherwise. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
