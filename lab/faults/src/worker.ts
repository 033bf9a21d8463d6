import { plant } from './planted/plant.ts'
import type { Answer, Task } from './task.ts'

// One process for each task, so that a planted bug or a memory leak affects no other.
process.on('message', async (task: Task) => {
  const bug = task.kind === 'hunt' ? plant(task.bug) : null
  // Imported after planting: modules loaded before are not patched.
  const { work } = await import('./work.ts')
  const answer: Answer = await work(task, bug)
  process.send?.(answer, () => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
