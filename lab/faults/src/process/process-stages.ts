import type { StageResult } from '../stage-result.ts'
import { breakDatabase } from './database-stage.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { killNodes } from './kill-stage.ts'
import { breakProvider, PROVIDER_FIXTURE } from './provider-stage.ts'
import type { StageLimits } from './stage-counter.ts'
import { breakUploads } from './upload-stage.ts'

const VISITORS = 32

/** Each stage's share of the time and its maximum number of faults, in the order they run. */
const STAGES = {
  C: { share: 0.38, runsMax: 190 },
  D: { share: 0.3, runsMax: 90 },
  G: { share: 0.16, runsMax: 180 },
  F: { share: 0.16, runsMax: 500 },
}

// The rest of a stage's time goes into starting the fixture and checking it.
const INJECTING = 0.75

export type ProcessStage = keyof typeof STAGES

type Work = (fixture: Fixture, limits: StageLimits) => Promise<StageResult>

const FIXTURES: { build: () => Promise<Fixture>; stages: [ProcessStage, Work][] }[] = [
  {
    build: () => startFixture(),
    stages: [
      ['C', killNodes],
      ['D', breakDatabase],
    ],
  },
  {
    build: () => startFixture(PROVIDER_FIXTURE, { ownDisk: true }),
    stages: [
      ['G', breakUploads],
      ['F', breakProvider],
    ],
  },
]

export function isProcessStage(name: string): name is ProcessStage {
  return name in STAGES
}

/** Runs stages C, D, F and G, or those requested, in about `budgetSeconds`. */
export async function runProcessStages({
  budgetSeconds,
  seed,
  asked = Object.keys(STAGES).filter(isProcessStage),
}: {
  budgetSeconds: number
  seed: number
  asked?: ProcessStage[]
}): Promise<StageResult[]> {
  const until = Date.now() + budgetSeconds * 1_000
  const left = new Set(asked)
  /** Divides the time that is really left, so that an overrun shortens later stages. */
  const limitsOf = (name: ProcessStage): StageLimits => {
    const shares = [...left].reduce((sum, one) => sum + STAGES[one].share, 0)
    left.delete(name)
    const { share, runsMax } = STAGES[name]
    const seconds = (Math.max(0, until - Date.now()) / 1_000) * (share / shares) * INJECTING
    return { seed, seconds, runsMax, visitors: VISITORS }
  }
  const results: StageResult[] = []
  for (const { build, stages } of FIXTURES) {
    const wanted = stages.filter(([name]) => left.has(name))
    if (wanted.length === 0) continue
    await withFixture(build(), async (fixture) => {
      for (const [name, work] of wanted) results.push(await work(fixture, limitsOf(name)))
    })
  }
  return results
}

async function withFixture<T>(building: Promise<Fixture>, work: (fixture: Fixture) => Promise<T>): Promise<T> {
  const fixture = await building
  try {
    return await work(fixture)
  } finally {
    await fixture.end()
  }
}
