import { buildApp } from './app.ts'
import { holdsUnknownMoney, rejectSandboxMoney } from './payments/provider/account.ts'
import type { Provider } from './payments/provider/gateway.ts'
import { makeFirstAdmin } from './people/auth/admin-password.ts'
import { checkSecretKey } from './people/auth/sealed-secret.ts'
import { storeNotices } from './people/consents/record-consent.ts'
import { preparePushKeys } from './people/push/push-keys.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { loadSettingsFile } from './platform/config/settings-file.ts'
import { unlikelyNames, unlikelySettings } from './platform/config/unlikely.ts'
import { openDatabase, STOP_MS_MAX } from './platform/db/database.ts'
import { ConfigError } from './platform/errors.ts'
import { createLog } from './platform/log.ts'
import type { Sandbox } from './sandbox-process.ts'
import { buildServices, type Services } from './services.ts'
import { rejectDemoAccounts } from './site/demo/demo-accounts.ts'

let drainMs = 0

type Stop = () => Promise<unknown>
type FirstAdmin = Awaited<ReturnType<typeof makeFirstAdmin>>

const log = createLog()
const stops: Stop[] = []
let stopping: Promise<void> | null = null
// It holds the first admin until the password has been shown.
let unshown: FirstAdmin = null

// Files that the program writes are readable by its own user only.
process.umask(0o077)

try {
  rejectUnknownArguments(process.argv.slice(2))
  for (const unlikely of unlikelyNames(loadSettingsFile())) log.warn(unlikely)
  await start(readConfig(process.env))
} catch (error) {
  // A stop during the start makes the start fail, which tells nobody anything.
  if (!stopping) console.error(error instanceof ConfigError ? error.message : error)
  await stop(1)
}

/** With a `--demo` that is mistyped the program would start empty, and with `--port` at another port. */
function rejectUnknownArguments(args: string[]): void {
  const unknown = args.find((argument) => argument !== '--demo')
  if (unknown === undefined) return
  throw new ConfigError(
    `--demo is the only argument, not '${unknown}'. Settings are variables of the environment, or lines of .env.`,
  )
}

async function start(config: Config): Promise<void> {
  console.log('PetSetu is starting …')
  listenForStop()
  drainMs = config.drainSeconds * 1_000
  for (const unlikely of unlikelySettings(config)) log.warn(unlikely)
  const interrupt = new AbortController()
  const opening = openDatabase(config, log, 'alone', interrupt.signal)
  // An embedded database would outlive a stop during the start. A server elsewhere undoes what was begun.
  if (!config.databaseUrl)
    stops.push(async () => {
      interrupt.abort()
      await (await opening.catch(() => null))?.close()
    })
  const database = await opening
  if (config.databaseUrl) stops.push(database.close)
  void database.gone.then(async (isGone) => {
    if (isGone) await endWithDatabase(config)
  })
  if (config.isProduction) await rejectDemoAccounts(database.db)
  if (config.isProduction && config.providerKeys) {
    await rejectSandboxMoney(database.db, config.providerKeys.keyId)
    if (await holdsUnknownMoney(database.db))
      log.warn(
        'payments from an earlier version do not say which account they are at, so it is unknown whether their money is real',
      )
  }
  unshown = await makeFirstAdmin(database.db, config, log)
  const sandbox = needsSandbox(config) ? await openSandbox(config) : null
  const services = await buildServices(withSandbox(config, sandbox), database, providerOf(config, sandbox), log, {
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? null,
  })
  await checkSecretKey(services, log)
  await preparePushKeys(services, log)
  await storeNotices(database.db)
  const demo = process.argv.includes('--demo')
    ? await (await import('./site/demo/fill-demo.ts')).fillDemo(services)
    : null
  const app = await buildApp(services)
  stops.push(() => app.close())
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenRefused(config, error)
  })

  // After the log lines of the start, so that people see the addresses last.
  console.log(['', ...whereThingsAre(config, services, sandbox, unshown), ...(demo ? [demo] : []), ''].join('\n'))
  unshown = null
  process.send?.('serving')
}

function whereThingsAre(config: Config, { provider }: Services, sandbox: Sandbox | null, admin: FirstAdmin): string[] {
  const lines = [
    `PetSetu serves at ${config.publicUrl}`,
    `Data folder: ${config.dataDir}${config.databaseUrl ? ' (the database is at DATABASE_URL)' : ''}`,
  ]
  if (!config.providerKeys) lines.push(`Payments: a sandbox at ${provider.apiUrl}, where no real money moves`)
  if (sandbox && !config.smtpUrl) lines.push(`Mails: ${sandbox.mailPage} shows them, none is delivered`)
  if (admin) lines.push(signInOf(admin))
  return lines
}

function signInOf({ username, password }: NonNullable<FirstAdmin>): string {
  const shown = password ? `${password} (shown this once)` : 'as set in ADMIN_PASSWORD'
  return `First admin: ${username}, password: ${shown}`
}

/** Exits when the embedded database ends by itself: a supervisor restarts both, and no acknowledged data is lost. */
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

/** Notices may also go to the sandbox, which shows them beside the mails. */
function withSandbox(config: Config, sandbox: Sandbox | null): Config {
  return sandbox ? { ...config, pushServices: [...config.pushServices, sandbox.origin] } : config
}

/** The sandbox replaces what is not configured: the payment provider, the mail server or both. Production goes without. */
function needsSandbox(config: Config): boolean {
  return !config.isProduction && !(config.providerKeys && config.smtpUrl)
}

async function openSandbox(config: Config): Promise<Sandbox> {
  const { startSandbox } = await import('./sandbox-process.ts')
  const sandbox = await startSandbox(config)
  stops.push(sandbox.stop)
  return sandbox
}

/** The real payment provider if its keys are configured, the sandbox otherwise. The rest of the program sees no difference. */
function providerOf(config: Config, sandbox: Sandbox | null): Provider {
  if (config.providerKeys) {
    return { ...config.providerKeys, apiUrl: config.providerApiUrl, checkoutUrl: config.providerCheckoutUrl }
  }
  if (!sandbox) throw new Error('Without the keys of a provider there must be a sandbox')
  return sandbox.provider
}

function listenForStop(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  // The parent process is gone, so nobody else would end this one.
  process.on('disconnect', () => void stop(0))
  // The state after an uncaught exception is unknown: answer the requests in flight, then exit.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught; stopping')
    void stop(1)
  })
}

/** Stops in reverse order of the start: no new connections, then the requests in flight, then the parts below. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    // A start that failed made the admin all the same, and no later one shows the password.
    if (unshown) console.log(signInOf(unshown))
    setTimeout(() => process.exit(exitCode || 1), drainMs + STOP_MS_MAX).unref()
    for (const end of stops.reverse())
      await end().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
    process.exit(exitCode)
  })()
  return stopping
}
