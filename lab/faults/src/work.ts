import type { Bug } from './planted/bugs.ts'
import { hunt } from './planted/hunt.ts'
import { startCluster } from './simulation/cluster.ts'
import { buildWorld } from './simulation/world.ts'
import { STAGES } from './stages/stages.ts'
import type { Answer, Task } from './task.ts'

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
