import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { test } from 'vitest'
import { saveDevice } from '../../server/src/people/push/push-devices.ts'
import { aConfirmedUser } from '../../server/test/factories.ts'
import { REPORT } from '../../server/test/found.ts'
import { aLostPet } from '../../server/test/lost.ts'
import { offerLoad } from '../../server/test/offered-load.ts'
import { startPushCatcher } from '../../server/test/push-catcher.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings } from './rows.ts'

const OWNERS = 40
const REPORTS = 100
const REPORTS_A_SECOND = 5
const VISITS_A_SECOND = 100
const P95_MS_MAX = 2_000

const fixture = await createFixture()
const catcher = await startPushCatcher()
const node = await serverProcess(fixture.url, UNREACHABLE_URL, { PUSH_SERVICES: catcher.origin })

/** An owner with a lost pet and a browser, and the moments at which finders have sent their messages. */
async function aReader() {
  const owner = await aConfirmedUser(fixture.db)
  const browser = await catcher.newBrowser()
  await saveDevice(
    fixture.db,
    { userId: owner.id, token: owner.token },
    { ...browser, language: 'en', kinds: ['found'] },
  )
  return { browser, petId: (await aLostPet(fixture.db, owner)).petId, sentAt: [] as number[] }
}

test('a finder’s message reaches the owner’s device, beside visits of every kind', async () => {
  const readers = await Promise.all(Array.from({ length: OWNERS }, aReader))
  const faults: string[] = []

  async function sendReports(): Promise<void> {
    const replies: Promise<void>[] = []
    for (let count = 0; count < REPORTS; count++) {
      const reader = readers[count % OWNERS]
      if (!reader) continue
      reader.sentAt.push(Date.now())
      // The same words again are no new message.
      const body = { ...REPORT, message: `${REPORT.message}, message ${count}` }
      const reply = node.call(foundCalls.report, { params: { petId: reader.petId }, body })
      replies.push(reply.then(({ status }) => void (status === 201 || faults.push(`a report: ${status}`))))
      await seconds(1 / REPORTS_A_SECOND)
    }
    await Promise.all(replies)
    // The slowest notice that still counts.
    await seconds(5)
  }

  await offerLoad(node.url, VISITS_A_SECOND, { until: seconds(2), next: fixture.visit })
  const after = await holdings(node)
  const outcome = await offerLoad(node.url, VISITS_A_SECOND, { until: sendReports(), next: fixture.visit })
  const waits: number[] = []
  for (const { browser, sentAt } of readers) {
    const arrived = (await catcher.notices(browser)).map(({ at }) => at).sort((one, other) => one - other)
    for (const [index, sent] of sentAt.entries()) waits.push((arrived[index] ?? Number.POSITIVE_INFINITY) - sent)
  }
  waits.sort((one, other) => one - other)
  const p95 = waits[Math.floor(waits.length * 0.95)] ?? Number.POSITIVE_INFINITY
  const missing = waits.filter((wait) => !Number.isFinite(wait)).length
  await reportProfile({
    profile: 'notices on devices',
    outcome,
    faults: [...failuresOf(outcome), ...faults],
    ...(await after()),
    goal: 'message to notice p95 ≤ 2 s, none missing',
    reached: `p50 ${waits[Math.floor(waits.length / 2)]} ms, p95 ${p95} ms, longest ${waits.at(-1)} ms; ${missing} missing of ${REPORTS}`,
    isReached: p95 <= P95_MS_MAX && missing === 0,
  })
})
