import { HoldCause, type KeptComplaint } from '@petsetu/contract/complaints/holds.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { sql } from 'kysely'
import { todayInIndia } from '../platform/db/indian-days.ts'
import type { Db } from '../platform/db/pool.ts'

/** SQL condition on a complaint: an erasure has to wait for it, this day included. */
export const IS_HELD = sql<boolean>`(hold_until is not null and hold_until >= ${todayInIndia()})`

/** Those of these complaints that an erasure leaves for now, and why. */
export async function listHeld(db: Db, ids: number[]): Promise<(KeptComplaint & { id: number })[]> {
  const rows = await db
    .selectFrom('complaints')
    .select(['id', 'created_at', 'hold_until', 'hold_cause', 'hold_reason'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(IS_HELD)
    .orderBy('id')
    .execute()
  return rows.map(({ id, created_at, hold_until, hold_cause, hold_reason }) => ({
    id,
    reference: formatReference({ id, createdAt: created_at }),
    until: hold_until ?? '',
    cause: HoldCause.parse(hold_cause),
    reason: hold_reason,
  }))
}

/** Notes that these are to be erased once nothing holds them any more. */
export async function letErasureWait(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('complaints')
    .set({ erasure_asked_at: sql`coalesce(erasure_asked_at, now())` })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

const HOLDING_OUTCOMES: readonly string[] = HoldCause.options

/** Holds a complaint whose outcome says that the police or an authority has it; a hold that lasts longer stays. */
export async function holdByOutcome(
  transaction: Db,
  id: number,
  { outcome, years }: { outcome: string | null | undefined; years: number },
): Promise<void> {
  if (!outcome || !HOLDING_OUTCOMES.includes(outcome)) return
  const until = sql<string>`(${todayInIndia()} + make_interval(years => ${years}))::date`
  await transaction
    .updateTable('complaints')
    .set({ hold_until: until, hold_cause: outcome, hold_reason: null })
    .where('id', '=', id)
    .where(sql<boolean>`(hold_until is null or hold_until < ${until})`)
    .execute()
}
