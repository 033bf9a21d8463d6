import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { serverCommand } from '../../scripts/prepare.mjs'
import { atEnd } from './at-end.ts'
import { fetchOnce } from './fetch-once.ts'
import { freePort } from './free-port.ts'
import { callsThrough, type TestApp } from './harness.ts'
import { pooledEnv } from './pgbouncer.ts'
import { KEYS } from './sandbox.ts'

export type ServerProcess = {
  /** Sends SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>
  /** Ends it at once, as `kill -9` does. */
  kill: () => Promise<void>
  /** Null while it runs. */
  exitCode: () => number | null
  fetch: TestApp['fetch']
  call: TestApp['call']
  dataDir: string
  url: string
  /** Its resident memory in bytes. */
  memory: () => Promise<number>
  /** The most memory that the program had resident during some work, beyond what it had before, in bytes, as the kernel counts it. */
  memoryFor: (work: () => Promise<unknown>) => Promise<number>
  /** The number of its open files and connections. */
  openFiles: () => Promise<number>
  /** All its output, from stdout and stderr. */
  written: () => string
}

const PROGRAM = path.join(import.meta.dirname, '../src/main.ts')

/**
 * Starts the program as in production, in a separate process, with this database and provider. Ends with the test or the file
 * that starts it.
 */
export async function serverProcess(
  databaseUrl: string,
  providerUrl: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'petsetu-data-'))
  const port = env.PORT ?? (await freePort())
  const inEarnest = serverCommand()
  const child = fork(PROGRAM, [], {
    cwd: dataDir,
    execArgv: inEarnest.execArgv,
    silent: true,
    env: {
      ...inEarnest.env,
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...databaseEnv(databaseUrl),
      RATE_LIMITS: 'off',
      // One visitor may stand for many.
      PETS_PER_ACCOUNT_MAX: '100000',
      // The test database does not sync to disk, which production would reject.
      NODE_ENV: 'test',
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RAZORPAY_API_URL: providerUrl,
      RAZORPAY_CHECKOUT_URL: `${providerUrl}/v1/checkout.js`,
      // No mail server listens there. Without an address the sandbox would be started.
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
    },
  })
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => lines.push(String(chunk)))
  atEnd(async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The server did not start: ${lines.join('')}`))),
  ])
  const url = `http://127.0.0.1:${port}`
  const get: TestApp['fetch'] = (target, init) => fetchOnce(url + target, init)
  return {
    url,
    dataDir,
    stop: () => end(child),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    exitCode: () => child.exitCode,
    fetch: get,
    call: callsThrough(get),
    written: () => lines.join(''),
    openFiles: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    memory: () => bytesOf(child, 'VmRSS'),
    async memoryFor(work) {
      // Sets the highest value so far to that of now.
      await writeFile(`/proc/${child.pid}/clear_refs`, '5')
      const before = await bytesOf(child, 'VmHWM')
      await work()
      return (await bytesOf(child, 'VmHWM')) - before
    },
  }
}

async function bytesOf(child: ChildProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
}

/** In a run through PgBouncer, databases of the tests' server are reached through it. */
function databaseEnv(databaseUrl: string): Record<string, string> {
  const poolerUrl = inject('poolerUrl')
  const { port } = new URL(inject('databaseServerUrl'))
  // Empty for the embedded database.
  if (!poolerUrl || !databaseUrl || new URL(databaseUrl).port !== port) return { DATABASE_URL: databaseUrl }
  return pooledEnv(poolerUrl, databaseUrl)
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return child.exitCode
}
