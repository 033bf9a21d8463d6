import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { judge } from './judge.ts'
import { openDoors } from './load.ts'
import type { ServerNode } from './server-node.ts'
import type { StageLimits } from './stage-limits.ts'
import { type Tally, tallyOf } from './tally.ts'
import type { Town } from './town.ts'

const QUIET_MS_MAX = 900
const FREEZE_MS = 3_000
const START_MS_MAX = 1_000

/** Stage C: nodes killed, stopped and frozen at moments that chance picks, while visitors file, pay, confirm and refund on them. */
export async function killNodes(town: Town, { seed, seconds, runsMax, visitors }: StageLimits): Promise<StageResult> {
  const tally = tallyOf('C')
  const doors = openDoors(town.place, visitors, (visitor) => chanceOf(seed, 'C', visitor))
  const until = Date.now() + seconds * 1_000
  const isGoingOn = () => Date.now() < until && tally.runs() < runsMax
  // Each node has a tormentor of its own, so that at times both are down.
  await Promise.all(town.nodes.map((node, index) => torment(node, chanceOf(seed, 'C', -1 - index), tally, isGoingOn)))
  await doors.close()
  await judge(town, tally)
  return tally.result()
}

async function torment(node: ServerNode, chance: Chance, tally: Tally, isGoingOn: () => boolean): Promise<void> {
  for (let turn = chance.below(10); isGoingOn(); turn++) {
    await pause(chance.below(QUIET_MS_MAX))
    if (turn % 10 === 9) {
      tally.count('SIGSTOP for 3 s')
      await node.freeze(FREEZE_MS)
      continue
    }
    const signal = turn % 10 === 4 ? 'SIGTERM' : 'SIGKILL'
    tally.count(signal)
    const { code } = await node.end(signal)
    if (signal === 'SIGTERM' && code !== 0) tally.wrong('API-5', `a node that was told to stop ended with ${code}`)
    if (chance.happens(0.15)) {
      tally.count('SIGKILL while starting')
      await node.startInVain(chance.below(START_MS_MAX))
    }
    await node.start()
  }
}
