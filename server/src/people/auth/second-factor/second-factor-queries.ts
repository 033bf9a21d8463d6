import { sql } from 'kysely'
import { deleteInBatches } from '../../../platform/db/batches.ts'
import { daysAgo } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'

/** One that is not confirmed within an hour has to be begun again. */
export type SecondFactor = { sealedSecret: Buffer; confirmedAt: Date | null; isTooOld: boolean }

const HOURS_TO_CONFIRM = 1

export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['secret_enc as sealedSecret', 'confirmed_at as confirmedAt'])
    .select(
      sql<boolean>`confirmed_at is null and created_at < now() - make_interval(hours => ${HOURS_TO_CONFIRM})`.as(
        'isTooOld',
      ),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (await findSecondFactor(db, userId))?.confirmedAt != null
}

/** Replaces one that is not confirmed; false, and nothing changes, if there is a confirmed one. */
export async function storeUnconfirmed(db: Db, userId: number, sealedSecret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret_enc: sealedSecret })
    .onConflict((same) =>
      same
        .column('user_id')
        .doUpdateSet({ secret_enc: sealedSecret, created_at: sql`now()` })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if the secret was replaced meanwhile, or is confirmed already. */
export async function markConfirmed(db: Db, userId: number, sealedSecret: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('secret_enc', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The one statement that decides whether a code counts: true once for each step, and never again for an earlier one. */
export async function spendTimeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((check) => check.or([check('last_step', 'is', null), check('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes one that was set up, or begun, since then. Returns whether a confirmed one was there. */
export async function deleteSecondFactorSince(db: Db, userId: number, since: Date): Promise<boolean> {
  const deleted = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(confirmed_at, created_at) >= ${since}`)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted?.confirmed_at != null
}

export async function deleteUnconfirmed(db: Db, days: number): Promise<void> {
  await deleteInBatches(db, 'second_factors', sql`confirmed_at is null and created_at < ${daysAgo(days)}`)
}
