import { sql } from 'kysely'
import { chanceOf } from '../random.ts'
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

// About as many steps as each flow of stage A has.
const FLOW_STEPS = [44, 40, 40, 160, 70, 16]

function partsOf(world: World, seed: number, round: number): (() => Promise<StageLog>)[] {
  const chance = chanceOf(seed, 'hunt', round)
  const some = (from: number, count: number) => ({ runs: { from, to: from + count }, until: () => false })
  const crashes = FLOW_STEPS.flatMap((steps, flow) =>
    Array.from(
      { length: Math.ceil(steps / 40) },
      () => 10_000 * chance.below(5) + 1_000 * flow + 1 + chance.below(steps),
    ),
  )
  return [
    () => schedules(world, seed, some(round * 6, 6)),
    () => races(world, seed, some(round * 10, 10)),
    () => forgeries(world, seed, some(round, 1)),
    ...crashes.map((only) => () => sweep(world, seed, { ...some(0, 1), only })),
    () => durability(world, seed, some(round, 1)),
  ]
}
