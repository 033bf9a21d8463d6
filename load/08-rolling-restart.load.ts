import { test } from 'vitest'
import { keepAsking } from '../server/test/offered-load.ts'
import { rolledNodes } from '../server/test/rolled-nodes.ts'
import { failuresOf, refusedIn } from './rows.ts'
import { aTown, conclude, NOBODY } from './town.ts'

const ROLLS = 10
const VISITORS = 24

const town = await aTown()
const nodes = await rolledNodes(town.url, NOBODY)

test('rolling restart: two nodes in turn, behind a proxy, under load', async () => {
  const rolls = (async () => {
    const exitCodes: (number | null)[] = []
    for (let roll = 0; roll < ROLLS; roll++) exitCodes.push(await nodes.roll(roll % 2))
    return exitCodes
  })()
  const outcome = await keepAsking(nodes.url, VISITORS, { until: rolls, next: town.visit })
  const odd = (await rolls).filter((code) => code !== 0)
  const refused = refusedIn(outcome).length
  const failed = failuresOf(outcome).length + refused
  await conclude({
    profile: `rolling restart × ${ROLLS}, ${VISITORS} visitors`,
    outcome,
    faults: [...failuresOf(outcome), ...odd.map((code) => `exit code ${code}`)],
    goal: '0 failed requests',
    reached: `${failed} of ${outcome.requests}`,
    isReached: failed === 0,
  })
})
