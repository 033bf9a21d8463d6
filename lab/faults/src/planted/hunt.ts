import { sql } from 'kysely'
import { seededRandom } from '../random.ts'
import type { World } from '../simulation/world.ts'
import type { StageViolation } from '../stage-result.ts'
import type { StageLog } from '../stages/stage-log.ts'
import { STAGES } from '../stages/stages.ts'
import { FLOWS } from '../stages/sweep.ts'
import type { StageName } from '../task.ts'
import type { Bug } from './bugs.ts'

/** Runs the bug's own scenario, or parts of all stages in turn, until a run finds a violation; null if time runs out. */
export async function hunt(world: World, bug: Bug, seed: number, seconds: number): Promise<StageViolation | null> {
  if (bug.sql) await sql.raw(bug.sql).execute(world.db)
  const over = performance.now() + seconds * 1_000
  for (let round = 0; performance.now() < over; round++)
    for (const part of bug.shownBy ? [scenarioOf(world, seed, bug.shownBy, round)] : partsOf(world, seed, round)) {
      const { violations } = (await part()).result()
      if (violations[0]) return violations[0]
    }
  return null
}

// A multiple of the number of scenarios of each stage; each purpose still has its turn.
const SCENARIOS_MAX = 20

type Part = () => Promise<StageLog>

const until = () => false

function scenarioOf(
  world: World,
  seed: number,
  { stage, scenario = 0, kinds }: NonNullable<Bug['shownBy']>,
  round: number,
): Part {
  const steps = FLOWS[scenario]?.steps ?? 1
  // In stage A the scenario is a flow, which crashes at a step drawn by chance.
  const only =
    stage === 'A'
      ? crashAt(round % VARIANTS, scenario, seededRandom(seed, 'scenario', round).below(steps))
      : SCENARIOS_MAX * round + scenario
  return () => STAGES[stage](world, seed, { runs: { from: 0, to: 1 }, until, only, kinds })
}

const VARIANTS = 5
const crashAt = (variant: number, flow: number, step: number) => 10_000 * variant + 1_000 * flow + 1 + step

function partsOf(world: World, seed: number, round: number): Part[] {
  const random = seededRandom(seed, 'hunt', round)
  const some = (stage: StageName, count: number): Part => {
    const from = round * count
    return () => STAGES[stage](world, seed, { runs: { from, to: from + count }, until })
  }
  const crashes = FLOWS.flatMap(({ steps }, flow) =>
    Array.from({ length: Math.ceil(steps / 40) }, () => crashAt(random.below(VARIANTS), flow, random.below(steps))),
  )
  return [
    some('K', 15),
    some('L', 12),
    some('S', 8),
    some('Y', 5),
    some('M', 6),
    some('B', 6),
    some('E', 10),
    some('H', 1),
    ...crashes.map(
      (only): Part =>
        () =>
          STAGES.A(world, seed, { runs: { from: 0, to: 1 }, until, only }),
    ),
    some('P', 1),
  ]
}
