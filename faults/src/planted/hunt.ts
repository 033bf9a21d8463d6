import { sql } from 'kysely'
import type { World } from '../simulation/world.ts'
import type { StageViolation } from '../stage-result.ts'
import { durability } from '../stages/durability.ts'
import { forgeries } from '../stages/forgeries.ts'
import { races } from '../stages/races.ts'
import { schedules } from '../stages/schedules.ts'
import type { StageLog } from '../stages/stage-log.ts'
import { sweep } from '../stages/sweep.ts'
import type { Bug } from './bugs.ts'

/**
 * Runs parts of stages A, B, E and H in turn until one of them finds something wrong, and answers what; null where the time is over
 * and nobody has.
 */
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
  const some = (from: number, count: number) => ({ runs: { from, to: from + count }, until: () => false })
  const crashes = Array.from({ length: 6 }, (_, flow) => 10_000 * (round % 3) + 1_000 * flow)
  return [
    () => schedules(world, seed, some(round * 6, 6)),
    () => races(world, seed, some(round * 2, 2)),
    () => forgeries(world, seed, some(round, 1)),
    // Late and early steps of each flow.
    ...crashes.flatMap((flow) =>
      [1 + 2 * round, 24 - 3 * round, 12 + round]
        .filter((step) => step > 0)
        .map((step) => () => sweep(world, seed, { ...some(0, 1), only: flow + step })),
    ),
    () => durability(world, seed, some(round, 1)),
  ]
}
