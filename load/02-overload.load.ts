import { test } from 'vitest'
import { keepAsking, type Outcome, offerLoad } from '../server/test/offered-load.ts'
import { serverProcess } from '../server/test/server-process.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'
import { aTown, conclude, NOBODY, seconds } from './town.ts'

const KNEE_SECONDS = 6
const OVERLOAD_SECONDS = 15
const VISITORS = 350

const town = await aTown()
const node = await serverProcess(town.url, NOBODY)
const { scan, ownPets, deskList, report } = town.asks

/** What costs a node something, one in five of them a scan. */
const heavy = (count: number) => [scan, ownPets, deskList, report, ownPets][count % 5]?.(count) ?? scan(count)

const served = ({ answers }: Outcome) => answers.filter(({ status }) => status === 200)

test('overload: far more than it can do', async () => {
  await keepAsking(node.url, 16, { until: seconds(3), next: heavy })
  const alone = await keepAsking(node.url, 48, { until: seconds(KNEE_SECONDS), next: heavy })
  const knee = served(alone).length / KNEE_SECONDS

  const after = await holdings(node)
  // Each asks again at once, also after a 503: many times what it can do.
  const outcome = await keepAsking(node.url, VISITORS, { until: seconds(OVERLOAD_SECONDS), next: heavy })
  const offered = outcome.requests / OVERLOAD_SECONDS / knee
  const goodput = served(outcome).length / OVERLOAD_SECONDS
  const scans = outcome.answers.filter(({ what }) => what === 'scan')
  const scansRefused = scans.filter(({ status }) => status !== 200).length
  const p99 = percentile(served(outcome), 0.99)
  const noRetryAfter = refusedIn(outcome).filter(({ retryAfter }) => !retryAfter)
  await conclude({
    profile: `overload, ${offered.toFixed(1)} × ${Math.round(knee)}/s`,
    outcome,
    faults: [...failuresOf(outcome), ...noRetryAfter.map(({ what }) => `${what}: 503 without Retry-After`)],
    ...(await after()),
    goal: 'serves ≥ 80 % of what it can, p99 < 1 s; no scan refused',
    reached: `${Math.round((100 * goodput) / knee)} %, p99 ${p99}; ${scansRefused} scans refused, p99 of scans ${percentile(scans, 0.99)}`,
    isReached: goodput >= 0.8 * knee && p99 < 1_000 && scansRefused === 0,
  })

  const calm = await offerLoad(node.url, knee / 4, { until: seconds(5), next: heavy })
  await conclude({
    profile: 'after the overload',
    outcome: calm,
    faults: failuresOf(calm),
    goal: 'nothing refused any more',
    reached: `${refusedIn(calm).length} refused, p99 ${percentile(calm.answers, 0.99)}`,
    isReached: refusedIn(calm).length === 0,
  })
})
