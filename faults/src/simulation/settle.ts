import { sql } from 'kysely'
import type { PostOffice } from './post-office.ts'
import type { Run } from './run.ts'

const DAY_SECONDS = 86_400
// Half an hour, in which whatever failed is tried again; and beyond the five days for which the program asks about an order.
const JUMPS = [1_800, 5 * DAY_SECONDS + 4 * 3_600]

/** Faults are over: what waits is brought, and time passes until nothing is due any more, or nobody would ask any more. */
export async function settle(run: Run, office: PostOffice): Promise<void> {
  run.calm()
  for (const seconds of JUMPS) {
    await office.bringAll()
    await (await run.node()).reconcile()
    if (office.waiting.length === 0 && !(await isAnythingDue(run))) break
    await run.world.pass(seconds)
  }
  await office.bringAll()
  await (await run.node()).reconcile()
}

/** A day on, whatever a crash left on the disk is swept away. */
export async function sweepDisk(run: Run): Promise<void> {
  await run.world.pass(DAY_SECONDS + 3_600)
  await (await run.node()).sweepFiles()
}

async function isAnythingDue({ world }: Run): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from payment_orders where next_check_at is not null)
      or exists (select from refunds where next_check_at is not null)
      or exists (select from webhook_inbox where processed_at is null) as due`.execute(world.db)
  return rows[0]?.due ?? false
}
