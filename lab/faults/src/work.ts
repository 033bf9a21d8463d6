import type { Bug } from './planted/bugs.ts'
import { hunt } from './planted/hunt.ts'
import { startCluster } from './simulation/cluster.ts'
import { buildWorld } from './simulation/world.ts'
import { STAGES } from './stages/stages.ts'
import type { Answer, Task } from './task.ts'

/** A world in which tasks are done. */
export type Workplace = {
  work: (task: Task, bug: Bug | null) => Promise<Answer>
  end: () => Promise<void>
}

export async function openWorkplace(folder: string): Promise<Workplace> {
  const world = await buildWorld(await startCluster(folder), folder)
  return {
    async work(task, bug) {
      if (task.kind === 'hunt' && bug) return { caught: await hunt(world, bug, task.seed, task.seconds) }
      if (task.kind !== 'stage') throw new Error('Nothing to hunt for')
      const { from, to, only, stride } = task
      const over = performance.now() + task.seconds * 1_000
      const stage = await STAGES[task.stage](world, task.seed, {
        runs: { from, to },
        until: () => performance.now() > over,
        only,
        stride,
      })
      return { result: stage.result() }
    },
    end: () => world.end(),
  }
}
