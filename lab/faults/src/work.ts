import type { Bug } from './planted/bugs.ts'
import { hunt } from './planted/hunt.ts'
import { startCluster } from './simulation/cluster.ts'
import { buildWorld, type World } from './simulation/world.ts'
import { desk } from './stages/desk.ts'
import { durability } from './stages/durability.ts'
import { forgeries } from './stages/forgeries.ts'
import { mails } from './stages/mails.ts'
import { payLinks } from './stages/pay-links.ts'
import { races } from './stages/races.ts'
import { schedules } from './stages/schedules.ts'
import type { StageLog } from './stages/stage-log.ts'
import type { StageOptions } from './stages/stage-options.ts'
import { surplus } from './stages/surplus.ts'
import { sweep } from './stages/sweep.ts'
import type { Answer, StageName, Task } from './task.ts'

type Stage = (world: World, seed: number, options: StageOptions) => Promise<StageLog>

const STAGES: Record<StageName, Stage> = {
  A: sweep,
  B: schedules,
  E: races,
  H: forgeries,
  K: desk,
  L: payLinks,
  M: mails,
  P: durability,
  S: surplus,
}

export async function work(task: Task, bug: Bug | null): Promise<Answer> {
  const world = await buildWorld(await startCluster(task.folder), task.folder)
  const over = performance.now() + task.seconds * 1_000
  try {
    if (task.kind === 'hunt' && bug) return { caught: await hunt(world, bug, task.seed, task.seconds) }
    if (task.kind !== 'stage') throw new Error('Nothing to hunt for')
    const { from, to, only, stride } = task
    const stage = await STAGES[task.stage](world, task.seed, {
      runs: { from, to },
      until: () => performance.now() > over,
      only,
      stride,
    })
    return { result: stage.result() }
  } finally {
    await world.end()
  }
}
