import { test } from 'vitest'
import { offerLoad } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile } from './rows.ts'

const fixture = await createFixture()
const node = await serverProcess(fixture.url, UNREACHABLE_URL)
const { scan, signin } = fixture.requests

test('a storm of sign-ins: 300 a second, and scans among them', async () => {
  await offerLoad(node.url, 50, { until: seconds(2), next: scan })
  const after = await holdings(node)
  const outcome = await offerLoad(node.url, 350, {
    until: seconds(10),
    next: (count) => (count % 7 === 0 ? scan(count) : signin()),
  })
  const scans = outcome.answers.filter(({ what }) => what === 'scan')
  const refused = scans.filter(({ status }) => status !== 200).length
  const signedIn = outcome.answers.filter(({ what, status }) => what === 'sign-in' && status === 200).length
  const p95 = percentile(scans, 0.95)
  await reportProfile({
    profile: 'sign-in storm, 300/s',
    outcome,
    faults: failuresOf(outcome),
    ...(await after()),
    goal: 'scans p95 < 150 ms, none refused',
    reached: `scans p95 ${p95}, ${refused} refused; ${signedIn} signed in`,
    isReached: p95 < 150 && refused === 0 && signedIn > 0,
  })
})
