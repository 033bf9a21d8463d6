import { sql } from 'kysely'
import type { Random } from '../random.ts'
import { hardTime } from '../simulation/builders.ts'
import type { Fault, PlannedFault, Point } from '../simulation/fault-plan.ts'
import type { Run } from '../simulation/run.ts'
import { noteOutage, SIMULATED_PROCESSES } from '../simulation/sql-edge.ts'

/** Deviations of a run of stage B from a normal purchase. `plannedFaults` happen on their own, the rest is scripted. */
export type Plan = {
  begin: Date | null
  isDoubleClicked: boolean
  hasTwoTabs: boolean
  isReloaded: boolean
  triesForeign: boolean
  neverReturns: boolean
  paysLate: boolean
  failsFirst: boolean
  isRefundedAtOnce: boolean
  isOtherAmount: boolean
  secondWorker: boolean
  loses: boolean
  doubles: boolean
  reorders: boolean
  delaysSeconds: number
  hasForeignOrder: boolean
  hasPoison: boolean
  hasWrongSecret: boolean
  replays: boolean
  skewSeconds: number
  plannedFaults: ((run: Run, paysMeanwhile: () => Promise<void>) => PlannedFault)[]
}

export const PLAIN: Omit<Plan, 'plannedFaults'> = {
  begin: null,
  isDoubleClicked: false,
  hasTwoTabs: false,
  isReloaded: false,
  triesForeign: false,
  neverReturns: false,
  paysLate: false,
  failsFirst: false,
  isRefundedAtOnce: false,
  isOtherAmount: false,
  secondWorker: false,
  loses: false,
  doubles: false,
  reorders: false,
  delaysSeconds: 0,
  hasForeignOrder: false,
  hasPoison: false,
  hasWrongSecret: false,
  replays: false,
  skewSeconds: 0,
}

/** Adds one kind of fault to a plan, with random details. */
type Kind = (plan: Plan, random: Random) => void

const statement = (point: Point) => point.edge === 'statement' && point.moment === 'before' && point.what !== 'connect'
const callsProvider = (point: Point) => point.edge === 'provider' && point.moment === 'before'
const fetchesFromProvider = (point: Point) => callsProvider(point) && /^(fetch|list)/.test(point.what)

function plans(kind: string, fits: (point: Point) => boolean, skips: number, fault: Fault): Kind {
  return (plan, { below }) => {
    const skip = below(skips)
    plan.plannedFaults.push(() => ({ kind, fits, skip, fault }))
  }
}

const crash = { do: 'crash' } as const
const refuse = (code: string) => ({ do: 'refuse', code }) as const

export const KINDS: Record<string, Kind> = {
  'process: crash before commit': plans(
    'process: crash before commit',
    (at) => at.isCommit && at.moment === 'before',
    8,
    crash,
  ),
  'process: crash after commit': plans(
    'process: crash after commit',
    (at) => at.isCommit && at.moment === 'after',
    8,
    crash,
  ),
  'process: crash between provider and database': plans(
    'process: crash between provider and database',
    (at) => at.edge === 'provider' && at.moment === 'after',
    3,
    crash,
  ),
  'process: crash before reply': plans('process: crash before reply', (at) => at.edge === 'reply', 4, crash),
  'process: second worker': (plan) => {
    plan.secondWorker = true
  },
  'database: connection reset': plans('database: connection reset', statement, 25, { do: 'reset' }),
  'database: answer to a commit lost': plans(
    'database: answer to a commit lost',
    (at) => at.edge === 'statement' && at.isCommit && at.moment === 'after',
    8,
    { do: 'reset' },
  ),
  'database: serialization failure': plans('database: serialization failure', statement, 25, refuse('40001')),
  'database: lock timeout': plans('database: lock timeout', statement, 25, refuse('55P03')),
  'database: statement timeout': plans('database: statement timeout', statement, 25, refuse('57014')),
  'database: pool exhausted': plans('database: pool exhausted', (at) => at.what === 'connect', 10, {
    do: 'no-connection',
  }),
  'database: failover': (plan, { below }) => {
    const skip = below(25)
    plan.plannedFaults.push(({ world }) => ({
      ...{ kind: 'database: failover', fits: statement, skip },
      fault: { do: 'meanwhile', work: () => endConnections(world.db) },
    }))
  },
  'provider: answer to the order lost': plans(
    'provider: answer to the order lost',
    (at) => callsProvider(at) && at.what === 'createOrder',
    1,
    { do: 'lose', after: true },
  ),
  'provider: order made twice': (plan) => {
    plan.plannedFaults.push(({ history }) => ({
      kind: 'provider: order made twice',
      fits: (at) => callsProvider(at) && at.what === 'createOrder',
      skip: 0,
      fault: {
        do: 'twice',
        noted: (body) => {
          const { receipt } = JSON.parse(body) as { receipt: string }
          history.push({ kind: 'doubled-order', receipt, outcome: 'unknown', reply: '' })
        },
      },
    }))
  },
  'provider: stale answer': plans('provider: stale answer', fetchesFromProvider, 5, { do: 'stale' }),
  'provider: error': plans('provider: error', fetchesFromProvider, 2, { do: 'status500' }),
  'provider: slow answer': plans('provider: slow answer', fetchesFromProvider, 2, { do: 'lose', after: true }),
  'provider: order older than the window': (plan) => {
    plan.paysLate = true
  },
  'webhook: lost': (plan) => {
    plan.loses = true
  },
  'webhook: doubled': (plan) => {
    plan.doubles = true
  },
  'webhook: reordered': (plan) => {
    plan.reorders = true
  },
  'webhook: delayed': (plan, { below }) => {
    plan.delaysSeconds = [60, 900, 3_600, 86_400, 3 * 86_400][below(5)] ?? 60
  },
  'webhook: before the order is known': (plan) => {
    plan.plannedFaults.push((_run, work) => ({
      kind: 'webhook: before the order is known',
      fits: (at) => callsProvider(at) && at.what === 'createOrder',
      skip: 0,
      fault: { do: 'meanwhile', work },
    }))
  },
  'webhook: refund before capture': (plan) => {
    plan.isRefundedAtOnce = true
  },
  'webhook: failed, then captured': (plan) => {
    plan.failsFirst = true
  },
  'webhook: unknown order': (plan) => {
    plan.hasForeignOrder = true
  },
  'webhook: poison': (plan) => {
    plan.hasPoison = true
  },
  'webhook: wrong secret, then right': (plan) => {
    plan.hasWrongSecret = true
  },
  'webhook: replayed after a day': (plan) => {
    plan.replays = true
  },
  'client: never returns': (plan) => {
    plan.neverReturns = true
  },
  'client: double click': (plan) => {
    plan.isDoubleClicked = true
  },
  'client: two tabs': (plan) => {
    plan.hasTwoTabs = true
  },
  'client: reload': (plan) => {
    plan.isReloaded = true
  },
  'client: foreign subject': (plan) => {
    plan.triesForeign = true
  },
  'time: clock wrong by an hour': (plan, { below }) => {
    plan.skewSeconds = below(2) === 0 ? 3_600 : -3_600
  },
  'time: month end or leap day': (plan, random) => {
    plan.begin = hardTime(random)
  },
  'ours: payment of another amount': (plan) => {
    plan.isOtherAmount = true
  },
}

/** A failover: every connection breaks. */
async function endConnections(db: Run['world']['db']): Promise<void> {
  noteOutage()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${SIMULATED_PROCESSES}`.execute(db)
}
