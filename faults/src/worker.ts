import { plant } from './planted/plant.ts'
import type { Answer, Task } from './task.ts'

// A process of its own for each task, so that what is planted in one is in no other, and what leaks in one ends with it.
process.on('message', async (task: Task) => {
  const bug = task.kind === 'hunt' ? plant(task.bug) : null
  // Loaded now, since nothing is planted in what was loaded before.
  const { work } = await import('./work.ts')
  const answer: Answer = await work(task, bug)
  process.send?.(answer, () => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
