import { test } from 'vitest'
import { type Asked, offerLoad } from '../../server/test/offered-load.ts'
import { aComplaint } from '../../server/test/paying-app.ts'
import { startSandbox } from '../../server/test/sandbox.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { wireTo } from '../../server/test/wire.ts'
import { createFixture, reportProfile, seconds } from './fixture.ts'
import { failuresOf, holdings, percentile, refusedIn } from './rows.ts'

const IN_TIME_MS = 10_000

const fixture = await createFixture()
const { provider, sandbox } = await startSandbox('http://127.0.0.1:9/')
await sandbox.injectFault({ webhooks: 'lost' })
const wire = await wireTo(provider.apiUrl)
const node = await serverProcess(fixture.url, wire.url)

test('a provider that hangs, while others visit', async () => {
  const complaints = await Promise.all(Array.from({ length: 40 }, () => aComplaint(node)))
  const pay = (count: number): Asked => ({
    what: 'checkout',
    method: 'POST',
    path: '/api/complaints/payment/initiate',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      complaint_id: complaints[count % complaints.length],
      amount: 100,
      name: 'Kavita Rao',
      email: 'kavita@example.org',
      phone: '+91 55500 12345',
    }),
  })
  const next = (count: number) => (count % 10 === 0 ? pay(count / 10) : fixture.visit(count))

  await offerLoad(node.url, 50, { until: seconds(2), next: fixture.visit })
  const after = await holdings(node)
  wire.decide(() => 'hang')
  const outcome = await offerLoad(node.url, 60, { until: seconds(20), next })
  wire.clearFaults()
  const checkouts = outcome.answers.filter(({ what }) => what === 'checkout')
  const others = outcome.answers.filter(({ what }) => what !== 'checkout')
  const answered = checkouts.filter(({ status }) => status === 503)
  const slowest = percentile(checkouts, 1)
  const p99 = percentile(others, 0.99)
  const othersRefused = refusedIn({ ...outcome, answers: others }).length
  await reportProfile({
    profile: 'provider hangs, 60/s',
    outcome,
    faults: failuresOf(outcome),
    ...(await after()),
    goal: 'checkouts 503 ≤ 10 s; others p99 < 500 ms, none refused',
    reached: `${answered.length}/${checkouts.length} 503, p50 ${percentile(checkouts, 0.5)}, slowest ${slowest}; p99 ${p99}, ${othersRefused} refused`,
    isReached: answered.length === checkouts.length && slowest < IN_TIME_MS && p99 < 500 && othersRefused === 0,
  })
})
