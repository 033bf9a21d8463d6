import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { insertImport } from '../../../../server/src/office/imports/import-queries.ts'
import { inspectCsv } from '../../../../server/src/office/imports/read-csv.ts'
import type { Db } from '../../../../server/src/platform/db/pool.ts'
import { brokenRestore, type Numbers } from '../invariants/restored.ts'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { retryUntilAnswered } from '../simulation/client.ts'
import { decideAtDesk, takeAtDesk } from '../simulation/desk-client.ts'
import { type MailNode, type MailServer, startMailNode } from '../simulation/mail-node.ts'
import { file, newPurchase, order } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import type { World } from '../simulation/world.ts'
import { advance, fileAndResolve } from './mails.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const STEPS = 2

/**
 * Stage T: a back-up is made while mails and an import wait. Then people get receipts and references, in half of the runs the mails go out,
 * all data is lost, and the back-up restored; and others get receipts and references after it.
 */
export async function restores(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('T')
  for (const number of numbersOf(options)) await runOnce(world, seed, number, stage)
  return stage
}

async function runOnce(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const run = await beginRun(world, seededRandom(seed, 'T', number), plainTime())
  const { random, faults, countFault: count } = run
  const server: MailServer = { copies: [], notices: [], isAway: true, killsLeft: 0, count }
  await sellOneOfEach(run, 'early')
  await withMailNodes(world, server, async (nodes) => {
    await fileAndResolve(nodes, random, server)
    await beginImport(world.db, random.pick(['checking', 'importing'] as const))
    await world.backUp()
    await sellOneOfEach(run, 'lost')
    server.isAway = random.happens(0.5)
    if (!server.isAway) for (let step = 0; step < STEPS; step++) await advance(world, nodes)
  })
  const told = await readNumbers(world.db)
  await loseAndRestore(run)
  server.isAway = false
  await withMailNodes(world, server, async (nodes) => {
    await sellOneOfEach(run, 'late')
    for (let step = 0; step < STEPS; step++) await advance(world, nodes)
  })
  const now = await readNumbers(world.db)
  const mails = await world.db.selectFrom('mails').selectAll().execute()
  const imports = await world.db.selectFrom('imports').select(['id', 'state']).execute()
  const { copies } = server
  const check = async () => [...run.wrong, ...brokenRestore({ told, now, mails, copies, imports })]
  await stage.note({ check, faults }, number)
}

async function withMailNodes(
  { databaseUrl }: World,
  server: MailServer,
  work: (nodes: readonly [MailNode, MailNode]) => Promise<void>,
): Promise<void> {
  const nodes = [startMailNode(databaseUrl, server), startMailNode(databaseUrl, server)] as const
  try {
    await work(nodes)
  } finally {
    for (const node of nodes) await node.end()
  }
}

/** One cash payment for each purpose; the first one is voided. */
async function sellOneOfEach(run: Run, when: string): Promise<void> {
  for (const [index, purpose] of PURPOSES.entries()) {
    const purchase = newPurchase(run, run.random, purpose, false)
    await file(run, purchase)
    await order(run, purchase)
    const form = { purchase, mode: 'cash' as const, reference: '', key: `cash-${when}-${purpose}` }
    const taken = await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
    const id = taken?.data.id as number | undefined
    if (index === 0 && id !== undefined) await retryUntilAnswered(run, (proc) => decideAtDesk(run, proc, id, 'void'))
  }
}

async function beginImport(db: Db, state: 'checking' | 'importing'): Promise<void> {
  const content = Buffer.from('Name\nMoti')
  const admin = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', '=', 'asha')
    .executeTakeFirstOrThrow()
  const person = { ...admin, role: 'admin', duties: null, language: null, mustEnrol: false } as const
  const file = { kind: 'pets', content, inspected: await inspectCsv(content) } as const
  const id = await insertImport(db, file, { person, requestId: 'a-request' })
  await db.updateTable('imports').set({ state }).where('id', '=', id).execute()
}

async function loseAndRestore(run: Run): Promise<void> {
  const proc = await run.node()
  proc.end()
  // The files are no longer those of the process that has ended.
  run.clearFaults()
  await run.world.restore()
  run.countFault('restore: everything lost')
}

async function readNumbers(db: Db): Promise<Numbers> {
  const { rows } = await sql<{ number: string; whose: string }>`
    select concat_ws(' ', 'receipt', year, number) as number, provider_payment_id as whose
    from receipts join payments on payments.id = payment_id where not is_test
    union all
    select concat_ws(' ', 'receipt of a refund', year, number), provider_payment_id
    from refund_receipts join payments on payments.id = payment_id where not is_test
    union all select 'complaint ' || id, email from complaints
    union all select 'membership ' || id, email from memberships
    union all select 'donation ' || id, email from donations
    union all select 'payment ' || id, provider_payment_id from payments`.execute(db)
  return new Map(rows.map(({ number, whose }) => [number, whose]))
}
