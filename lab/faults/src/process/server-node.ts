import path from 'node:path'
import { type ExitStatus, type Program, startProgram } from './program.ts'

/** The program of this version. */
export const SERVER = path.join(import.meta.dirname, '../../../../server/src/main.ts')

/** One node of the server, started as in production, always at the same address. */
export type ServerNode = {
  url: string
  /** Starts or restarts it; resolves when it is ready. */
  start: () => Promise<void>
  /** Starts it and kills it after `ms`, ready or not; resolves when it has exited. */
  killWhileStarting: (ms: number) => Promise<void>
  pid: () => number | undefined
  /** Sends a signal; resolves when the process has exited. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<ExitStatus>
  /** Suspends the process for a while (SIGSTOP), as on an overloaded machine. */
  freeze: (ms: number) => Promise<void>
  /** Exits that nobody requested. */
  crashes: () => ExitStatus[]
  /** Its latest output. */
  output: () => string
}

const WRITTEN_MAX = 200_000

export function serverNode(
  port: number,
  dataDir: string,
  env: Record<string, string>,
  file: string = SERVER,
): ServerNode {
  let running: Program | null = null
  let isExpected = false
  let output = ''
  const crashes: ExitStatus[] = []

  const how = {
    cwd: dataDir,
    env: { PORT: String(port), DATA_DIR: dataDir, ...env },
    onOutput: (text: string) => {
      output = (output + text).slice(-WRITTEN_MAX)
    },
  }

  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => running?.pid,
    crashes: () => crashes,
    output: () => output,
    async start() {
      isExpected = false
      const program = await startProgram(file, how)
      running = program
      void program.ended.then((exit) => {
        if (running === program) running = null
        if (!isExpected) crashes.push(exit)
      })
    },
    async killWhileStarting(ms) {
      const starting = startProgram(file, { ...how, killAfterMs: ms })
      await starting.then(
        ({ ended }) => ended,
        () => {},
      )
    },
    async end(signal) {
      isExpected = true
      if (!running) return { code: null, signal: null }
      running.send(signal)
      return running.ended
    },
    async freeze(ms) {
      const frozen = running
      frozen?.send('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, ms))
      frozen?.send('SIGCONT')
    },
  }
}
