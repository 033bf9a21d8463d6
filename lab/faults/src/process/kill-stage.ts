import { setTimeout as pause } from 'node:timers/promises'
import { type Random, seededRandom } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { checkAfterFaults } from './check-after-faults.ts'
import type { Fixture } from './fixture.ts'
import type { ServerNode } from './server-node.ts'
import { type StageCounter, type StageLimits, stageCounter } from './stage-counter.ts'
import { startVisitors } from './visitors.ts'

const QUIET_MS_MAX = 900
const FREEZE_MS = 3_000
const START_MS_MAX = 1_000

/** Stage C: kills, stops and freezes nodes at random moments while visitors use them. */
export async function killNodes(
  fixture: Fixture,
  { seed, seconds, runsMax, visitors }: StageLimits,
): Promise<StageResult> {
  const counter = stageCounter('C')
  const visiting = startVisitors(fixture.context, visitors, (visitor) => seededRandom(seed, 'C', visitor))
  const until = Date.now() + seconds * 1_000
  const isGoingOn = () => Date.now() < until && counter.runs() < runsMax
  // Both nodes are killed independently, so that at times both are down.
  await Promise.all(
    fixture.nodes.map((node, index) =>
      killAgainAndAgain(node, seededRandom(seed, 'C', -1 - index), counter, isGoingOn),
    ),
  )
  await visiting.close()
  await checkAfterFaults(fixture, counter)
  return counter.result()
}

async function killAgainAndAgain(
  node: ServerNode,
  random: Random,
  counter: StageCounter,
  isGoingOn: () => boolean,
): Promise<void> {
  for (let turn = random.below(10); isGoingOn(); turn++) {
    await pause(random.below(QUIET_MS_MAX))
    if (turn % 10 === 9) {
      counter.count('SIGSTOP for 3 s')
      await node.freeze(FREEZE_MS)
      continue
    }
    const signal = turn % 10 === 4 ? 'SIGTERM' : 'SIGKILL'
    counter.count(signal)
    const { code } = await node.end(signal)
    if (signal === 'SIGTERM' && code !== 0) counter.wrong('API-5', `a node that was told to stop ended with ${code}`)
    if (random.happens(0.15)) {
      counter.count('SIGKILL while starting')
      await node.killWhileStarting(random.below(START_MS_MAX))
    }
    await node.start()
  }
}
