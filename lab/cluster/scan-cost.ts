import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Site } from './site.ts'
import { statusOf } from './status-of.ts'

const SCANS = 6_000
const AT_ONCE = 8
const SCAN_MS_MAX = 10_000
const SETTLE_MS = 3_000
const SHARE_MAX = 0.05

export type ScanCost = {
  /** The leader's processor time for one scan, in milliseconds, with the standby and without it. */
  withStandby: number
  without: number
}

/** Scans a tag many times at a node that reads from the standby, and at one that does not. */
export async function measureScanCost(cluster: DatabaseCluster, site: Site): Promise<ScanCost> {
  const alone = await site.addNode({ READ_DATABASE_URL: '' })
  try {
    const path = new URL(site.pet.scanUrl).pathname
    const withStandby = await costAt(`${site.nodes[0]?.url}${path}`, cluster)
    const without = await costAt(`${alone.url}${path}`, cluster)
    return { withStandby, without }
  } finally {
    await alone.end('SIGTERM')
  }
}

async function costAt(url: string, cluster: DatabaseCluster): Promise<number> {
  const leader = await cluster.leader()
  await scanFor(url, AT_ONCE)
  await pause(SETTLE_MS)
  const [idleBefore, idleAt] = [await leader.cpuSeconds(), performance.now()]
  await pause(SETTLE_MS)
  const [before, at] = [await leader.cpuSeconds(), performance.now()]
  await scanFor(url, SCANS)
  const [after, end] = [await leader.cpuSeconds(), performance.now()]
  const idle = ((before - idleBefore) / (at - idleAt)) * (end - at)
  return (Math.max(0, after - before - idle) / SCANS) * 1_000
}

async function scanFor(url: string, count: number): Promise<void> {
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const status = await statusOf(url, SCAN_MS_MAX)
      if (status !== 200) throw new Error(`A scan was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

export const isCheap = ({ withStandby, without }: ScanCost) => withStandby <= without * SHARE_MAX

export function describeCost(cost: ScanCost): string {
  const { withStandby, without } = cost
  const share = `${((withStandby / without) * 100).toFixed(1)} %`
  return `Processor time of the leader for a scan: ${without.toFixed(3)} ms without the standby, ${withStandby.toFixed(3)} ms with it (${share}, goal 5 %): ${isCheap(cost) ? 'reached' : 'not reached'}`
}
