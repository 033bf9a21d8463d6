import { test } from 'vitest'
import { type Outcome, runClosedLoop } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf } from './rows.ts'

const STOPS = 20
const AT_ONCE = 2

const fixture = await createFixture()

/** Clients connected directly to the node; every request that they sent must be answered. */
async function stopUnderLoad(): Promise<{ outcome: Outcome; exitCode: number | null; ms: number }> {
  const node = await serverProcess(fixture.url, UNREACHABLE_URL, { DRAIN_SECONDS: '1' })
  const stopped = seconds(1).then(async () => {
    const start = Date.now()
    return { exitCode: await node.stop(), ms: Date.now() - start }
  })
  const outcome = await runClosedLoop(node.url, 16, { until: stopped, next: fixture.visit, leaveWhenTold: true })
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
  await reportProfile({
    profile: `SIGTERM × ${STOPS}, 16 visitors`,
    outcome,
    faults: [...failuresOf(outcome), ...odd.map(({ exitCode }) => `exit code ${exitCode}`)],
    goal: 'all is answered, exit 0 ≤ 10 s',
    reached: `${failuresOf(outcome).length} unanswered, ${STOPS - odd.length} × exit 0, slowest ${slowest} ms`,
    isReached: failuresOf(outcome).length === 0 && odd.length === 0 && slowest <= 10_000,
  })
})
