import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { type Config, ConfigError } from './config.ts'
import type { Provider } from './payments/provider.ts'

const PROGRAM = path.join(import.meta.dirname, '../../sandbox/src/main.ts')
const START_MS_MAX = 10_000

/**
 * Starts the sandbox provider, a program of its own that this one only knows by its address, with keys made up for this run. It
 * ends with this process.
 */
export async function startSandbox(config: Config): Promise<{ provider: Provider; stop: () => Promise<void> }> {
  const keys = {
    keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
  }
  const child = fork(PROGRAM, [], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(config.sandboxPort),
      SANDBOX_FOLDER: path.join(config.dataDir, 'sandbox'),
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${config.port}/api/payments/webhook`,
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    },
  })
  const origin = `http://127.0.0.1:${await portOf(child, config.sandboxPort)}`
  return {
    provider: { ...keys, apiUrl: origin, checkoutUrl: `${origin}/v1/checkout.js` },
    stop: () => end(child),
  }
}

async function portOf(child: ChildProcess, wanted: number): Promise<number> {
  const [answer] = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_MS_MAX) }),
    once(child, 'exit').then(() => [null]),
  ])
  const { port } = (answer ?? {}) as { port?: unknown }
  if (typeof port === 'number') return port
  throw new ConfigError(`SANDBOX_PORT ${wanted} could not be used: the payment sandbox did not start.`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
