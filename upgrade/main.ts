import { parseArgs } from 'node:util'
import { buildFormerVersion, HistoryError } from './former-version.ts'
import { measureUpgrade } from './measure-upgrade.ts'
import { startSite } from './site.ts'
import { describe, isReached } from './table.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const ends: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidyUp().then(() => process.exit(1)))

try {
  const former = await buildFormerVersion()
  console.log(`From ${former.commit.slice(0, 12)} to the version here, seed ${seed}`)
  const site = await startSite(former)
  ends.push(site.end)
  const upgrade = await measureUpgrade(site, former.lastMigration, seed)
  console.log(`\n${describe(upgrade)}`)
  process.exitCode = isReached(upgrade) ? 0 : 1
} catch (error) {
  // First, because whoever uses the program meanwhile fails, too, once it is stopped.
  console.error(error instanceof HistoryError ? error.message : error)
  process.exitCode = 1
} finally {
  await tidyUp()
  process.exit()
}

async function tidyUp(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}
