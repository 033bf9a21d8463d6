import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { syncedPaths } from '../../../test/synced-paths.ts'
import { ConfigError } from '../errors.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const SETTINGS = { fsync: 'off', max_connections: '10', shared_buffers: '16MB' }

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

// CFG-1, CFG-4
test('the embedded database keeps its data over a restart, behind its own password', async () => {
  const folder = await aFolder()
  const first = await startEmbeddedPostgres(folder, SETTINGS)
  await ask(first.url, "create table kept as select 'still here' as text")
  expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await ask(first.url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])

  const { username, password, port } = new URL(first.url)
  expect(password.length).toBeGreaterThanOrEqual(32)
  const wrong = first.url.replace(password, 'wrong')
  await expect(ask(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await expect(ask(`postgres://${username}@127.0.0.1:${port}/postgres`, 'select 1')).rejects.toThrow(/password/)
  expect((await stat(path.join(folder, 'postgres-password'))).mode & 0o077).toBe(0)
  await first.stop()
  await expect(ask(first.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)

  const second = await startEmbeddedPostgres(folder, SETTINGS)
  expect(await ask(second.url, 'select text from kept')).toEqual([{ text: 'still here' }])
  await second.stop()
})

const READ_AND_PASS_THROUGH = 1n << 2n

/** The environment and the capabilities of the running database process. */
async function processOf(folder: string) {
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    environment: await readFile(`/proc/${pid}/environ`, 'utf8'),
    capabilities: BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(status)?.[1]}`),
  }
}

// CFG-1, V13.3.2
test('the embedded database gets no secret of the program, and only its user’s rights', async () => {
  process.env.RAZORPAY_KEY_SECRET = 'not-for-postgres'
  onTestFinished(() => void delete process.env.RAZORPAY_KEY_SECRET)
  const folder = await aFolder()
  const postgres = await startEmbeddedPostgres(folder, SETTINGS)
  const { environment, capabilities } = await processOf(folder)
  const [{ number = 0 } = {}] = (await ask(postgres.url, 'select 1 as number')) as { number?: number }[]
  await postgres.stop()
  expect(environment).toMatch(/PATH=/)
  expect(environment).not.toMatch(/RAZORPAY|VITEST|NODE_/)
  expect([capabilities, number]).toEqual([0n, 1])
  expect((await stat(folder)).mode & 0o067).toBe(0)
})

// CFG-1, V13.3.2
test('below a folder of root, the embedded database may read and not write', async () => {
  const closed = await aFolder()
  await chmod(closed, 0o700)
  const folder = path.join(closed, 'data')
  const postgres = await startEmbeddedPostgres(folder, SETTINGS)
  const { capabilities } = await processOf(folder)
  const isWritten = await ask(postgres.url, `copy (select 1) to '${closed}/written'`).then(
    () => true,
    () => false,
  )
  await postgres.stop()
  expect(capabilities & ~READ_AND_PASS_THROUGH).toBe(0n)
  if (process.getuid?.() === 0) expect(isWritten).toBe(false)
})

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

// CFG-1
test.runIf(isRoot)('root is told in one line whose data it is that another user’s database holds', async () => {
  const folder = await aFolder()
  const cluster = path.join(folder, 'postgres')
  await mkdir(cluster)
  await writeFile(path.join(cluster, 'PG_VERSION'), '17')
  await writeFile(path.join(folder, 'postgres-password'), 'kept')
  for (const place of [folder, cluster]) await chown(place, NOBODY, NOBODY)
  const start = startEmbeddedPostgres(folder, SETTINGS)
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^DATA_DIR must be used as the user 'nobody', .*, not as root: .*\.$/)
})

// CFG-1
test('the log of the embedded database repeats no values of a row that it rejects', async () => {
  const folder = await aFolder()
  const postgres = await startEmbeddedPostgres(folder, SETTINGS)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create table people (email text unique)')
  const add = () => client.query('insert into people values ($1)', ['asha@example.org'])
  await add()
  await expect(add()).rejects.toMatchObject({ code: '23505' })
  await client.end()
  await postgres.stop()
  const log = await readFile(path.join(folder, 'postgres/server.log'), 'utf8')
  expect(log).toContain('duplicate key value')
  expect(log).not.toContain('asha')
})

// CFG-4
test('the database’s password and its folders are on the disk when it starts', async () => {
  const folder = path.join(await aFolder(), 'new/data')
  const synced = await syncedPaths()
  const postgres = await startEmbeddedPostgres(folder, SETTINGS)
  await postgres.stop()
  const password = synced.indexOf(path.join(folder, 'postgres-password'))
  expect(password).toBeGreaterThanOrEqual(0)
  expect(synced.lastIndexOf(folder)).toBeGreaterThan(password)
  for (const above of [path.dirname(folder), path.join(folder, '../..')]) expect(synced).toContain(above)
})

// CFG-4
test('a first start that was killed half-way leaves nothing that stops the next one', async () => {
  const folder = await aFolder()
  await mkdir(path.join(folder, 'postgres-unfinished'))
  await writeFile(path.join(folder, 'postgres-unfinished/PG_VERSION'), '18')
  await writeFile(path.join(folder, 'postgres-password'), 'half')
  const postgres = await startEmbeddedPostgres(folder, SETTINGS)
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})
