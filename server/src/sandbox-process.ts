import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Config, ConfigError } from './config.ts'

const PROGRAM = path.join(import.meta.dirname, '../../sandbox/src/main.ts')
const START_MS_MAX = 10_000

/** Starts the sandbox provider, a program of its own that this one only knows by its address. It ends with this process. */
export async function startSandbox(config: Config): Promise<{ stop: () => Promise<void> }> {
  const child = fork(PROGRAM, [], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(config.sandboxPort),
      SANDBOX_FOLDER: path.join(config.dataDir, 'sandbox'),
    },
  })
  const [message] = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_MS_MAX) }),
    once(child, 'exit').then(([code]) => [`ended with ${code}`]),
  ])
  if (message !== 'serving') {
    throw new ConfigError(`SANDBOX_PORT ${config.sandboxPort} could not be used: the payment sandbox ${message}.`)
  }
  return { stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
