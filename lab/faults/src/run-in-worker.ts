import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { COMPILED } from '../../../scripts/prepare.mjs'
import type { Answer, Task } from './task.ts'

const WORKER = path.join(import.meta.dirname, 'worker.ts')

/** Runs a task in a new process; rejects if it exits without an answer. */
export async function runInWorker(task: Task): Promise<Answer> {
  const child = fork(WORKER, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
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
  child.send(task)
  const answered = once(child, 'message').then(([answer]) => answer as Answer)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A worker ended with ${code} at ${JSON.stringify(task)}: ${said}`)
  })
  return Promise.race([answered, ended])
}
