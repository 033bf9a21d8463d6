import { HoldCause, type KeptComplaint } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../people/audit/record-audit.ts'
import { isOneOf, todayInIndia } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { conflict, notFound } from '../platform/errors.ts'

/** SQL condition on a complaint: an erasure has to wait for it, this day included. */
export const IS_HELD = sql<boolean>`(hold_until is not null and hold_until >= ${todayInIndia()})`

/** Those of these complaints that an erasure leaves for now, and why. */
export async function listHeld(db: Db, ids: number[]): Promise<(KeptComplaint & { id: number })[]> {
  const rows = await db
    .selectFrom('complaints')
    .select(['id', 'created_at', 'hold_until', 'hold_cause', 'hold_reason'])
    .where(isOneOf('id', ids))
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
    .where(isOneOf('id', ids))
    .execute()
}

type HoldingOutcome = { outcome: string | null | undefined; years: number; by: Actor }

/** Holds a complaint, and the others of its case, if its outcome says that the police or an authority has it; a hold that lasts longer stays. */
export async function holdByOutcome(
  transaction: Db,
  id: number,
  { outcome, years, by }: HoldingOutcome,
): Promise<void> {
  const { data: cause } = HoldCause.safeParse(outcome)
  if (!cause) return
  const until = sql<string>`(${todayInIndia()} + make_interval(years => ${years}))::date`
  await transaction
    .updateTable('complaints')
    .set({ hold_until: until, hold_cause: cause, hold_reason: null })
    .where('id', '=', id)
    .where(sql<boolean>`(hold_until is null or hold_until < ${until})`)
    .execute()
  const { duplicate_of: first } = await transaction
    .selectFrom('complaints')
    .select('duplicate_of')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await shareHold(transaction, first ?? id, by)
}

/**
 * Holds a complaint and those merged into it until the last day for which one of them is held, since they are evidence of one case. Ending
 * such a hold ends it for one complaint. The reason stays where it was written: it may name a person whom another complaint must not name.
 */
export async function shareHold(transaction: Db, first: number, by: Actor): Promise<void> {
  const together = await lockTogether(transaction, first)
  const held = together.filter(({ isHeld }) => isHeld)
  const [longest] = held.toSorted((one, other) => String(other.hold_until).localeCompare(String(one.hold_until)))
  if (longest?.hold_until)
    await holdAll(transaction, together, { until: longest.hold_until, cause: longest.hold_cause, by })
}

/** Locks a complaint and those merged into it. */
function lockTogether(transaction: Db, first: number) {
  return transaction
    .selectFrom('complaints')
    .select(['id', 'hold_until', 'hold_cause'])
    .select(IS_HELD.as('isHeld'))
    .where((where) => where.or([where('id', '=', first), where('duplicate_of', '=', first)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Holds these complaints until a day; those that are held longer stay as they are. */
async function holdAll(
  transaction: Db,
  complaints: Awaited<ReturnType<typeof lockTogether>>,
  { until, cause, by }: { until: string; cause: HoldCause | null; by: Actor },
): Promise<void> {
  for (const { id, isHeld, ...before } of complaints) {
    if (isHeld && String(before.hold_until) >= until) continue
    const after = { hold_until: until, hold_cause: isHeld ? before.hold_cause : cause }
    await transaction
      .updateTable('complaints')
      .set({ ...after, ...(!isHeld && { hold_reason: null }) })
      .where('id', '=', id)
      .execute()
    await recordAudit(transaction, by, 'complaint-held', { kind: 'complaint', id }, { before, after })
  }
}

type Held = { until: string | null; was?: string | null | undefined; reason: string; by: Actor }

/**
 * Holds a complaint until a day, and the others of its case at least as long, or ends its own hold. Rejects with 404 for an unknown one, with
 * 409 if it was not held until `was`, unless all is as wanted already; a hold whose last day is over is shown to nobody, and counts as none.
 */
export async function holdCase(db: Db, id: number, { until, was, reason, by }: Held): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const {
      isHeld,
      hold_reason,
      duplicate_of: first,
      ...before
    } = await transaction
      .selectFrom('complaints')
      .select(['duplicate_of', 'hold_until', 'hold_cause', 'hold_reason'])
      .select(IS_HELD.as('isHeld'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
    const isAsShown = was === before.hold_until || (was === null && !isHeld)
    if (was !== undefined && !isAsShown) {
      // A repeat of the same change whose reply was lost.
      if (before.hold_until === until && (until === null || hold_reason === reason)) return
      throw conflict('changed_meanwhile')
    }
    const after = { hold_until: until, hold_cause: until === null ? null : ('admin' as const) }
    await transaction
      .updateTable('complaints')
      .set({ ...after, hold_reason: until === null ? null : reason })
      .where('id', '=', id)
      .execute()
    const action = until === null ? 'complaint-released' : 'complaint-held'
    await recordAudit(transaction, by, action, { kind: 'complaint', id }, { before, after, reason })
    if (until !== null)
      await holdAll(transaction, await lockTogether(transaction, first ?? id), { until, cause: after.hold_cause, by })
  })
}
