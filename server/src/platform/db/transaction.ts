import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from './pool.ts'

const TRIES_MAX = 3

// Time for the other transaction to take the locks that were given up. The one that was ended has been waiting for a second already.
const PAUSE_MS = 50

/**
 * Runs `work` in a transaction: the caller's if `db` is one already, otherwise a new one. PostgreSQL ends one of two transactions
 * that wait for each other; nothing of it is stored, so `work` runs again after a pause. It must change nothing but the database.
 */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : tryTransaction(db, work, 1)
}

async function tryTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>, attempt: number): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (attempt === TRIES_MAX || !isDeadlock(error)) throw error
    await setTimeout(PAUSE_MS)
    return tryTransaction(db, work, attempt + 1)
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}
