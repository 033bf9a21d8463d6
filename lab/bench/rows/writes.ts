import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { COMPLAINT_SQL, complaintForm, FORM_HEADERS, withPdf } from '../data/complaint-form.ts'
import { BIG } from '../data/sizes.ts'
import { type Load, load } from '../load/load.ts'
import { type Running, watchMemory } from '../processes.ts'
import { alternate } from '../rounds.ts'
import { atLeast, below, type Measured, type Row } from '../row.ts'
import { startMailServer, startReference, startServer, withRunning } from '../server.ts'

const run = promisify(execFile)

const SECONDS = 3
const CONNECTIONS = 10
const MIB = 1024 * 1024

/** Row 5: requests by strangers that write. */
export const writes: Row = async ({ databases: { big } }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-bench-uploads-'))
  const mail = await startMailServer()
  try {
    return await withRunning(
      [() => startServer(big, mail.port), () => startReference('ru-raw-upload.ts', { FOLDER: folder })],
      async (server, ru) => [await complaints(server, big), await signUps(server), ...(await uploads(server, ru))],
    )
  } finally {
    await mail.stop()
    await rm(folder, { recursive: true, force: true })
    await removeWritten(big)
  }
}

async function complaints({ port }: Running, databaseUrl: string): Promise<Measured> {
  const plan = { port, connections: CONNECTIONS, seconds: SECONDS }
  const { tool, measure } = insertsPerSecond(databaseUrl)
  const rounds = await alternate({
    ours: async () =>
      (
        await load({
          ...plan,
          method: 'POST',
          path: '/api/complaints/submit',
          headers: FORM_HEADERS,
          body: complaintForm,
        })
      ).perSecond,
    reference: measure,
  })
  return atLeast(0.15, { path: 'POST complaint, no file', unit: '/s', name: `RI (${tool})`, ...rounds.of(Number) })
}

/** Single inserts of complaints per second in PostgreSQL, measured with pgbench if it is installed (the npm package does not include it). */
function insertsPerSecond(databaseUrl: string): { tool: string; measure: () => Promise<number> } {
  if (spawnSync('pgbench', ['--version']).status === 0) {
    return { tool: 'pgbench', measure: () => pgbench(databaseUrl) }
  }
  const program = path.join(import.meta.dirname, '../references/ri-inserts.ts')
  const args = [...process.execArgv, program, COMPLAINT_SQL, String(CONNECTIONS), String(SECONDS * 1_000)]
  return {
    tool: 'pg',
    measure: async () =>
      Number((await run(process.execPath, args, { env: { ...process.env, DATABASE_URL: databaseUrl } })).stdout),
  }
}

async function pgbench(databaseUrl: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-bench-script-'))
  try {
    const script = path.join(folder, 'insert.sql')
    await writeFile(script, `${COMPLAINT_SQL};\n`)
    const options = [
      '--no-vacuum',
      '--protocol',
      'prepared',
      '--client',
      String(CONNECTIONS),
      '--time',
      String(SECONDS),
    ]
    const { stdout } = await run('pgbench', [...options, '--file', script, databaseUrl])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function signUps({ port }: Running): Promise<Measured> {
  const body = '{"username":"bench-{n}","email":"bench-{n}@example.com","password":"Tal7-brown-hound"}'
  const headers = { 'content-type': 'application/json' }
  const plan = { port, connections: 8, seconds: SECONDS, method: 'POST', path: '/auth/signup', headers, body }
  const rounds = await alternate({
    ours: async () => (await load(plan)).perSecond,
    reference: hashesPerSecond,
  })
  return atLeast(0.4, { path: 'POST sign-up', unit: '/s', name: 'RA', ...rounds.of(Number) })
}

async function hashesPerSecond(): Promise<number> {
  const program = path.join(import.meta.dirname, '../references/ra-hashes.ts')
  const { stdout } = await run(process.execPath, [...process.execArgv, program, String(SECONDS * 1_000)])
  return Number(stdout)
}

async function uploads(server: Running, ru: Running): Promise<Measured[]> {
  const memory = watchMemory(server.pid, 50)
  const plan = { connections: 4, seconds: SECONDS, method: 'POST', headers: FORM_HEADERS, body: withPdf(MIB) }
  const rounds = await alternate<Load>({
    ours: () => load({ ...plan, port: server.port, path: '/api/complaints/submit' }),
    reference: () => load({ ...plan, port: ru.port, path: '/' }),
  }).finally(memory.end)
  return [
    atLeast(0.2, { path: 'POST complaint with 1 MiB', unit: '/s', name: 'RU', ...rounds.of((one) => one.perSecond) }),
    below(32, { path: '  its growth of memory', unit: 'MB', value: (memory.most() - memory.before) / 1e6 }),
  ]
}

async function removeWritten(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('delete from complaints where id > $1', [BIG.complaints])
  await client.query('delete from users where id > $1', [BIG.users])
  // Later rows have no mail server, and would try to send them.
  await client.query('delete from mails')
  await client.query('vacuum analyze complaints, users')
  await client.end()
}
