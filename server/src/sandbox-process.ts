import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Provider } from './payments/provider/gateway.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/errors.ts'
import { makePrivateFolder } from './platform/files/private-folder.ts'

const PROGRAM = path.join(import.meta.dirname, '../../sandbox/src/main.ts')

type Keys = Pick<Provider, 'keyId' | 'keySecret' | 'webhookSecret'>

export type Sandbox = {
  provider: Provider
  /** Its mail server, which keeps every mail and delivers none. */
  smtpUrl: string
  /** Its address, which is that of its push service, too. */
  origin: string
  /** The address of the page that shows these mails. */
  mailPage: string
  stop: () => Promise<void>
}

/** Starts the sandbox, reached only over HTTP and SMTP. It ends with this process; its folder keeps its keys. */
export async function startSandbox(config: Config): Promise<Sandbox> {
  const folder = path.join(config.dataDir, 'sandbox')
  await makePrivateFolder(folder)
  const keys = await keptKeys(folder)
  const child = fork(PROGRAM, [], {
    // It needs none of the program's secrets.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_PORT: String(config.sandboxPort),
      SANDBOX_FOLDER: folder,
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${config.port}/api/payments/webhook`,
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    },
  })
  const { port, smtpPort } = await portsOf(child, config.sandboxPort)
  const origin = `http://127.0.0.1:${port}`
  return {
    provider: { ...keys, apiUrl: origin, checkoutUrl: `${origin}/v1/checkout.js` },
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    origin,
    mailPage: `${origin}/mail`,
    stop: () => end(child),
  }
}

async function keptKeys(folder: string): Promise<Keys> {
  const file = path.join(folder, 'keys.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return JSON.parse(kept) as Keys
  const keys = {
    keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
  }
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

async function portsOf(child: ChildProcess, wanted: number): Promise<{ port: number; smtpPort: number }> {
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])
  const { port, smtpPort } = (answer ?? {}) as { port?: unknown; smtpPort?: unknown }
  if (typeof port === 'number' && typeof smtpPort === 'number') return { port, smtpPort }
  throw new ConfigError(`SANDBOX_PORT ${wanted} could not be used: the sandbox did not start.`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
