import { test } from 'vitest'
import { offerLoad } from '../server/test/offered-load.ts'
import { serverProcess } from '../server/test/server-process.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'
import { aTown, conclude, NOBODY, seconds } from './town.ts'

const town = await aTown()
const node = await serverProcess(town.url, NOBODY)

test('average: 300 visits a second of every kind', async () => {
  await offerLoad(node.url, 50, { until: seconds(3), next: town.visit })
  const after = await holdings(node)
  const outcome = await offerLoad(node.url, 300, { until: seconds(15), next: town.visit })
  const { answers } = outcome
  const [p95, p99] = [percentile(answers, 0.95), percentile(answers, 0.99)]
  await conclude({
    profile: 'average, 300/s',
    outcome,
    faults: failuresOf(outcome),
    ...(await after()),
    goal: 'p95 < 50 ms, p99 < 150 ms, no 5xx',
    reached: `p95 ${p95}, p99 ${p99}, ${refusedIn(outcome).length} refused`,
    isReached: p95 < 50 && p99 < 150 && refusedIn(outcome).length === 0,
  })
})
