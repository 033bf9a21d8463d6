import { test } from 'vitest'
import { type Outcome, offerLoad, runClosedLoop } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'

const KNEE_SECONDS = 6
const OVERLOAD_SECONDS = 15
const VISITORS = 350

const fixture = await createFixture()
const node = await serverProcess(fixture.url, UNREACHABLE_URL)
const { scan, ownPets, adminList, report } = fixture.requests

/** A mix of expensive requests, one in five a scan. */
const heavy = (count: number) => [scan, ownPets, adminList, report, ownPets][count % 5]?.(count) ?? scan(count)

const served = ({ answers }: Outcome) => answers.filter(({ status }) => status === 200)

test('overload: far more than it can do', async () => {
  await runClosedLoop(node.url, 16, { until: seconds(3), next: heavy })
  const alone = await runClosedLoop(node.url, 48, { until: seconds(KNEE_SECONDS), next: heavy })
  const knee = served(alone).length / KNEE_SECONDS

  const after = await holdings(node)
  // Clients retry immediately, even after a 503: far more than the server can handle.
  const outcome = await runClosedLoop(node.url, VISITORS, { until: seconds(OVERLOAD_SECONDS), next: heavy })
  const offered = outcome.requests / OVERLOAD_SECONDS / knee
  const goodput = served(outcome).length / OVERLOAD_SECONDS
  const scans = outcome.answers.filter(({ what }) => what === 'scan')
  const scansRefused = scans.filter(({ status }) => status !== 200).length
  const p99 = percentile(served(outcome), 0.99)
  const noRetryAfter = refusedIn(outcome).filter(({ retryAfter }) => !retryAfter)
  await reportProfile({
    profile: `overload, ${offered.toFixed(1)} × ${Math.round(knee)}/s`,
    outcome,
    faults: [...failuresOf(outcome), ...noRetryAfter.map(({ what }) => `${what}: 503 without Retry-After`)],
    ...(await after()),
    goal: 'serves ≥ 80 % of what it can, p99 < 1 s; no scan refused',
    reached: `${Math.round((100 * goodput) / knee)} %, p99 ${p99}; ${scansRefused} scans refused, p99 of scans ${percentile(scans, 0.99)}`,
    isReached: goodput >= 0.8 * knee && p99 < 1_000 && scansRefused === 0,
  })

  const recovered = await offerLoad(node.url, knee / 4, { until: seconds(5), next: heavy })
  await reportProfile({
    profile: 'after the overload',
    outcome: recovered,
    faults: failuresOf(recovered),
    goal: 'nothing refused any more',
    reached: `${refusedIn(recovered).length} refused, p99 ${percentile(recovered.answers, 0.99)}`,
    isReached: refusedIn(recovered).length === 0,
  })
})
