import { changeComplaintStatus } from '../../../../server/src/complaints/change-status.ts'
import { insertComplaint } from '../../../../server/src/complaints/file-complaint.ts'
import { saveCaseDevice } from '../../../../server/src/people/push/push-devices.ts'
import type { Db } from '../../../../server/src/platform/db/pool.ts'
import { unlockStaleJobs } from '../../../../server/src/platform/jobs/run-jobs.ts'
import { outbox } from '../../../../server/src/platform/mail/outbox.ts'
import { brokenMails, type ResolvedComplaint } from '../invariants/mails.ts'
import { type Random, seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { type MailNode, type MailServer, PUBLIC_URL, startMailNode } from '../simulation/mail-node.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const HOUR_SECONDS = 3_600
const STEP_SECONDS = 600
const STEPS_MAX = 40

/**
 * Stage M: causes of mails and notices on two nodes, the same one twice and some rolled back, while the mail server and the push service
 * are away for an hour and nodes are killed between their answer and their commit. Once both are back each cause has its mail and its
 * notice, and none else went out.
 */
export async function mails(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('M')
  for (const number of numbersOf(options)) await runMails(world, seed, number, stage)
  return stage
}

async function runMails(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'M', number)
  await world.begin(plainTime())
  const faults: Record<string, number> = {}
  const count = (kind: string) => {
    faults[kind] = (faults[kind] ?? 0) + 1
  }
  const server: MailServer = { copies: [], notices: [], isAway: random.happens(0.5), killsLeft: random.below(3), count }
  const nodes = [startMailNode(world.databaseUrl, server), startMailNode(world.databaseUrl, server)] as const
  try {
    const complaints = await fileAndResolve(nodes, random, server)
    if (server.isAway) {
      server.count('mail: server and push service away for an hour')
      for (let passed = 0; passed < HOUR_SECONDS; passed += STEP_SECONDS) await advance(world, nodes)
      server.isAway = false
    }
    for (let steps = 0; steps < STEPS_MAX && (await isWaiting(world.db)); steps++) await advance(world, nodes)
    const sent = await world.db.selectFrom('mails').selectAll().where('about', 'in', aboutsOf(complaints)).execute()
    const notices = await world.db
      .selectFrom('push_notices')
      .innerJoin('push_devices', 'push_devices.id', 'device_id')
      .select(['push_notices.id', 'state', 'endpoint', 'complaint_id as complaintId'])
      .execute()
    const told = { notices, shown: server.notices }
    const check = async () => brokenMails({ complaints, mails: sent, copies: server.copies, ...told })
    await stage.note({ check, faults }, number)
  } finally {
    for (const node of nodes) await node.end()
  }
}

/** Resolves complaints, each on both nodes at the same moment; some are rolled back after their mail was queued. */
export async function fileAndResolve(
  nodes: readonly [MailNode, MailNode],
  random: Random,
  server: MailServer,
): Promise<ResolvedComplaint[]> {
  const enqueueMail = outbox(() => ({ publicUrl: PUBLIC_URL, foundationName: 'Karuna', legalAddress: 'Pune' }), {
    isHeld: false,
  })
  const complaints: ResolvedComplaint[] = []
  for (let left = 1 + random.below(4); left > 0; left--) {
    const { db } = nodes[0]
    const { id } = await insertComplaint(db, aComplaint(random))
    await saveCaseDevice(db, id, aDevice(id))
    const isRolledBack = random.happens(0.3)
    const change = (node: MailNode) =>
      node.db.transaction().execute(async (transaction) => {
        const deps = { db: transaction, enqueueMail, foundation: () => ({ complaintDueDays: {} }) }
        await changeComplaintStatus(deps, id, 'resolved', { role: 'system' })
        if (isRolledBack) throw new RolledBack()
      })
    await Promise.all(nodes.map((node) => change(node).catch(ignoreRolledBack)))
    server.count(isRolledBack ? 'mail: cause rolled back' : 'mail: same cause on two nodes')
    complaints.push({ id, isResolved: !isRolledBack })
  }
  return complaints
}

class RolledBack extends Error {}

function ignoreRolledBack(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error
}

function aComplaint(random: Random) {
  const email = `person${random.below(1_000_000)}@example.org`
  const form = {
    ...{ fullname: 'Kavita Rao', email, phone: '+91 55500 12345', type_of_complaint: 'Cruelty' },
    ...{ location_of_incident: 'Pune', date_of_incident: '2026-01-31', description: 'A dog is chained.' },
  }
  return { form, language: 'en' as const, files: [], idempotencyKey: null, contentHash: null }
}

const aDevice = (complaintId: number) => ({
  ...{ endpoint: `https://push.example.org/${complaintId}`, language: 'en' as const },
  ...{ p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
})

const aboutsOf = (complaints: ResolvedComplaint[]) => complaints.map(({ id }) => `complaint ${id}`)

/** Ten minutes later both nodes work at the same time; jobs of killed nodes are unlocked first. */
export async function advance(world: World, nodes: readonly MailNode[]): Promise<void> {
  await world.pass(STEP_SECONDS)
  for (const { pool } of nodes) await unlockStaleJobs(pool)
  await Promise.all(nodes.map((node) => node.work()))
}

async function isWaiting(db: Db): Promise<boolean> {
  const rows = await Promise.all([
    db.selectFrom('mails').select('id').where('state', '=', 'waiting').limit(1).execute(),
    db.selectFrom('push_notices').select('id').where('state', 'in', ['waiting', 'held']).limit(1).execute(),
  ])
  return rows.flat().length > 0
}
