import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { BARE_ENVIRONMENT } from '../../server/src/platform/db/embedded-postgres.ts'

/** A server of Debian's that runs until it is told to stop. */
export type Daemon = {
  pid: number
  send: (signal: NodeJS.Signals) => void
  /** Ends it with SIGTERM, and with SIGKILL if it takes too long; resolves when it is gone. */
  end: () => Promise<void>
  ended: Promise<unknown>
}

type How = {
  /** The user it runs as; null for our own. */
  ids: { uid: number; gid: number } | null
  folder: string
  logFile: string
}

const END_MS_MAX = 30_000

const running = new Set<Daemon>()
// Nothing is left behind by a run that breaks off.
process.on('exit', () => {
  for (const daemon of running) daemon.send('SIGKILL')
})

export function startDaemon(program: string, args: string[], { ids, folder, logFile }: How): Daemon {
  const log = openSync(logFile, 'a')
  const child = spawn(program, args, { cwd: folder, env: BARE_ENVIRONMENT, stdio: ['ignore', log, log], ...ids })
  closeSync(log)
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  const daemon: Daemon = {
    pid: child.pid,
    send: (signal) => void child.kill(signal),
    ended: once(child, 'exit').then(() => running.delete(daemon)),
    async end() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX)
      await daemon.ended
      clearTimeout(timer)
    },
  }
  running.add(daemon)
  return daemon
}
