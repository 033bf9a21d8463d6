import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BUGS } from './planted/bugs.ts'
import { isProcessStage, type ProcessStage, runProcessStages } from './process/process-stages.ts'
import { type Hunted, printBugs, printStages } from './report.ts'
import { runInWorker, startWorker, type Worker } from './run-in-worker.ts'
import { type Cluster, startCluster } from './simulation/cluster.ts'
import type { StageResult } from './stage-result.ts'
import type { Answer, StageName, Task } from './task.ts'

/** The limit for the whole run, including its last task. */
const SECONDS_MAX = 1_150
const HUNT_SECONDS = 90
const PROCESS_SECONDS = 270
const CHUNK_SECONDS = 100
/** The stages of real processes take one lane for minutes. */
const LANES_MIN = 2
// Chunks use separate ranges of run numbers.
const CHUNK_RUNS = 100_000

/** Seconds per stage; stage B uses the rest. */
const BUDGETS: [StageName, number][] = [
  ['A', 90],
  ['P', 15],
  ['E', 95],
  ['H', 15],
  ['K', 20],
  ['L', 15],
  ['M', 15],
  ['R', 15],
  ['S', 15],
  ['T', 15],
  ['Y', 15],
]

const { values: args } = parseArgs({
  options: {
    seed: { type: 'string' },
    stage: { type: 'string' },
    run: { type: 'string' },
    bug: { type: 'string' },
    seconds: { type: 'string', default: String(SECONDS_MAX) },
  },
})
const seed = Number(args.seed ?? Math.floor(Math.random() * 1_000_000))
const over = performance.now() + Number(args.seconds) * 1_000
const secondsLeft = () => (over - performance.now()) / 1_000
const results: StageResult[] = []
const hunted: Hunted[] = []

console.log(`Money under faults, seed ${seed}`)
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-faults-'))
const clusters: Cluster[] = []
/** The worker of each lane for the stages of the program as it is. */
const stageWorkers = new Map<string, Worker>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidyUp().then(() => process.exit(1)))
const jobs = jobsAsked()
const lanes = Array.from({ length: Math.max(LANES_MIN, availableParallelism()) }, (_, lane) =>
  path.join(folder, `lane-${lane + 1}`),
)
await Promise.all(lanes.map((lane) => workOff(lane, jobs))).finally(tidyUp)
const isSound = printStages(results, seed)
const areCaught = printBugs(hunted)
process.exitCode = isSound && areCaught ? 0 : 1

type Job = (lane: string) => Promise<void>

/** One worker loop per CPU core: each takes the next job when it is free. */
async function workOff(lane: string, jobs: Job[]): Promise<void> {
  clusters.push(await startCluster(lane))
  for (let job = jobs.shift(); job; job = jobs.shift()) await job(lane).catch(noteBroken)
}

async function tidyUp(): Promise<void> {
  for (const worker of stageWorkers.values()) await worker.end()
  for (const cluster of clusters.splice(0)) await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A stage that breaks off counts as a violation. */
function noteBroken(error: unknown): void {
  const violations = [{ invariant: 'the harness itself', what: String(error), run: 0 }]
  results.push({ stage: '-', runs: 0, faults: {}, violations, seconds: 0 })
}

function jobsAsked(): Job[] {
  const only = args.run === undefined ? undefined : Number(args.run)
  if (args.bug !== undefined) return [huntFor(args.bug)]
  const inProcesses =
    (budgetSeconds: number, asked?: ProcessStage[]): Job =>
    async () =>
      void results.push(...(await runProcessStages({ budgetSeconds, seed, ...(asked && { asked }) })))
  if (args.stage !== undefined && isProcessStage(args.stage)) return [inProcesses(secondsLeft() - 30, [args.stage])]
  if (args.stage !== undefined) return [stage(args.stage as StageName, secondsLeft() - 30, 0, only)]
  const first = BUDGETS.map(([name, seconds]) => stage(name, seconds, 0))
  const hunts = BUGS.map(({ name }) => huntFor(name))
  return [
    inProcesses(PROCESS_SECONDS),
    ...first,
    ...hunts,
    ...Array.from({ length: 100 }, (_, chunk) => stage('B', CHUNK_SECONDS, chunk * CHUNK_RUNS)),
  ]
}

function stage(name: StageName, seconds: number, from: number, only?: number): Job {
  return async (lane) => {
    const left = Math.min(seconds, secondsLeft() - 10)
    if (left < 5) return
    const task: Task = { kind: 'stage', folder: lane, seed, stage: name, from, to: from + CHUNK_RUNS, seconds: left }
    const answer = await workerOf(lane, name)(only === undefined ? task : { ...task, only })
    if (!('result' in answer)) return
    results.push(answer.result)
    const { runs, violations, seconds: took } = answer.result
    console.log(`stage ${name}: ${runs} runs, ${violations.length} violations, ${took.toFixed(0)} s`)
  }
}

/** The stages before stage B share a worker. Some 2 MB of each run stay in its memory, so each part of stage B has one of its own. */
function workerOf(lane: string, name: StageName): (task: Task) => Promise<Answer> {
  if (name === 'B') return runInWorker
  const worker = stageWorkers.get(lane) ?? startWorker()
  stageWorkers.set(lane, worker)
  return (task) =>
    worker.run(task).catch((error: unknown) => {
      // The next stage has a new one.
      stageWorkers.delete(lane)
      throw error
    })
}

function huntFor(bug: string): Job {
  return async (lane) => {
    const begun = performance.now()
    const left = Math.min(HUNT_SECONDS, secondsLeft() - 15)
    const answer: Answer =
      left < 1 ? { caught: null } : await runInWorker({ kind: 'hunt', folder: lane, seed, bug, seconds: left })
    const seconds = (performance.now() - begun) / 1_000
    if (!('caught' in answer)) return
    hunted.push({ bug, caught: answer.caught, seconds })
    console.log(`${answer.caught ? 'caught' : 'MISSED'}: ${bug}`)
  }
}
