import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { test } from 'vitest'
import { freePort } from '../../server/test/free-port.ts'
import { type Outcome, offerLoad } from '../../server/test/offered-load.ts'
import { aPaidComplaint } from '../../server/test/paying-app.ts'
import { startSandbox } from '../../server/test/sandbox.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds } from './fixture.ts'
import { failuresOf, holdings, refusedIn, sampled } from './rows.ts'

const MIB = 1024 * 1024
const WARM_UP_SECONDS = 50
// Fifteen minutes of load, with a rest after each of the nine times.
const SECONDS = 100
const TIMES = 9
const REST_SECONDS = 8
const TEST_TIMEOUT_MS = 2 * 15 * 60_000

const fixture = await createFixture()
const port = await freePort()
const { provider, sandbox } = await startSandbox(`http://127.0.0.1:${port}${paymentCalls.webhook.path}`)
const node = await serverProcess(fixture.url, provider.apiUrl, { PORT: String(port) })

/** `atRest` is the memory in MiB, a while after the load. */
type Phase = { outcome: Outcome; paid: number; atRest: number }

/** 100 visits and one paid complaint per second, then idle; returns the memory at rest. */
async function phase(length: number): Promise<Phase> {
  const over = seconds(length)
  const [outcome, paid] = await Promise.all([
    offerLoad(node.url, 100, { until: over, next: fixture.visit }),
    payUntil(over),
  ])
  await seconds(REST_SECONDS)
  return { outcome, paid, atRest: (await node.memory()) / MIB }
}

async function payUntil(over: Promise<void>): Promise<number> {
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  let paid = 0
  for (; !isOver; await seconds(1)) {
    await aPaidComplaint({ ...node, sandbox })
    paid++
  }
  return paid
}

const countRows = async (statement: string) => (await fixture.pool.query(statement)).rowCount ?? 0
// Those of the program: neither the one that asks nor a process of PostgreSQL that tidies up.
const connections = () =>
  countRows(`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)

test(
  'soak: visits of every kind for a quarter of an hour, and payments',
  async () => {
    const warmUp = await phase(WARM_UP_SECONDS)
    const after = await holdings(node)
    const memory = sampled(() => node.memory(), 1_000)
    const held = sampled(connections, 1_000)
    const phases: Phase[] = []
    for (let time = 0; time < TIMES; time++) phases.push(await phase(SECONDS))
    const [peak, most] = [Math.max(...memory()) / MIB, Math.max(...held())]
    const allPaid = [warmUp, ...phases].reduce((sum, { paid }) => sum + paid, 0)
    const inBooks = await countRows("select 1 from complaints where payment_status = 'paid'")
    const rests = [warmUp, ...phases].map(({ atRest }) => atRest)
    const grows = growthPerMinute(rests)
    const outcome = joined(phases.map((one) => one.outcome))
    const refused = refusedIn(outcome).length
    await reportProfile({
      profile: `soak ${TIMES} × ${SECONDS} s, 100/s`,
      outcome,
      faults: [...failuresOf(outcome), ...failuresOf(warmUp.outcome)],
      ...(await after()),
      goal: 'RSS at rest + < 4 MiB/min, DB connections ≤ 23, all that was paid in the books, no 5xx',
      reached: `RSS ${grows.toFixed(1)} MiB/min (at rest ${rests.map(Math.round).join(', ')}), at most ${Math.round(peak)} MiB, ${most} connections, ${inBooks} of ${allPaid} paid, ${refused} refused`,
      isReached: grows < 4 && most <= 23 && inBooks === allPaid && refused === 0,
    })
  },
  TEST_TIMEOUT_MS,
)

/** In MiB. A heap first grows to its usual size for about five minutes, so the first half does not count. */
function growthPerMinute(rests: number[]): number {
  const counted = rests.slice(Math.floor((rests.length - 1) / 2))
  const minutes = ((counted.length - 1) * SECONDS) / 60
  return ((counted.at(-1) ?? 0) - (counted[0] ?? 0)) / minutes
}

function joined(outcomes: Outcome[]): Outcome {
  return {
    requests: outcomes.reduce((sum, { requests }) => sum + requests, 0),
    answers: outcomes.flatMap(({ answers }) => answers),
    unanswered: outcomes.flatMap(({ unanswered }) => unanswered),
    senderLateMs: Math.max(...outcomes.map(({ senderLateMs }) => senderLateMs)),
  }
}
