import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { COMPILED } from '../../../scripts/prepare.mjs'
import type { Answer, Task } from './task.ts'

const WORKER = path.join(import.meta.dirname, 'worker.ts')

/** A process that does one task after the other in one world. */
export type Worker = {
  /** Rejects if the process exits without an answer. */
  run: (task: Task) => Promise<Answer>
  end: () => Promise<void>
}

export function startWorker(): Worker {
  const child = fork(WORKER, [], {
    // Workers share compiled code; a patched source has its own cache entry.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    silent: true,
  })
  let said = ''
  // The job library logs every broken connection to stderr: keep only the end.
  child.stderr?.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-2_000)
  })
  child.stdout?.resume()
  const exited = once(child, 'exit')
  return {
    run(task) {
      child.send(task)
      const answered = once(child, 'message').then(([answer]) => answer as Answer)
      const ended = exited.then(([code]) => {
        throw new Error(`A worker ended with ${code} at ${JSON.stringify(task)}: ${said}`)
      })
      return Promise.race([answered, ended])
    },
    async end() {
      if (child.connected) child.send('end')
      await exited
    },
  }
}

/** Runs a task in a new process. */
export async function runInWorker(task: Task): Promise<Answer> {
  const worker = startWorker()
  return worker.run(task).finally(worker.end)
}
