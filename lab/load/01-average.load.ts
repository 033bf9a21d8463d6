import { test } from 'vitest'
import { offerLoad } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'

const fixture = await createFixture()
const node = await serverProcess(fixture.url, UNREACHABLE_URL)

test('average: 300 visits a second of every kind', async () => {
  await offerLoad(node.url, 50, { until: seconds(3), next: fixture.visit })
  const after = await holdings(node)
  const outcome = await offerLoad(node.url, 300, { until: seconds(15), next: fixture.visit })
  const p95Of = (...whats: string[]) =>
    percentile(
      outcome.answers.filter(({ what }) => whats.includes(what)),
      0.95,
    )
  // Each of these takes CPU time whatever the client.
  const quick = outcome.answers.filter(({ what }) => !['sign-in', 'report', 'complaint'].includes(what))
  const [p95, p99] = [percentile(quick, 0.95), percentile(quick, 0.99)]
  const [signins, reports] = [p95Of('sign-in'), p95Of('report')]
  const refused = refusedIn(outcome).length
  await reportProfile({
    profile: 'average, 300/s',
    outcome,
    faults: failuresOf(outcome),
    ...(await after()),
    goal: 'p95 < 50 ms, p99 < 150 ms; p95 of sign-ins < 250 ms, of reports < 300 ms; no 5xx',
    reached: `p95 ${p95}, p99 ${p99}; sign-ins ${signins}, reports ${reports}; ${refused} refused`,
    isReached: p95 < 50 && p99 < 150 && signins < 250 && reports < 300 && refused === 0,
  })
})
