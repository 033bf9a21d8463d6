import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Answer, Task } from './task.ts'

const WORKER = path.join(import.meta.dirname, 'worker.ts')

/** Has a task done in a process of its own; rejects where that ends without an answer. */
export async function send(task: Task): Promise<Answer> {
  const child = fork(WORKER, [], { execArgv: ['--disable-warning=ExperimentalWarning'], silent: true })
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
