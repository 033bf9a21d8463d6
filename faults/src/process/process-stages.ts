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

/** The stages that break real processes, C, D, F and G of the plan, in about so many seconds. */
export async function runProcessStages({
  budgetSeconds,
  seed,
}: {
  budgetSeconds: number
  seed: number
}): Promise<StageResult[]> {
  const until = Date.now() + budgetSeconds * 1_000
  const left = Object.values(STAGES)
  /** What a slow machine made an earlier stage overrun, the later ones make up for. */
  const next = (): StageLimits => {
    const shares = left.reduce((sum, { share }) => sum + share, 0)
    const { share, runsMax } = left.shift() ?? { share: 0, runsMax: 0 }
    const seconds = (Math.max(0, until - Date.now()) / 1_000) * (share / shares) * INJECTING
    return { seed, seconds, runsMax, visitors: VISITORS }
  }
  const [killed, broken] = await inTown(buildTown(), async (town) => [
    await killNodes(town, next()),
    await breakDatabase(town, next()),
  ])
  const [uploads, provider] = await inTown(buildTown(PROVIDER_TOWN, { ownDisk: true }), async (town) => [
    await breakUploads(town, next()),
    await breakProvider(town, next()),
  ])
  return [killed, broken, provider, uploads].filter((result) => result !== undefined)
}

async function inTown<T>(building: Promise<Town>, work: (town: Town) => Promise<T>): Promise<T> {
  const town = await building
  try {
    return await work(town)
  } finally {
    await town.end()
  }
}
