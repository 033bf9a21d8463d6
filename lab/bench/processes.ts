import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { freePort } from '../../server/test/free-port.ts'

const TICKS_A_SECOND = 100

export type Running = { port: number; pid: number; stop: () => Promise<void> }

type Start = { args?: string[]; env?: NodeJS.ProcessEnv; execArgv?: string[] }

/** Starts a program that listens on `PORT` and reports ready over IPC. */
export async function start(program: string, { args = [], env = {}, execArgv }: Start = {}): Promise<Running> {
  const port = await freePort()
  const child = fork(program, args, {
    env: { ...process.env, PORT: String(port), ...env },
    execArgv: execArgv ?? process.execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`))),
  ])
  return { port, pid: child.pid ?? 0, stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** A process's memory in bytes. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** A process's memory at first, and the most it has at any look until `end`. */
export function watchMemory(pid: number, everyMs: number): { before: number; most: () => number; end: () => void } {
  const before = memoryOf(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, everyMs)
  return { before, most: () => most, end: () => clearInterval(watch) }
}

/** CPU seconds of a process, including its children. */
export function cpuSecondsOf(pid: number): number {
  let ticks = ticksOf(pid, 'with ended children')
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && parentOf(Number(name)) === pid) ticks += ticksOf(Number(name), 'alone')
  }
  return ticks / TICKS_A_SECOND
}

function statOf(pid: number): string[] {
  try {
    // The second field, the program's name in brackets, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

function ticksOf(pid: number, what: 'alone' | 'with ended children'): number {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid).slice(11, 15).map(Number)
  return user + system + (what === 'alone' ? 0 : endedUser + endedSystem)
}
