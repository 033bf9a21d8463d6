import { sql } from 'kysely'
import { seededRandom } from '../random.ts'
import type { World } from '../simulation/world.ts'
import type { StageViolation } from '../stage-result.ts'
import type { StageLog } from '../stages/stage-log.ts'
import { STAGES } from '../stages/stages.ts'
import { FLOWS } from '../stages/sweep.ts'
import type { Bug } from './bugs.ts'

/** Runs the bug's own scenario until a run finds a violation; null if time runs out. */
export async function hunt(world: World, bug: Bug, seed: number, seconds: number): Promise<StageViolation | null> {
  if (bug.sql) await sql.raw(bug.sql).execute(world.db)
  const over = performance.now() + seconds * 1_000
  for (let round = 0; performance.now() < over; round++) {
    const stage = await runScenario(world, seed, bug.shownBy, round)
    const [violation] = stage.result().violations
    if (violation) return violation
  }
  return null
}

// A multiple of the number of scenarios of each stage; each purpose still has its turn.
const SCENARIOS_MAX = 20

const until = () => false

function runScenario(
  world: World,
  seed: number,
  { stage, scenario = 0, kinds }: Bug['shownBy'],
  round: number,
): Promise<StageLog> {
  const steps = FLOWS[scenario]?.steps ?? 1
  // In stage A the scenario is a flow, which crashes at a step drawn by chance.
  const only =
    stage === 'A'
      ? crashAt(round % VARIANTS, scenario, seededRandom(seed, 'scenario', round).below(steps))
      : SCENARIOS_MAX * round + scenario
  return STAGES[stage](world, seed, { runs: { from: 0, to: 1 }, until, only, kinds })
}

const VARIANTS = 5
const crashAt = (variant: number, flow: number, step: number) => 10_000 * variant + 1_000 * flow + 1 + step
