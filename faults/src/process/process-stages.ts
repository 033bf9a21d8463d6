import type { StageResult } from '../stage-result.ts'
import { breakDatabase } from './database-stage.ts'
import { killNodes } from './kill-stage.ts'
import { breakProvider, PROVIDER_TOWN } from './provider-stage.ts'
import type { StageLimits } from './stage-limits.ts'
import { buildTown, type Town } from './town.ts'
import { breakUploads } from './upload-stage.ts'

const VISITORS = 32

/** What part of the time each stage injects faults; the rest is for building towns and for judging them. */
const SHARES = { C: 0.3, D: 0.24, F: 0.12, G: 0.12 }
const RUNS_MAX = { C: 190, D: 90, F: 500, G: 180 }

/** The stages that break real processes, C, D, F and G of the plan, in about so many seconds. */
export async function runProcessStages({
  budgetSeconds,
  seed,
}: {
  budgetSeconds: number
  seed: number
}): Promise<StageResult[]> {
  const limits = (stage: keyof typeof SHARES): StageLimits => ({
    seed,
    seconds: budgetSeconds * SHARES[stage],
    runsMax: RUNS_MAX[stage],
    visitors: VISITORS,
  })
  const [killed, broken] = await inTown(buildTown(), async (town) => [
    await killNodes(town, limits('C')),
    await breakDatabase(town, limits('D')),
  ])
  const [uploads, provider] = await inTown(buildTown(PROVIDER_TOWN, { ownDisk: true }), async (town) => [
    await breakUploads(town, limits('G')),
    await breakProvider(town, limits('F')),
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
