import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverCommand } from '../../scripts/prepare.mjs'
import { freePort } from '../../server/test/free-port.ts'
import { type Running, start } from './processes.ts'

const NO_MAIL_SERVER = 9

/** A mail server that takes every mail, as a provider does. Where none runs, each mail is tried again and again. */
export const startMailServer = (): Promise<Running> => start(path.join(import.meta.dirname, 'mail-server.ts'))

/** Starts a reference program by its file name, with a database if it needs one. */
export function startReference(name: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  return start(path.join(import.meta.dirname, 'references', name), { env })
}

/** The program as `npm start` runs it, in its own process. Nothing listens at its payment provider's address. */
export async function startServer(databaseUrl: string, mailPort = NO_MAIL_SERVER): Promise<Running> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'petsetu-bench-data-'))
  const { program, execArgv, env } = serverCommand()
  const server = await start(program, {
    execArgv,
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      // Production refuses to run without rate limits. NODE_ENV is set explicitly because the bundler in this process changes it.
      NODE_ENV: 'development',
      RATE_LIMITS: 'off',
      RAZORPAY_KEY_ID: 'rzp_test_Nobody00000001',
      RAZORPAY_KEY_SECRET: 'nobody_secret_0001',
      RAZORPAY_WEBHOOK_SECRET: 'nobody_whsec_0001',
      RAZORPAY_API_URL: `http://127.0.0.1:${await freePort()}`,
      // Without an address the sandbox would be started.
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    },
  })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...server, stop }
}

/** Starts the processes of a row one after the other, and ends them all afterwards. */
export async function withRunning<T, R extends Running>(
  starts: (() => Promise<R>)[],
  work: (...running: R[]) => Promise<T>,
): Promise<T> {
  const running: R[] = []
  try {
    for (const startOne of starts) running.push(await startOne())
    return await work(...running)
  } finally {
    for (const one of running) await one.stop()
  }
}
