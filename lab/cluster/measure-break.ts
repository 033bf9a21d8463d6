import { setTimeout as pause } from 'node:timers/promises'
import { checkAfterFaults } from '../faults/src/process/check-after-faults.ts'
import { stageCounter } from '../faults/src/process/stage-counter.ts'
import { startVisitors } from '../faults/src/process/visitors.ts'
import { seededRandom } from '../faults/src/random.ts'
import type { StageViolation } from '../faults/src/stage-result.ts'
import type { Break } from './breaks.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import type { MailCopies } from './mail-copies.ts'
import { type Probed, startProbes } from './probes.ts'
import type { Site } from './site.ts'

export type Measured = Probed & {
  name: string
  requests: number
  failed: number
  secondsMax: number
  scansFailedMax: number
  /** Writes with a 2xx answer, and those of them that are not there. */
  acknowledged: number
  lost: number
  paymentsDoubled: number
  mailsDoubled: number
  /** Sent twice under one Message-ID, which the outbox allows. */
  mailsSentTwice: number
  /** Sentences on everything else that must not be, and on what is lost or doubled. */
  wrong: string[]
}

type Load = {
  visitors: number
  seed: number
  /** The time under load before the break. */
  beforeMs: number
  /** The time under load after the mend; null if the break stays. */
  afterMs: number | null
}

const SERVED_LOOK_MS = 100
const SERVED_MS_MAX = 180_000

/** These invariants of `lab/faults/src/invariants.ts` tell of losses. */
const LOST = new Set(['I1', 'I6', 'I13'])
const DOUBLED = new Set(['I2', 'I7', 'I8', 'I17'])

/** Breaks something under load, mends it, and judges what is left when everything is quiet again. */
export async function measureBreak(
  cluster: DatabaseCluster,
  site: Site,
  mails: MailCopies,
  { name, secondsMax, scansFailedMax = 0, happen }: Break,
  { visitors, beforeMs, afterMs, seed }: Load,
): Promise<Measured> {
  const { record } = site.context
  const before = { ...record.statuses }
  const acknowledgedBefore = countOk(site)
  const visiting = startVisitors(site.context, visitors, (visitor) => seededRandom(seed, name, visitor))
  const probes = startProbes(site, seed, { isAnnounced: true })
  await pause(beforeMs)
  const mend = await happen(cluster, site)
  const brokenUntil = performance.now()
  const isServed = () => Object.values(probes.servedAt()).every((at) => at > brokenUntil)
  for (const giveUpAt = Date.now() + SERVED_MS_MAX; !isServed() && Date.now() < giveUpAt; ) await pause(SERVED_LOOK_MS)
  if (afterMs !== null) {
    await mend()
    await cluster.whole()
    await pause(afterMs)
  }
  const [probed] = await Promise.all([probes.close(), visiting.close()])

  // First, because the check unlocks jobs, also those under way, which would send their mails twice.
  await mails.untilSent()
  const counter = stageCounter(name)
  await checkAfterFaults(site, counter)
  const { violations } = counter.result()
  const { missing, sentTwice, doubled } = await mails.count()
  const told = Object.entries(record.statuses).map(
    ([status, count]) => [Number(status), count - (before[Number(status)] ?? 0)] as const,
  )
  const sum = (counts: (readonly [number, number])[]) => counts.reduce((all, [, count]) => all + count, 0)
  return {
    name,
    secondsMax,
    scansFailedMax,
    ...probed,
    requests: sum(told),
    failed: sum(told.filter(([status]) => status === 0 || status >= 500)),
    acknowledged: countOk(site) - acknowledgedBefore,
    lost: violations.filter(isLoss).length + missing,
    paymentsDoubled: violations.filter(isDouble).length,
    mailsDoubled: doubled,
    mailsSentTwice: sentTwice,
    wrong: violations.map(({ invariant, what }) => `${invariant}: ${what}`),
  }
}

const STALE_SECONDS_MAX = 1

/** True if it is served again in time, with nothing lost, doubled, stale or otherwise wrong. */
export function isReached({
  writeSeconds,
  scanSeconds,
  secondsMax,
  scansFailed,
  scansFailedMax,
  staleSeconds,
  lost,
  paymentsDoubled,
  mailsDoubled,
  wrong,
}: Measured) {
  return (
    Math.max(writeSeconds, scanSeconds) <= secondsMax &&
    scansFailed <= scansFailedMax &&
    staleSeconds <= STALE_SECONDS_MAX &&
    lost + paymentsDoubled + mailsDoubled + wrong.length === 0
  )
}

function countOk({ context }: Site): number {
  return context.record.history.filter(({ outcome }) => outcome === 'ok').length
}

/** True if a write with a 2xx answer is missing. */
export function isLoss({ invariant, what }: StageViolation): boolean {
  return LOST.has(invariant) || (invariant === 'history' && what.endsWith('is not there'))
}

/** True if something is there twice, or was paid twice. */
export function isDouble({ invariant, what }: StageViolation): boolean {
  return DOUBLED.has(invariant) || (invariant === 'history' && what.endsWith('times'))
}
