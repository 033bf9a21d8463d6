import { test } from 'vitest'
import { offerLoad } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'

const USUAL = 20
const SPIKE = 1_500
const SPIKE_SECONDS = 5

const fixture = await createFixture()
const node = await serverProcess(fixture.url, UNREACHABLE_URL)

test('a spike: from 20 visits a second to 1,500 and back', async () => {
  await offerLoad(node.url, USUAL, { until: seconds(4), next: fixture.visit })
  const after = await holdings(node)
  const start = performance.now()
  const spike = await offerLoad(node.url, SPIKE, { until: seconds(SPIKE_SECONDS), next: fixture.visit })
  // The spike ends when every request has been answered.
  const recoveryMs = Math.round(performance.now() - start - SPIKE_SECONDS * 1_000)
  const recovered = await offerLoad(node.url, USUAL, { until: seconds(5), next: fixture.visit })
  const refused = refusedIn(recovered).length
  const p99 = percentile(recovered.answers, 0.99)
  await reportProfile({
    profile: `spike, ${USUAL} → ${SPIKE}/s → ${USUAL}`,
    outcome: spike,
    faults: [...failuresOf(spike), ...failuresOf(recovered), ...(node.exitCode() === null ? [] : ['it ended'])],
    ...(await after()),
    goal: 'back to normal ≤ 5 s: nothing refused, p99 < 500 ms; no restart',
    reached: `all answered ${recoveryMs} ms after; then ${refused} refused, p99 ${p99}`,
    isReached: recoveryMs <= 5_000 && refused === 0 && p99 < 500,
  })
})
