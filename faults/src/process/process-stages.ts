import type { StageResult } from '../stage-result.ts'
import { breakDatabase } from './database-stage.ts'
import { killNodes } from './kill-stage.ts'
import { breakProvider, PROVIDER_TOWN } from './provider-stage.ts'
import type { StageLimits } from './stage-limits.ts'
import { buildTown, type Town } from './town.ts'
import { breakUploads } from './upload-stage.ts'

const VISITORS = 32

/** In the order in which they come: what part of the time each stage has, and how many faults at most. */
const STAGES = {
  C: { share: 0.38, runsMax: 190 },
  D: { share: 0.3, runsMax: 90 },
  G: { share: 0.16, runsMax: 180 },
  F: { share: 0.16, runsMax: 500 },
}

// The rest of a stage's time goes into building its town and judging it.
const INJECTING = 0.75

export type ProcessStage = keyof typeof STAGES

type Work = (town: Town, limits: StageLimits) => Promise<StageResult>

const TOWNS: { build: () => Promise<Town>; stages: [ProcessStage, Work][] }[] = [
  {
    build: () => buildTown(),
    stages: [
      ['C', killNodes],
      ['D', breakDatabase],
    ],
  },
  {
    build: () => buildTown(PROVIDER_TOWN, { ownDisk: true }),
    stages: [
      ['G', breakUploads],
      ['F', breakProvider],
    ],
  },
]

export function isProcessStage(name: string): name is ProcessStage {
  return name in STAGES
}

/** The stages that break real processes, C, D, F and G of the plan, or those of them that are asked for, in about so many seconds. */
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
  /** What a slow machine made an earlier stage overrun, the later ones make up for. */
  const limitsOf = (name: ProcessStage): StageLimits => {
    const shares = [...left].reduce((sum, one) => sum + STAGES[one].share, 0)
    left.delete(name)
    const { share, runsMax } = STAGES[name]
    const seconds = (Math.max(0, until - Date.now()) / 1_000) * (share / shares) * INJECTING
    return { seed, seconds, runsMax, visitors: VISITORS }
  }
  const results: StageResult[] = []
  for (const { build, stages } of TOWNS) {
    const wanted = stages.filter(([name]) => left.has(name))
    if (wanted.length === 0) continue
    await inTown(build(), async (town) => {
      for (const [name, work] of wanted) results.push(await work(town, limitsOf(name)))
    })
  }
  return results
}

async function inTown<T>(building: Promise<Town>, work: (town: Town) => Promise<T>): Promise<T> {
  const town = await building
  try {
    return await work(town)
  } finally {
    await town.end()
  }
}
