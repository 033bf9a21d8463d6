import { test } from 'vitest'
import { keepAsking, type Outcome } from '../server/test/offered-load.ts'
import { serverProcess } from '../server/test/server-process.ts'
import { failuresOf } from './rows.ts'
import { aTown, conclude, NOBODY, seconds } from './town.ts'

const STOPS = 20
const AT_ONCE = 2

const town = await aTown()

/** Visitors at the node itself, without a proxy between, who go when it ends their connection: whatever they sent must be answered. */
async function stopUnderLoad(): Promise<{ outcome: Outcome; exitCode: number | null; ms: number }> {
  const node = await serverProcess(town.url, NOBODY, { DRAIN_SECONDS: '1' })
  const stopped = seconds(1).then(async () => {
    const start = Date.now()
    return { exitCode: await node.stop(), ms: Date.now() - start }
  })
  const outcome = await keepAsking(node.url, 16, { until: stopped, next: town.visit, leaveWhenTold: true })
  return { outcome, ...(await stopped) }
}

test('SIGTERM under load', async () => {
  const stops: Awaited<ReturnType<typeof stopUnderLoad>>[] = []
  while (stops.length < STOPS) stops.push(...(await Promise.all(Array.from({ length: AT_ONCE }, stopUnderLoad))))
  const outcome = {
    requests: stops.reduce((sum, stop) => sum + stop.outcome.answers.length + stop.outcome.unanswered.length, 0),
    answers: stops.flatMap((stop) => stop.outcome.answers),
    unanswered: stops.flatMap((stop) => stop.outcome.unanswered),
    senderLateMs: Math.max(...stops.map((stop) => stop.outcome.senderLateMs)),
  }
  const odd = stops.filter(({ exitCode }) => exitCode !== 0)
  const slowest = Math.max(...stops.map(({ ms }) => ms))
  await conclude({
    profile: `SIGTERM × ${STOPS}, 16 visitors`,
    outcome,
    faults: [...failuresOf(outcome), ...odd.map(({ exitCode }) => `exit code ${exitCode}`)],
    goal: 'all is answered, exit 0 ≤ 10 s',
    reached: `${failuresOf(outcome).length} unanswered, ${STOPS - odd.length} × exit 0, slowest ${slowest} ms`,
    isReached: failuresOf(outcome).length === 0 && odd.length === 0 && slowest <= 10_000,
  })
})
