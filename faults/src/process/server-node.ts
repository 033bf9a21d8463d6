import path from 'node:path'
import { type Ending, type Program, startProgram } from './program.ts'

const SERVER = path.join(import.meta.dirname, '../../../server/src/main.ts')

/** One node of the server: the program as it is started in earnest, always at the same address. */
export type ServerNode = {
  url: string
  /** Starts it, or starts it again; resolves once it serves. */
  start: () => Promise<void>
  /** Starts it and kills it so soon after, wherever it is by then; resolves once it is gone. */
  startInVain: (ms: number) => Promise<void>
  pid: () => number | undefined
  /** Sends a signal and resolves once the process is gone. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<Ending>
  /** Stops the process in its tracks for a while, as an overloaded machine does. */
  freeze: (ms: number) => Promise<void>
  /** How the process ended where nobody had asked it to. */
  fellOver: () => Ending[]
  /** What it wrote last. */
  written: () => string
}

const WRITTEN_MAX = 200_000

export function serverNode(port: number, dataDir: string, env: Record<string, string>): ServerNode {
  let running: Program | null = null
  let isAsked = false
  let written = ''
  const falls: Ending[] = []

  const how = {
    cwd: dataDir,
    env: { PORT: String(port), DATA_DIR: dataDir, ...env },
    onOutput: (text: string) => {
      written = (written + text).slice(-WRITTEN_MAX)
    },
  }

  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => running?.pid,
    fellOver: () => falls,
    written: () => written,
    async start() {
      isAsked = false
      const program = await startProgram(SERVER, how)
      running = program
      void program.ended.then((ending) => {
        if (running === program) running = null
        if (!isAsked) falls.push(ending)
      })
    },
    async startInVain(ms) {
      const starting = startProgram(SERVER, { ...how, killAfterMs: ms })
      await starting.then(
        ({ ended }) => ended,
        () => {},
      )
    },
    async end(signal) {
      isAsked = true
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
