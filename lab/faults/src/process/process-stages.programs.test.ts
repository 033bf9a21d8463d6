import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StageResult } from '../stage-result.ts'
import { breakDatabase } from './database-stage.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { killNodes } from './kill-stage.ts'
import { FAULTS } from './provider-proxy.ts'
import { breakProvider, PROVIDER_FIXTURE } from './provider-stage.ts'
import type { StageLimits } from './stage-counter.ts'
import { uploadFaults } from './upload-faults.ts'
import { breakUploads } from './upload-stage.ts'

// A short form of `npm run faults` with a fixed seed.
const SEED = 2026
const MS_MAX = 600_000

function shortly(runsMax: number, seconds: number): StageLimits {
  return { seed: SEED, seconds, runsMax, visitors: 12 }
}

function record({ runs, violations }: StageResult) {
  return { seed: SEED, runs, violations }
}

describe('two nodes under load', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await startFixture()
  }, MS_MAX)
  afterAll(() => fixture.end(), MS_MAX)

  // CFG-4, API-5, V2.3.3
  test(
    // PAY-6
    'nodes killed, stopped and frozen while people pay lose and double nothing',
    async () => {
      const result = await killNodes(fixture, shortly(8, 300))
      expect(record(result)).toEqual({ seed: SEED, runs: result.runs, violations: [] })
      expect(result.faults.SIGKILL).toBeGreaterThan(3)
    },
    MS_MAX,
  )

  // CFG-4, V2.3.3, V16.5.2
  test(
    // PAY-6
    'nodes live on and lose nothing when the database stops, dies or locks',
    async () => {
      const result = await breakDatabase(fixture, shortly(3, 300))
      expect(record(result)).toEqual({ seed: SEED, runs: 3, violations: [] })
    },
    MS_MAX,
  )
})

describe('uploads and the provider', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await startFixture(PROVIDER_FIXTURE, { ownDisk: true })
  }, MS_MAX)
  afterAll(() => fixture.end(), MS_MAX)

  // CFG-4, PAY-6, V1.4.3, V2.3.3
  test(
    // CMP-2
    'uploads broken at every step are told so, and leave nothing open or lost',
    async () => {
      const result = await breakUploads(fixture, shortly(0, 0))
      expect(record(result)).toEqual({ seed: SEED, runs: uploadFaults(fixture).length, violations: [] })
    },
    MS_MAX,
  )

  // V15.3.2, V16.5.2
  test(
    // PAY-8
    'a broken or lying provider is told in time, and the payment is made later',
    async () => {
      const kinds = Object.keys(FAULTS).length + 3
      const result = await breakProvider(fixture, shortly(kinds, 0))
      expect(record(result)).toEqual({ seed: SEED, runs: result.runs, violations: [] })
      expect(result.runs).toBeGreaterThan(kinds / 2)
    },
    MS_MAX,
  )
})
