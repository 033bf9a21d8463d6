import { startSandbox } from '../../sandbox/src/sandbox.ts'
import type { Asked, Told } from './sandbox.ts'

// Runs the sandboxes of one process of tests. Each has its own ports and folder; to start a program for each took half a second.
const running = new Map<number, () => Promise<void>>()

process.on('message', ({ start, stop }: Asked) => {
  const work = start ? begin(start) : end(stop)
  work.then(
    (told) => process.send?.(told),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))

async function begin(options: NonNullable<Asked['start']>): Promise<Told> {
  const { port, smtpPort, close } = await startSandbox({ ...options, port: 0, onError: console.error })
  running.set(port, close)
  return { folder: options.folder, port, smtpPort }
}

async function end({ folder, port }: NonNullable<Asked['stop']>): Promise<Told> {
  await running.get(port)?.()
  running.delete(port)
  return { folder, port, smtpPort: 0 }
}
