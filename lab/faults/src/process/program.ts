import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

export type Program = {
  pid: number
  /** The message it sent to its parent when ready. */
  ready: unknown
  send: (signal: NodeJS.Signals) => void
  /** Resolves when the process is gone. */
  ended: Promise<ExitStatus>
}

type Start = {
  cwd: string
  env: Record<string, string>
  onOutput?: (text: string) => void
  killAfterMs?: number
}

// A start may migrate a large database.
const START_MS_MAX = 240_000

/** Starts a program and resolves when it reports ready. It exits with this process. */
export async function startProgram(
  file: string,
  { cwd, env, onOutput = () => {}, killAfterMs }: Start,
): Promise<Program> {
  const child = fork(file, [], {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    silent: true,
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-2_000)
      onOutput(String(chunk))
    })
  }
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const ended = once(child, 'exit').then(([code, signal]): ExitStatus => ({ code, signal }))
  const ready = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_MS_MAX) }).then(([message]) => message as unknown),
    ended.then(({ code, signal }) => {
      throw new Error(`${file} ended with ${signal ?? code} before it was ready: ${said}`)
    }),
  ])
  return { pid: pidOf(child), ready, send: (signal) => void child.kill(signal), ended }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process has no id')
  return pid
}
