import { sql } from 'kysely'
import type { Run } from './run.ts'
import type { WebhookTransport } from './webhook-transport.ts'

const DAY_SECONDS = 86_400
// First half an hour, for retries; then more than the five days for which the program checks an order.
const JUMPS = [1_800, 5 * DAY_SECONDS + 4 * 3_600]

/** Stops faults, delivers what waits, and moves time forward until nothing is due or the program has stopped checking. */
export async function settle(run: Run, transport: WebhookTransport): Promise<void> {
  run.clearFaults()
  for (const seconds of JUMPS) {
    await transport.deliverAll()
    await (await run.node()).reconcile()
    if (transport.waiting.length === 0 && !(await isAnythingDue(run))) break
    await run.world.pass(seconds)
  }
  await transport.deliverAll()
  await (await run.node()).reconcile()
}

/** Moves a day forward and sweeps files left by crashes. */
export async function sweepDisk(run: Run): Promise<void> {
  await run.world.pass(DAY_SECONDS + 3_600)
  await (await run.node()).sweepFiles()
}

async function isAnythingDue({ world }: Run): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from payment_orders where next_check_at is not null)
      or exists (select from refunds where next_check_at is not null)
      or exists (select from webhook_inbox where processed_at is null)
      or exists (
        select from payments
        where status = 'captured' and settled_at is null and (disposition = 'surplus' or disposition = 'quarantined' and international)) as due`.execute(
    world.db,
  )
  return rows[0]?.due ?? false
}
