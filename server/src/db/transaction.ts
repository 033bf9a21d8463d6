import type { Db } from './pool.ts'

/** Runs `work` in a transaction: the caller's if `db` is one already, otherwise a new one. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
