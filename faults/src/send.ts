import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Answer, Task } from './task.ts'

const WORKER = path.join(import.meta.dirname, 'worker.ts')
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.petsetu-compiled')

/** Has a task done in a process of its own; rejects where that ends without an answer. */
export async function send(task: Task): Promise<Answer> {
  const child = fork(WORKER, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // What was compiled for one worker is there for the next; a text that something was planted in is another text.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    silent: true,
  })
  let said = ''
  // The job library tells every connection that breaks.
  child.stderr?.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-2_000)
  })
  child.stdout?.resume()
  child.send(task)
  const answered = once(child, 'message').then(([answer]) => answer as Answer)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A worker ended with ${code} at ${JSON.stringify(task)}: ${said}`)
  })
  return Promise.race([answered, ended])
}
