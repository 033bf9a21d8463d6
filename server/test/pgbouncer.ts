import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findProgram, installFromDebian } from '../../scripts/debian.mjs'
import { postgresUser } from '../src/platform/db/embedded-postgres.ts'
import { freePort } from './free-port.ts'

const PROGRAM = 'pgbouncer'

export type Pgbouncer = {
  /** The address of the server, by way of PgBouncer. */
  url: string
  stop: () => Promise<void>
}

/** Debian's PgBouncer in transaction mode before this server, with up to `poolSize` connections to each database. */
export async function startPgbouncer(serverUrl: string, { poolSize = 20 } = {}): Promise<Pgbouncer> {
  if (!findProgram(PROGRAM)) await installFromDebian([PROGRAM], 'for the tests behind PgBouncer')
  const program = findProgram(PROGRAM) ?? PROGRAM
  const { hostname, port, username, password } = new URL(serverUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-pgbouncer-'))
  const url = new URL(serverUrl)
  url.port = String(await freePort())
  const users = path.join(folder, 'users')
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
# It looks up the roles that tests make.
auth_user = ${username}
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
`,
  )
  // Like PostgreSQL, it does not run as root.
  const { ids } = await postgresUser(program, folder)
  if (ids) for (const file of [folder, users]) await chown(file, ids.uid, ids.gid)
  const child = spawn(program, ['--quiet', path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...ids })
  const ended = once(child, 'exit')
  await Promise.race([isServing(url), ended.then(() => Promise.reject(new Error('PgBouncer did not start')))])
  return {
    url: url.href,
    async stop() {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same database by way of PgBouncer. */
export function throughPooler(poolerUrl: string, databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.port = new URL(poolerUrl).port
  return url.href
}

/** The settings of a program that works through PgBouncer of Debian 12. */
export function pooledEnv(poolerUrl: string, databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: throughPooler(poolerUrl, databaseUrl),
    DIRECT_DATABASE_URL: databaseUrl,
    PREPARED_STATEMENTS: 'off',
  }
}

async function isServing(url: URL): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url.href })
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (isThere) return
    await setTimeout(50)
  }
}
