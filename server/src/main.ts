import { existsSync } from 'node:fs'
import { buildApp } from './app.ts'
import { makeFirstAdmin } from './auth/first-admin.ts'
import { letHashingGiveWay } from './auth/hashing-priority.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { giveBackWhenQuiet } from './give-back.ts'
import { createLog } from './log.ts'
import type { Provider } from './payments/provider.ts'
import { buildServices } from './services.ts'

const STOP_MS_MAX = 10_000

let drainMs = 0

type Stop = () => Promise<unknown>

const log = createLog()
const stops: Stop[] = []
let stopping: Promise<void> | null = null

try {
  // What is set outside wins over the file.
  if (existsSync('.env')) process.loadEnvFile('.env')
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  await stop(1)
}

async function start(config: Config): Promise<void> {
  console.log('PetSetu is starting …')
  listenForStop()
  await letHashingGiveWay()
  drainMs = config.drainSeconds * 1_000
  const database = await openDatabase(config, log)
  stops.push(database.close)
  void database.gone.then(async (isGone) => {
    if (isGone) await endWithDatabase(config)
  })
  const admin = await makeFirstAdmin(database.db, config)
  const services = await buildServices(config, database, await openProvider(config), log)
  const demo = process.argv.includes('--demo') ? await (await import('./demo/fill-demo.ts')).fillDemo(services) : null
  const app = await buildApp(services)
  stops.push(() => app.close())
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenRefused(config, error)
  })

  console.log(`\nPetSetu serves at ${config.publicUrl}`)
  console.log(`Data folder: ${config.dataDir}${config.databaseUrl ? ' (the database is at DATABASE_URL)' : ''}`)
  if (admin)
    console.log(
      `First admin: ${admin.username}, password: ${admin.password ?? 'as set in ADMIN_PASSWORD'} (shown this once)`,
    )
  if (demo) console.log(demo)
  console.log('')
  giveBackWhenQuiet()
  process.send?.('serving')
}

/** Whoever runs this starts it again, and it starts its database; what it acknowledged is on the disk. */
function endWithDatabase({ dataDir }: Config): Promise<void> {
  console.error(
    `The embedded PostgreSQL has ended, and PetSetu ends, too: start it again. What PostgreSQL said: ${dataDir}/postgres/server.log`,
  )
  return stop(1)
}

function listenRefused({ host, port }: Config, error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === 'EADDRINUSE') return new ConfigError(`PORT ${port} is in use by another program.`)
  if (code === 'EACCES') return new ConfigError(`PORT ${port} may not be used by this user; take one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`HOST must be an address of this machine, not '${host}'.`)
  return error
}

/** The real payment provider where there are its keys, the sandbox otherwise. The rest of the program sees no difference. */
async function openProvider(config: Config): Promise<Provider> {
  if (config.providerKeys) {
    return { ...config.providerKeys, apiUrl: config.providerApiUrl, checkoutUrl: config.providerCheckoutUrl }
  }
  const { startSandbox } = await import('./sandbox-process.ts')
  const sandbox = await startSandbox(config)
  stops.push(sandbox.stop)
  return sandbox.provider
}

function listenForStop(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  // Whoever started this process over a channel is gone: without them nobody would end it.
  process.on('disconnect', () => void stop(0))
  // Nobody knows what state a bug that nobody caught has left behind: what is under way is answered, and that is all.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught; stopping')
    void stop(1)
  })
}

/** Ends what was started, last first: no new connections, what is in flight finished, then the parts below. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(exitCode || 1), drainMs + STOP_MS_MAX).unref()
    for (const end of stops.reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
    process.exit(exitCode)
  })()
  return stopping
}
