import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrateLegacyAttachments } from '../../server/src/complaints/migrate-legacy-attachments.ts'
import { diskDriver } from '../../server/src/platform/files/driver.ts'
import { fileStore } from '../../server/src/platform/files/file-store.ts'
import { followMails } from '../cluster/mail-copies.ts'
import { isDouble, isLoss } from '../cluster/measure-break.ts'
import { checkAfterFaults } from '../faults/src/process/check-after-faults.ts'
import { stageCounter } from '../faults/src/process/stage-counter.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { findUnseen } from './seen.ts'
import type { Site } from './site.ts'
import type { Phase, Upgrade } from './table.ts'

/** The length in milliseconds of each phase that has no end of its own. */
export type Phases = { beforeMs: number; bothMs: number; afterMs: number }

/** Upgrades under load, and judges what is left when everything is quiet again. */
export async function measureUpgrade(
  site: Site,
  lastMigration: string,
  { beforeMs, bothMs, afterMs }: Phases,
  seed: number,
): Promise<Upgrade> {
  const mails = followMails(site)
  const crowd = startCrowd(site, seed)
  const phases: Phase[] = []
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    phases.push({ name, seconds: (performance.now() - startedAt) / 1_000, ...crowd.take() })
  }
  await measure('the former version alone', () => pause(beforeMs))
  const startedAt = new Date()
  await measure('the new one starts and migrates', site.startNew)
  await measure('both serve', async () => {
    const endLate = crowd.writeAtEach()
    await pause(bothMs)
    await endLate()
  })
  await measure('the former one is stopped (SIGTERM)', () => site.former.end('SIGTERM'))
  await measure('the new version alone', () => pause(afterMs))
  await crowd.close()
  await mails.untilSent()
  const judged = await judge(site, crowd)
  const { missing, doubled } = await mails.count()
  await mails.close()
  return {
    ...judged,
    phases,
    lost: judged.lost + missing,
    wrong: [...judged.wrong, ...(doubled > 0 ? [`${doubled} mails were sent more than twice`] : [])],
    ...(await longestMigration(site, lastMigration, startedAt)),
  }
}

async function judge(
  site: Site,
  crowd: Crowd,
): Promise<Pick<Upgrade, 'acknowledged' | 'lost' | 'payments' | 'paymentsDoubled' | 'wrong'>> {
  const { context, db, attachmentsDir } = site
  // As the new program does every ten minutes.
  const attachments = await fileStore(path.dirname(attachmentsDir), diskDriver(attachmentsDir))
  await migrateLegacyAttachments({ db, attachments }, new AbortController().signal)
  const counter = stageCounter('upgrade')
  await checkAfterFaults(site, counter)
  const { violations } = counter.result()
  const unseen = await findUnseen(site, crowd.owners(), crowd.complainants())
  const ok = context.record.history.filter(({ outcome }) => outcome === 'ok')
  return {
    acknowledged: ok.length,
    lost: violations.filter(isLoss).length,
    payments: ok.filter(({ kind }) => kind === 'verify').length,
    paymentsDoubled: violations.filter(isDouble).length,
    wrong: [...violations.map(({ invariant, what }) => `${invariant}: ${what}`), ...unseen],
  }
}

/** Returns the number of migrations that ran, and the longest: each notes when it had ended. */
async function longestMigration({ db }: Site, after: string, startedAt: Date) {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration where name > ${after} order by name`.execute(db)
  const took = rows.map(({ name, timestamp }, index) => ({
    name,
    seconds:
      (Date.parse(timestamp) - (index === 0 ? startedAt.getTime() : Date.parse(rows[index - 1]?.timestamp ?? ''))) /
      1_000,
  }))
  const [longest = { name: 'none', seconds: 0 }] = took.toSorted((one, other) => other.seconds - one.seconds)
  return { longest, migrations: rows.length }
}
