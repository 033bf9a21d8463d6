import { parseArgs } from 'node:util'
import { BREAKS, DISK_FULL } from './breaks.ts'
import { startDatabaseCluster } from './database-cluster.ts'
import { settingsReachAllNodes } from './follow.ts'
import { followMails } from './mail-copies.ts'
import { isReached, type Measured, measureBreak } from './measure-break.ts'
import { installPrograms } from './programs.ts'
import { describeCost, isCheap, measureScanCost, type ScanCost } from './scan-cost.ts'
import { startSite } from './site.ts'
import { describe } from './table.ts'

const LOAD = { visitors: 4, beforeMs: 5_000, afterMs: 5_000 }

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const unknown = positionals.find((word) => !BREAKS.some(({ name }) => name.includes(word)))
// Without any break the run would end well.
if (unknown !== undefined) {
  console.error(`Nothing that happens has '${unknown}' in its name:\n${BREAKS.map(({ name }) => name).join('\n')}`)
  process.exit(1)
}
const chosen = BREAKS.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
const ends: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidyUp().then(() => process.exit(1)))

await installPrograms()
try {
  const { measured, cost } = await measureAll()
  console.log(`\n${describe(measured)}\n\n${describeCost(cost)}`)
  process.exitCode = measured.every(isReached) && isCheap(cost) ? 0 : 1
} finally {
  await tidyUp()
}

async function measureAll(): Promise<{ measured: Measured[]; cost: ScanCost }> {
  console.log(`A cluster of three databases and two nodes of the program, seed ${seed}`)
  const cluster = await startDatabaseCluster()
  ends.push(cluster.end)
  const site = await startSite(cluster)
  ends.push(site.end)
  const cost = await measureScanCost(cluster, site)
  console.log(describeCost(cost))
  const mails = followMails(site)
  ends.push(mails.close)
  const measured: Measured[] = []
  for (const one of chosen) {
    if (one === DISK_FULL && !cluster.nodes.every(({ disk }) => disk)) {
      console.log(`Not tried, because this user may not mount disks: ${one.name}`)
      continue
    }
    console.log(`${new Date().toISOString()} ${one.name}`)
    const result = await measureBreak(cluster, site, mails, one, { ...LOAD, seed })
    if (!(await settingsReachAllNodes(site, one.name)))
      result.wrong.push('a setting saved at one node did not reach the other')
    measured.push(result)
    console.log(describe([result]))
  }
  return { measured, cost }
}

async function tidyUp(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}
