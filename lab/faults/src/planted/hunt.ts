import { sql } from 'kysely'
import { seededRandom } from '../random.ts'
import type { World } from '../simulation/world.ts'
import type { StageViolation } from '../stage-result.ts'
import { desk } from '../stages/desk.ts'
import { durability } from '../stages/durability.ts'
import { forgeries } from '../stages/forgeries.ts'
import { mails } from '../stages/mails.ts'
import { payLinks } from '../stages/pay-links.ts'
import { races } from '../stages/races.ts'
import { schedules } from '../stages/schedules.ts'
import type { StageLog } from '../stages/stage-log.ts'
import { surplus } from '../stages/surplus.ts'
import { FLOWS, sweep } from '../stages/sweep.ts'
import type { Bug } from './bugs.ts'

/** Runs parts of stages A, B, E, H, K, L, M, P and S in turn until one finds a violation; null if time runs out. */
export async function hunt(world: World, bug: Bug, seed: number, seconds: number): Promise<StageViolation | null> {
  if (bug.sql) await sql.raw(bug.sql).execute(world.db)
  const over = performance.now() + seconds * 1_000
  for (let round = 0; performance.now() < over; round++)
    for (const part of partsOf(world, seed, round)) {
      const { violations } = (await part()).result()
      if (violations[0]) return violations[0]
    }
  return null
}

function partsOf(world: World, seed: number, round: number): (() => Promise<StageLog>)[] {
  const random = seededRandom(seed, 'hunt', round)
  const some = (from: number, count: number) => ({ runs: { from, to: from + count }, until: () => false })
  const crashes = FLOWS.flatMap(({ steps }, flow) =>
    Array.from(
      { length: Math.ceil(steps / 40) },
      () => 10_000 * random.below(5) + 1_000 * flow + 1 + random.below(steps),
    ),
  )
  return [
    () => desk(world, seed, some(round * 15, 15)),
    () => payLinks(world, seed, some(round * 12, 12)),
    () => surplus(world, seed, some(round * 8, 8)),
    () => mails(world, seed, some(round * 6, 6)),
    () => schedules(world, seed, some(round * 6, 6)),
    () => races(world, seed, some(round * 10, 10)),
    () => forgeries(world, seed, some(round, 1)),
    ...crashes.map((only) => () => sweep(world, seed, { ...some(0, 1), only })),
    () => durability(world, seed, some(round, 1)),
  ]
}
