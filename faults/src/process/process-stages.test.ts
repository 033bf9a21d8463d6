import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StageResult } from '../stage-result.ts'
import { breakDatabase } from './database-stage.ts'
import { killNodes } from './kill-stage.ts'
import { breakProvider, PROVIDER_TOWN } from './provider-stage.ts'
import { FATES } from './provider-wire.ts'
import type { StageLimits } from './stage-limits.ts'
import { buildTown, type Town } from './town.ts'
import { uploadFaults } from './upload-faults.ts'
import { breakUploads } from './upload-stage.ts'

// The short form of `npm run faults`: few faults, and always the same ones.
const SEED = 2026
const MS_MAX = 180_000

function shortly(runsMax: number, seconds: number): StageLimits {
  return { seed: SEED, seconds, runsMax, visitors: 12 }
}

function seen({ runs, violations }: StageResult) {
  return { seed: SEED, runs, violations }
}

describe('two nodes under load', () => {
  let town: Town
  beforeAll(async () => {
    town = await buildTown()
  }, MS_MAX)
  afterAll(() => town.end(), MS_MAX)

  test(
    'PAY-6 CFG-4 API-5 V2.3.3 nodes killed, stopped and frozen while people pay: no money and no complaint is lost or doubled',
    async () => {
      const result = await killNodes(town, shortly(8, 60))
      expect(seen(result)).toEqual({ seed: SEED, runs: result.runs, violations: [] })
      expect(result.faults.SIGKILL).toBeGreaterThan(3)
    },
    MS_MAX,
  )

  test(
    'PAY-6 CFG-4 V2.3.3 V16.5.2 the database stopped at once, one of its processes killed, a table locked: nodes live on and lose nothing',
    async () => {
      const result = await breakDatabase(town, shortly(3, 60))
      expect(seen(result)).toEqual({ seed: SEED, runs: 3, violations: [] })
    },
    MS_MAX,
  )
})

describe('uploads and the provider', () => {
  let town: Town
  beforeAll(async () => {
    town = await buildTown(PROVIDER_TOWN, { ownDisk: true })
  }, MS_MAX)
  afterAll(() => town.end(), MS_MAX)

  test(
    'CMP-2 CFG-4 PAY-6 V1.4.3 V2.3.3 uploads broken at every step: told as such, nothing left open, nothing answered lost, orphans swept',
    async () => {
      const result = await breakUploads(town, shortly(0, 0))
      expect(seen(result)).toEqual({ seed: SEED, runs: uploadFaults(town).length, violations: [] })
    },
    MS_MAX,
  )

  test(
    'PAY-8 V12.3.2 V15.3.2 V16.5.2 a provider refused, unknown, unvouched for, silent, lying or redirecting: said in time, kept, and paid later',
    async () => {
      const kinds = Object.keys(FATES).length + 3
      const result = await breakProvider(town, shortly(kinds, 0))
      expect(seen(result)).toEqual({ seed: SEED, runs: result.runs, violations: [] })
      expect(result.runs).toBeGreaterThan(kinds / 2)
    },
    MS_MAX,
  )
})
