import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker, type Worker } from './run-in-worker.ts'
import { type Cluster, startCluster } from './simulation/cluster.ts'
import type { StageResult } from './stage-result.ts'
import type { StageName, Task } from './task.ts'

// A short form of `npm run faults` with a fixed seed. All stages share one process and its world, which each run empties.
// `planted/short-form.programs.test.ts` looks for planted bugs, each in a process of its own.
const SEED = 2026
const MS_MAX = 900_000
const SECONDS_MAX = 900

let folder: string
let cluster: Cluster
let worker: Worker | null = null

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'petsetu-faults-'))
  cluster = await startCluster(folder)
}, MS_MAX)

afterAll(async () => {
  await worker?.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}, MS_MAX)

async function runStage(stage: StageName, runs: number, stride = 1): Promise<StageResult> {
  worker ??= startWorker()
  const task: Task = { kind: 'stage', folder, seed: SEED, stage, from: 0, to: runs, seconds: SECONDS_MAX, stride }
  const answer = await worker.run(task).catch((error: unknown) => {
    // The next stage has a new one.
    worker = null
    throw error
  })
  if (!('result' in answer)) throw new Error('Not a stage')
  return answer.result
}

// PAY-8, CMP-2, V2.3.3
test(
  // PAY-6
  'the program crashes at every seventh step of money, and loses or doubles nothing',
  async () => {
    const { runs, violations } = await runStage('A', 1, 7)
    expect(violations).toEqual([])
    expect(runs).toBeGreaterThan(20)
  },
  MS_MAX,
)

// PAY-6, PAY-8, V2.3.3
test(
  // PAY-5
  'in ninety runs with one to six random faults the books agree with the provider',
  async () => {
    const { runs, violations, faults } = await runStage('B', 90)
    expect(violations).toEqual([])
    expect(runs).toBe(90)
    expect(Object.keys(faults).length).toBeGreaterThan(30)
  },
  MS_MAX,
)

// V2.3.4, V15.4.1
test(
  // PAY-6
  'one payment’s news eight times at once on two nodes counts once and is answered',
  async () => {
    const { runs, violations } = await runStage('E', 30)
    expect(violations).toEqual([])
    expect(runs).toBe(30)
  },
  MS_MAX,
)

test(
  // PAY-5, PAY-6
  'five hundred forged payments and events are refused, and change nothing',
  async () => {
    const { violations, faults } = await runStage('H', 2)
    expect(violations).toEqual([])
    expect(faults.forgery).toBeGreaterThanOrEqual(500)
  },
  MS_MAX,
)

// PAY-6, V2.3.4
test(
  // RCP-2
  'in forty runs of desk payments under crashes, ledger, desk and sheets agree',
  async () => {
    const { runs, violations, faults } = await runStage('K', 40)
    expect(violations).toEqual([])
    expect(runs).toBe(40)
    expect(Object.keys(faults)).toContain('desk: crash')
  },
  MS_MAX,
)

// LNK-1
test(
  // PAY-6
  'in twenty-four runs of pay links under crashes, books and pages agree',
  async () => {
    const { runs, violations, faults } = await runStage('L', 24)
    expect(violations).toEqual([])
    expect(runs).toBe(24)
    expect(Object.keys(faults).filter((kind) => kind.startsWith('link: ')).length).toBe(6)
  },
  MS_MAX,
)

// RCP-2, MEM-9
test(
  // PAY-6
  'in twenty runs nobody pays twice for one form, and a renewal leaves no hole',
  async () => {
    const { runs, violations, faults } = await runStage('R', 20)
    expect(violations).toEqual([])
    expect(runs).toBe(20)
    expect(Object.keys(faults).filter((kind) => kind.startsWith('repeat: ')).length).toBe(6)
  },
  MS_MAX,
)

// TRU-7
test(
  // PAY-6
  'in forty runs surplus and foreign money goes back once, or is kept',
  async () => {
    const { runs, violations, faults } = await runStage('S', 40)
    expect(violations).toEqual([])
    expect(runs).toBe(40)
    expect(Object.keys(faults).filter((kind) => kind.startsWith('surplus: ')).length).toBe(8)
  },
  MS_MAX,
)

// TRU-8
test(
  // PAY-6
  'in thirty runs closed books stay, and corrected receipts keep their first name',
  async () => {
    const { runs, violations, faults } = await runStage('Y', 30)
    expect(violations).toEqual([])
    expect(runs).toBe(30)
    expect(Object.keys(faults).filter((kind) => /^(year|receipt): /.test(kind)).length).toBe(8)
  },
  MS_MAX,
)

// RCP-1, MAIL-3
test(
  // CFG-4
  'four times all is lost and restored: no number twice, and what waited goes on',
  async () => {
    const { runs, violations } = await runStage('T', 4)
    expect(violations).toEqual([])
    expect(runs).toBe(4)
  },
  MS_MAX,
)

// PAY-6, CMP-2, V2.3.3
test(
  // CFG-4
  'the power goes just after an answer: what was answered is there when it is back',
  async () => {
    const { runs, violations } = await runStage('P', 4)
    expect(violations).toEqual([])
    expect(runs).toBe(4)
  },
  MS_MAX,
)

// MAIL-3, PSH-1
test(
  // MAIL-1
  'each cause is one mail and one notice, with servers away and nodes killed',
  async () => {
    const { runs, violations, faults } = await runStage('M', 25)
    expect(violations).toEqual([])
    expect(runs).toBe(25)
    expect(Object.keys(faults)).toHaveLength(5)
  },
  MS_MAX,
)
