import { plant } from './planted/plant.ts'
import type { Answer, Task } from './task.ts'
import type { Workplace } from './work.ts'

// One process for each planted bug, so that it affects no other task. Stages of the program as it is may share one.
let workplace: Workplace | null = null

process.on('message', async (message: Task | 'end') => {
  if (message === 'end') {
    await workplace?.end()
    process.exit(0)
  }
  const bug = message.kind === 'hunt' ? plant(message.bug) : null
  if (bug && workplace) throw new Error('A bug is planted before the program is loaded')
  // Imported after planting: modules loaded before are not patched.
  const { openWorkplace } = await import('./work.ts')
  workplace ??= await openWorkplace(message.folder)
  const answer: Answer = await workplace.work(message, bug)
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(1))
