import { test } from 'vitest'
import { runClosedLoop } from '../../server/test/offered-load.ts'
import { rolledNodes } from '../../server/test/rolled-nodes.ts'
import { createFixture, reportProfile, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, refusedIn } from './rows.ts'

const ROLLS = 10
const VISITORS = 24

const fixture = await createFixture()
const nodes = await rolledNodes(fixture.url, UNREACHABLE_URL)

test('rolling restart: two nodes in turn, behind a proxy, under load', async () => {
  const rolls = (async () => {
    const exitCodes: (number | null)[] = []
    for (let roll = 0; roll < ROLLS; roll++) exitCodes.push(await nodes.roll(roll % 2))
    return exitCodes
  })()
  const outcome = await runClosedLoop(nodes.url, VISITORS, { until: rolls, next: fixture.visit })
  const odd = (await rolls).filter((code) => code !== 0)
  const refused = refusedIn(outcome).length
  const failed = failuresOf(outcome).length + refused
  await reportProfile({
    profile: `rolling restart × ${ROLLS}, ${VISITORS} visitors`,
    outcome,
    faults: [...failuresOf(outcome), ...odd.map((code) => `exit code ${code}`)],
    goal: '0 failed requests',
    reached: `${failed} of ${outcome.requests}`,
    isReached: failed === 0,
  })
})
