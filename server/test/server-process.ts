import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished } from 'vitest'
import { serverCommand } from '../../scripts/prepare.mjs'
import { freePort } from './free-port.ts'
import { callsThrough, type TestApp } from './harness.ts'
import { KEYS } from './sandbox.ts'

export type ServerProcess = {
  /** Asks it to stop; resolves with its exit code once it has. */
  stop: () => Promise<number | null>
  /** Null while it runs. */
  exitCode: () => number | null
  fetch: TestApp['fetch']
  call: TestApp['call']
  dataDir: string
  url: string
  /** What it holds of the machine's memory, in bytes. */
  memory: () => Promise<number>
  /** How many files and connections it holds open. */
  openFiles: () => Promise<number>
  /** Its threads as the system names them, with how far each gives way to others (its nice value). */
  threads: () => Promise<{ name: string; nice: number }[]>
  /** Everything that it wrote, on both outputs. */
  written: () => string
}

const PROGRAM = path.join(import.meta.dirname, '../src/main.ts')

/**
 * The program as it is started in earnest, in a process of its own, with this database and this provider. Ends with the test, or the
 * file, that starts it.
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
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: 'off',
      // The tests' database does not wait for the disk.
      NODE_ENV: 'test',
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RAZORPAY_API_URL: providerUrl,
      RAZORPAY_CHECKOUT_URL: `${providerUrl}/v1/checkout.js`,
      ...env,
    },
  })
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => lines.push(String(chunk)))
  // Within a test nobody hears of an `afterAll`.
  const atTheEnd = expect.getState().currentTestName ? onTestFinished : afterAll
  atTheEnd(async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The server did not start: ${lines.join('')}`))),
  ])
  const url = `http://127.0.0.1:${port}`
  const get: TestApp['fetch'] = (target, init) => fetch(url + target, init)
  return {
    url,
    dataDir,
    stop: () => end(child),
    exitCode: () => child.exitCode,
    fetch: get,
    call: callsThrough(get),
    written: () => lines.join(''),
    openFiles: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    threads: () => threadsOf(child.pid),
    async memory() {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)])
      return Number(stdout) * 1024
    },
  }
}

async function threadsOf(pid: number | undefined): Promise<{ name: string; nice: number }[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
  return stats.map((stat) => {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
    return { name, nice: Number(rest.split(' ')[16]) }
  })
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return child.exitCode
}
