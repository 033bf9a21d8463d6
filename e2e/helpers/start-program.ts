import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverCommand } from '../../scripts/prepare.mjs'
import { freePort } from '../../server/test/free-port.ts'
import { copyPrepared } from './prepared-folders.ts'
import { runInDatabase } from './run-in-database.ts'

export const ADMIN = { username: 'admin', password: 'admin-password' }

export type Site = {
  url: string
  /** An HTTP call; returns the JSON and fails on an error status. */
  call: <T>(method: string, target: string, body?: object | null, token?: string) => Promise<T>
  /** Runs a statement in the program's database, for what only an older program has stored. */
  sql: (statement: string, values: unknown[]) => Promise<void>
  /** A control call of the sandbox provider behind the program; see its README. */
  sandbox: <T>(method: string, target: string, body?: object) => Promise<T>
}

/** `stop` ends the program and removes its data. */
type Program = { site: Site; stop: () => Promise<void> }

/** Starts the program with an empty database, or with demo data and without background changes. */
export async function startProgram(isDemo: boolean, settings: Record<string, string> = {}): Promise<Program> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'petsetu-e2e-'))
  // A program with a clock of its own (`still-clock.ts`) also makes its data by that clock.
  if (!settings.CLOCK)
    await copyPrepared(isDemo ? 'demo' : 'empty', dataDir, async (folder) =>
      end((await serve(folder, isDemo, {})).child),
    )
  const { url, child } = await serve(dataDir, isDemo, settings)
  return {
    site: {
      url,
      call: (...call) => ask(url, ...call),
      sql: (statement, values) => runInDatabase(dataDir, statement, values),
      sandbox: await sandboxControl(url, dataDir),
    },
    async stop() {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function serve(
  dataDir: string,
  isDemo: boolean,
  settings: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const inEarnest = serverCommand()
  const child = fork(inEarnest.program, isDemo ? ['--demo'] : [], {
    execArgv: inEarnest.execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...inEarnest.env,
      PATH: process.env.PATH,
      PORT: String(port),
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      ADMIN_PASSWORD: ADMIN.password,
      ...atPort(settings, port),
      ...(!isDemo && {
        RECONCILE_EVERY_SECONDS: '1',
        RECONCILE_AFTER_SECONDS: '3',
        // The orders of other tests are asked about all the time: after a fault of the provider they would keep the circuit open.
        RAZORPAY_CIRCUIT_OPEN_SECONDS: '0',
      }),
    },
  })
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (message !== 'serving') throw new Error(`The program ended with ${message}`)
  return { url: `http://127.0.0.1:${port}`, child }
}

/** A setting names the port, which is chosen only now, as `{port}`. */
function atPort(settings: Record<string, string>, port: number): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.replace('{port}', `${port}`)]))
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The sandbox's address is in the pages, its keys in its folder. */
async function sandboxControl(url: string, dataDir: string): Promise<Site['sandbox']> {
  const html = await (await fetch(`${url}/complaint`)).text()
  const checkoutUrl = /"checkoutUrl":"([^"]+)"/.exec(html)?.[1] ?? ''
  const keys = JSON.parse(await readFile(path.join(dataDir, 'sandbox/keys.json'), 'utf8'))
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
  return async (method, target, body) => {
    const response = await fetch(new URL(`/control${target}`, checkoutUrl), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} ${await response.text()}`)
    return response.json()
  }
}

const BUSY_TRIES_MAX = 10
const BUSY_PAUSE_MS = 1_000

/** Makes a call, again while the program is too busy to take it. */
async function ask<T>(url: string, method: string, target: string, body?: object | null, token?: string): Promise<T> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url + target, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return (text ? JSON.parse(text) : undefined) as T
    if (response.status !== 503 || tries === BUSY_TRIES_MAX)
      throw new Error(`${method} ${target} answered ${response.status}: ${text}`)
    await pause(BUSY_PAUSE_MS)
  }
}
