import { parseArgs } from 'node:util'
import type { Sizes } from '../bench/data/sizes.ts'
import { buildFormerVersion, HistoryError } from './former-version.ts'
import { measureUpgrade, type Phases } from './measure-upgrade.ts'
import { startSite } from './site.ts'
import { describe, isReached } from './table.ts'

type Form = { sizes: Sizes; phases: Phases }

const WHOLE: Form = {
  sizes: { pets: 100_000, users: 20_000, complaints: 20_000, memberships: 10_000, donations: 0, payments: 0 },
  phases: { beforeMs: 10_000, bothMs: 25_000, afterMs: 8_000 },
}
// Part of `npm run test:all`.
const SHORT: Form = {
  sizes: { pets: 5_000, users: 1_000, complaints: 1_000, memberships: 500, donations: 0, payments: 0 },
  phases: { beforeMs: 3_000, bothMs: 10_000, afterMs: 3_000 },
}

const { values } = parseArgs({ options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } } })
const { sizes, phases } = values.short ? SHORT : WHOLE
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const ends: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidyUp().then(() => process.exit(1)))

try {
  const former = await buildFormerVersion()
  console.log(`From ${former.commit.slice(0, 12)} to the version here, seed ${seed}`)
  const site = await startSite(former, sizes)
  ends.push(site.end)
  const upgrade = await measureUpgrade(site, former.lastMigration, phases, seed)
  console.log(`\n${describe(upgrade)}`)
  // Its short form runs beside whatever else the machine does.
  process.exitCode = isReached(upgrade, values.short) ? 0 : 1
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
