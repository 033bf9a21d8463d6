import type { InjectOptions } from 'fastify'
import type { Operation } from '../history.ts'
import { checkInvariants, type Violation } from '../invariants.ts'
import type { Random } from '../random.ts'
import { directorFor, type PlannedFault } from './fault-plan.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

export type Answer = { status: number | null; text: string; data: Record<string, unknown> }

/** One run: an empty world, the processes started in it, what clients saw, and the faults injected. */
export type Run = {
  world: World
  random: Random
  history: Operation[]
  /** Violations noticed during the run. */
  wrong: Violation[]
  /** Faults that are still to be injected, each at its first matching step. */
  plannedFaults: PlannedFault[]
  faults: Record<string, number>
  countFault: (kind: string) => void
  /** The running process; restarted 15 seconds later (simulated time) if it has crashed. */
  node: () => Promise<SimulatedProcess>
  /** A second node, without faults. */
  secondNode: () => Promise<SimulatedProcess>
  ask: (proc: SimulatedProcess, request: InjectOptions) => Promise<Answer>
  clearFaults: () => void
  check: () => Promise<Violation[]>
}

const RESTART_SECONDS = 15

export async function beginRun(world: World, random: Random, at: Date): Promise<Run> {
  await world.begin(at)
  const plannedFaults: PlannedFault[] = []
  const faults: Record<string, number> = {}
  const countFault = (kind: string) => {
    faults[kind] = (faults[kind] ?? 0) + 1
  }
  const history: Operation[] = []
  const wrong: Violation[] = []
  const processes: SimulatedProcess[] = []
  let current: SimulatedProcess | null = null
  let second: SimulatedProcess | null = null

  async function begin(isFaulted: boolean): Promise<SimulatedProcess> {
    const proc = await world.startProcess()
    if (isFaulted) proc.direct(directorFor(plannedFaults, countFault))
    processes.push(proc)
    return proc
  }

  return {
    world,
    random,
    history,
    wrong,
    plannedFaults,
    faults,
    countFault,
    async node() {
      if (current && !current.isDead()) return current
      if (current) await world.pass(RESTART_SECONDS)
      current = await begin(true)
      world.disk.belongsTo(current)
      return current
    },
    async secondNode() {
      second ??= await begin(false)
      return second
    },
    async ask(proc, request) {
      const reply = await proc.request(request)
      return reply ? answerOf(reply.statusCode, reply.payload) : { status: null, text: '', data: {} }
    },
    clearFaults() {
      plannedFaults.length = 0
      world.disk.belongsTo(null)
    },
    async check() {
      const ledger = await world.provider.ledger()
      const { db, attachmentsDir } = world
      const broken = await checkInvariants({ db, ledger, attachmentsDir, history, now: world.now() })
      return [...wrong, ...processes.flatMap((proc) => proc.wrong).flatMap((line) => wrongIn(line, faults)), ...broken]
    },
  }
}

/** An unexpected error in the log is a violation, unless a database fault was injected. */
function wrongIn(line: string, faults: Record<string, number>): Violation[] {
  if (line.startsWith('I19')) return [{ invariant: 'I19', what: line.slice('I19: '.length) }]
  const isExpected = /"event":/.test(line) || Object.keys(faults).some((kind) => kind.startsWith('database'))
  return isExpected ? [] : [{ invariant: 'no bugs', what: line }]
}

function answerOf(status: number, text: string): Answer {
  try {
    return { status, text, data: (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {} }
  } catch {
    return { status, text, data: {} }
  }
}
