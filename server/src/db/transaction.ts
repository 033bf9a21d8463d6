import pg from 'pg'
import type { Db } from './pool.ts'

const TRIES_MAX = 3

/**
 * Runs `work` in a transaction: the caller's if `db` is one already, otherwise a new one. PostgreSQL ends one of two transactions
 * that wait for each other; nothing of it is stored, so `work` runs again. It must change nothing but the database.
 */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : tryTransaction(db, work, 1)
}

async function tryTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>, attempt: number): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (attempt === TRIES_MAX || !isDeadlock(error)) throw error
    return tryTransaction(db, work, attempt + 1)
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}
