import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { aPhoto } from '../../../test/a-photo.ts'
import { aJpeg, aPdf, aPng, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { entries, threePlansAndUsers, writeBooks } from '../../../test/books.ts'
import { aStreetAnimal, sendCertificate } from '../../../test/community.ts'
import { aBlankTag, anAdmin, aPet, aSession, aUser, PASSWORD } from '../../../test/factories.ts'
import { emptyDatabase, testDatabase } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { objectStoreServer } from '../../../test/object-store.ts'
import { holdClocks, UNRECONCILED } from '../../../test/paying-app.ts'
import { sendPhoto } from '../../../test/photos.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { readConfig } from '../../platform/config/config.ts'
import { lockDataFolder, openDatabase } from '../../platform/db/database.ts'
import { filesOfPhoto } from '../../platform/files/photo-store.ts'
import { createLog } from '../../platform/log.ts'
import { listTables } from './table-rows.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const inFolder = (name: string) => path.join(folder, name)

type Told = { code: number; out: string; err: string }

/** Runs a command line in a process of its own. */
async function command(
  name: 'backup' | 'restore' | 'reset-password',
  args: string[],
  env: Record<string, string>,
): Promise<Told> {
  const program = path.join(ROOT, `scripts/${name}.ts`)
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', ...env } }
  return promisify(execFile)(process.execPath, [program, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  )
}

type Asked = { pool: Awaited<ReturnType<typeof testDatabase>>['pool'] }

/** All rows of all tables, as a back-up holds them; sorted, since rows have no order. */
async function everyRow({ pool }: Asked): Promise<Record<string, string[]>> {
  const client = await pool.connect()
  try {
    const rows: Record<string, string[]> = {}
    for (const table of await listTables(client)) {
      const { rows: found } = await client.query<{ line: string }>(
        `select row_to_json(t)::text as line from "${table}" t`,
      )
      rows[table] = found.map(({ line }) => line.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')).sort()
    }
    return rows
  } finally {
    client.release()
  }
}

async function rowsIn(backup: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const file of await readdir(path.join(backup, 'tables'))) {
    const text = await readFile(path.join(backup, 'tables', file), 'utf8')
    rows[path.basename(file, '.jsonl')] = text.split('\n').filter(Boolean).sort()
  }
  return rows
}

const hashesIn = async (directory: string) => {
  const names = (await readdir(directory)).filter((name) => name !== 'incoming')
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await readFile(path.join(directory, name)))
      .digest('hex')
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hash(name)] as const)))
}

// An installation with data in every table: odd texts, payments, files, and an unprocessed event.
const source = await testDatabase()
afterAll(() => source.drop())
const { smtpUrl } = await startMailCatcher()
// The reconciler and the work of every minute, such as a mail about a finder's message, would change rows after they were read.
await holdClocks(source)
const server = await serverProcess(source.url, 'http://127.0.0.1:9', { SMTP_URL: smtpUrl, ...UNRECONCILED })
const owner = await aUser(source.db)
const admin = await anAdmin(source.db)
// All kinds of line separators, the escape sequences themselves, and special characters that word processors insert.
const ODD =
  'Mötï 🐕 "x"\\n\n<b> \\u2028 a\u2028b\u2029c\u0085d\v\f\r\n\re\t\u0001\u001e\u007f\u00a0\u200b\u200d\u202e\ufeff\ufffd\uffff {"}],[\\'
const pet = await aPet(source.db, owner, { petName: ODD, treatmentDate: '2026-02-28', shown: { address: false } })
await sendPhoto(server, pet.id, await aPhoto(), owner)
const foundForm = new FormData()
foundForm.set('photo', new File([new Uint8Array(await aPhoto())], 'found.jpg'))
await server.fetch(`/pet-detail/${pet.petId}/found`, { method: 'POST', body: foundForm })
const ODD_LINES = {
  description: 'They came twice.\u2028Then a third time.\u2029Nobody helped us then.',
  ...{ landmark: 'पानी की टंकी', lat: '18.507412345', lon: '-73.8', accuracy: '12.5', witness: 'One “witness”' },
}
await aBlankTag(source.db)
const stray = await aStreetAnimal(source.db)
await sendCertificate(server, stray.id, aPdf(2_000), { token: await aSession(source.db, admin.id) })
const [books] = fc.sample(entries, { numRuns: 1, seed: 7 })
await writeBooks(source.db, await threePlansAndUsers(source.db), books ?? [])
for (const bytes of [aPdf(300_000), aJpeg(), aPng()])
  await sendForm(server, [...complaintParts(ODD_LINES), filePart(bytes)])
await source.pool.query("insert into webhook_inbox (event_id, body) values ('evt_open', '\\x00ff0a22')")
await source.pool.query(
  "insert into payment_journal (payment_id, source, status_after, disposition_after, refunded_paise_before, refunded_paise_after) select id, 'webhook', status, disposition, 0, 0 from payments",
)

const store = await objectStoreServer()
const databases = await Promise.all([1, 2, 3, 4, 5, 6].map(emptyDatabase))
const [elsewhere, afterLoad, besideStore, fromStore, fromOlder, untouched] = databases
if (!elsewhere || !afterLoad || !besideStore || !fromStore || !fromOlder || !untouched) throw new Error('no databases')

const sourceEnv = { DATABASE_URL: source.url, DATA_DIR: server.dataDir }
const backup = inFolder('one')
// A mail that waits to be sent would change its row at some later moment.
await vi.waitFor(
  async () => expect((await source.pool.query("select state from mails where state <> 'sent'")).rows).toEqual([]),
  { timeout: 150_000 },
)
const atRest = await everyRow(source)
// Sessions are not restored: somebody may have signed out since the back-up.
const restoredRows = (rows: Record<string, string[]>) => ({ ...rows, sessions: [] })
const made = await command('backup', ['--to', backup], sourceEnv)

// CFG-4
test('a back-up contains every row and file unchanged, readable only by its owner', async () => {
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^Backed up to .*\/one: \d+ rows of \d+ tables/) })
  expect(await rowsIn(backup)).toEqual(atRest)
  expect(Object.values(atRest).filter((rows) => rows.length > 0).length).toBeGreaterThan(10)
  expect(await hashesIn(path.join(backup, 'attachments'))).toEqual(
    await hashesIn(path.join(server.dataDir, 'attachments')),
  )
  expect((await source.pool.query("select from clock_runs where name = 'backup'")).rows).toHaveLength(1)
  const again = await command('backup', ['--to', backup], sourceEnv)
  expect(again).toMatchObject({ code: 1, err: `${backup} is there already: name a folder that is not.\n` })
})

// CFG-4, PAY-6
test('a restore elsewhere brings back rows, files, sign-ins, links and open events', async () => {
  const target = elsewhere
  const dataDir = inFolder('elsewhere')
  const env = { DATABASE_URL: target.url, DATA_DIR: dataDir }
  expect(await command('restore', ['--from', backup, '--complete'], env)).toMatchObject({ code: 0, err: '' })
  expect(await everyRow(target)).toEqual(restoredRows(atRest))
  expect(await hashesIn(path.join(dataDir, 'attachments'))).toEqual(
    await hashesIn(path.join(server.dataDir, 'attachments')),
  )
  const jobs = await target.pool.query('select task_identifier from graphile_worker.jobs order by id')
  expect(jobs.rows).toEqual([{ task_identifier: 'apply-payment-event' }, { task_identifier: 'sweep-payments' }])
  await expect(target.pool.query('delete from payment_journal')).rejects.toThrow(
    'rows of payment_journal are only added',
  )

  const restored = await serverProcess(target.url, 'http://127.0.0.1:9', { DATA_DIR: dataDir })
  const signedIn = await restored.fetch(authCalls.signin.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: admin.username, password: PASSWORD }),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const { body } = await sendForm(restored, [...complaintParts(), filePart(aPdf())])
  expect(body.data.complaint_id).toBe(4)
  for (const id of [1, 2, 3, 4]) {
    const detail = await restored.fetch(complaintCalls.read.path.replace('{id}', String(id)), {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const { data } = (await detail.json()) as { data: { file_url: string } }
    expect((await restored.fetch(data.file_url)).status).toBe(200)
  }
  await restored.stop()
  const full = await command('restore', ['--from', backup, '--complete'], env)
  expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/^The database is not empty: \w+ has rows\./) })
})

// CFG-4
test('a back-up made during filing has what was acknowledged before, with files', async () => {
  let isOver = false
  const acknowledged: number[] = []
  const filing = (async () => {
    while (!isOver) {
      const { body } = await sendForm(server, [...complaintParts(), filePart(aPng(50_000))])
      acknowledged.push(body.data.complaint_id)
    }
  })()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(2)
  const before = [...acknowledged]
  const second = inFolder('under-load')
  const told = await command('backup', ['--to', second], sourceEnv)
  isOver = true
  await filing
  expect(told).toMatchObject({ code: 0, err: '' })
  const filed = ((await rowsIn(second)).complaints ?? []).map(
    (line) => JSON.parse(line) as { id: number; file_path: string | null },
  )
  const ids = filed.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(before))
  // Nothing in it was refused.
  expect(acknowledged).toEqual(expect.arrayContaining(ids.filter((id) => id >= (before[0] ?? 0))))
  const names = filed.flatMap(({ file_path: name }) => name ?? [])
  expect(names.length).toBeGreaterThan(3)
  const rows = await rowsIn(second)
  const originals = (rows.complaint_files ?? []).flatMap(
    (line) => (JSON.parse(line) as { original_name: string | null }).original_name ?? [],
  )
  expect(originals.length).toBeGreaterThan(3)
  const photos = [...(rows.photos ?? []), ...(rows.found_photos ?? [])].map(
    (line) => (JSON.parse(line) as { name: string }).name,
  )
  const certificates = (rows.certificate_files ?? []).map((line) => (JSON.parse(line) as { name: string }).name)
  expect(certificates).toHaveLength(1)
  // One of the pet, and one of its finder.
  expect(photos).toHaveLength(2)
  expect(Object.keys(await hashesIn(path.join(second, 'attachments'))).sort()).toEqual(
    [...names, ...originals, ...certificates, ...photos.flatMap(filesOfPhoto)].sort(),
  )
  const target = afterLoad
  const env = { DATABASE_URL: target.url, DATA_DIR: inFolder('from-load') }
  expect(await command('restore', ['--from', second, '--complete'], env)).toMatchObject({ code: 0, err: '' })
  expect(await everyRow(target)).toEqual(restoredRows(await rowsIn(second)))
})

// CFG-4, CMP-18
test('files stay the same when moved from the disk to an object store and back', async () => {
  const env = { DATABASE_URL: besideStore.url, DATA_DIR: inFolder('with-store'), ...store.env }
  expect(await command('restore', ['--from', backup, '--complete'], env)).toMatchObject({ code: 0, err: '' })
  expect(await readdir(inFolder('with-store/attachments/incoming'))).toEqual([])
  const before = await hashesIn(path.join(backup, 'attachments'))
  expect((await store.names()).sort()).toEqual(Object.keys(before).sort())
  const third = inFolder('from-store')
  expect(await command('backup', ['--to', third], env)).toMatchObject({ code: 0, err: '' })
  expect(await hashesIn(path.join(third, 'attachments'))).toEqual(before)
  const back = { DATABASE_URL: fromStore.url, DATA_DIR: inFolder('back-on-disk') }
  expect(await command('restore', ['--from', third, '--complete'], back)).toMatchObject({ code: 0, err: '' })
  expect(await everyRow(fromStore)).toEqual(restoredRows(await rowsIn(third)))
  expect(await hashesIn(path.join(back.DATA_DIR, 'attachments'))).toEqual(before)
})

// CFG-4
test('a restore ends all sessions, so that no ended one returns', async () => {
  expect(atRest.sessions?.length).toBeGreaterThan(1)
  const restored = await serverProcess(elsewhere.url, 'http://127.0.0.1:9')
  for (const { token } of [owner, admin]) {
    const own = await restored.fetch('/pets', { headers: { authorization: `Bearer ${token}` } })
    expect(own.status).toBe(401)
  }
})

// CFG-4
test('a restore into a data folder in use fails with a message and changes nothing', async () => {
  const dataDir = inFolder('in-use')
  const lock = await lockDataFolder(dataDir, 0)
  const held = await readdir(dataDir)
  const told = await command('restore', ['--from', backup], { DATA_DIR: dataDir })
  expect(told).toMatchObject({ code: 1, err: expect.stringMatching(/^DATA_DIR \S+ is in use[^\n]+\n$/) })
  expect(await readdir(dataDir)).toEqual(held)
  lock?.release()
})

// CFG-4
test('a failed restore leaves the data folder empty', async () => {
  const broken = inFolder('broken')
  await cp(backup, broken, { recursive: true })
  const manifest = JSON.parse(await readFile(path.join(broken, 'manifest.json'), 'utf8'))
  manifest.sequences.push({ name: 'no_such_sequence', last: '1' })
  await writeFile(path.join(broken, 'manifest.json'), JSON.stringify(manifest))
  const dataDir = inFolder('half-way')
  const told = await command('restore', ['--from', broken], { DATA_DIR: dataDir })
  expect(told).toMatchObject({ code: 1, err: expect.stringContaining('no_such_sequence') })
  expect(await readdir(dataDir)).toEqual(['lock.sqlite'])
  expect(await command('restore', ['--from', backup, '--complete'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
})

// CFG-4
test('text with any line end or special character is restored unchanged', async () => {
  const tables = await readdir(path.join(backup, 'tables'))
  for (const table of tables)
    expect.soft(await readFile(path.join(backup, 'tables', table), 'utf8'), table).not.toMatch(/[\u2028\u2029]/)
  const { rows } = await elsewhere.pool.query("select pet_name from pets where pet_kind = 'owned'")
  expect(rows).toEqual([{ pet_name: ODD }])
  const complaints = await elsewhere.pool.query('select distinct description from complaints where id < 4')
  expect(complaints.rows).toEqual([{ description: ODD_LINES.description }])
})

// CFG-4
test('a back-up of an earlier version with unescaped line separators can be restored', async () => {
  const older = inFolder('older')
  await cp(backup, older, { recursive: true })
  const { rows } = await source.pool.query<{ line: string }>('select row_to_json(t)::text as line from pets t')
  const text = rows.map(({ line }) => `${line}\n`).join('')
  expect(text).toMatch(/\u2028.*\u2029/)
  await writeFile(path.join(older, 'tables/pets.jsonl'), text)
  const manifest = JSON.parse(await readFile(path.join(older, 'manifest.json'), 'utf8'))
  const entry = manifest.files.find(({ path: file }: { path: string }) => file === 'tables/pets.jsonl')
  Object.assign(entry, { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') })
  await writeFile(path.join(older, 'manifest.json'), JSON.stringify(manifest))
  const env = { DATABASE_URL: fromOlder.url, DATA_DIR: inFolder('from-older') }
  expect(await command('restore', ['--from', older, '--complete'], env)).toMatchObject({ code: 0, err: '' })
  expect((await everyRow(fromOlder)).pets).toEqual(atRest.pets)
})

// CFG-4, V13.2.2
test('a restore works into an empty data folder; one that is not empty is rejected', async () => {
  const dataDir = inFolder('embedded')
  expect(await command('restore', ['--from', backup, '--complete'], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    err: '',
  })
  const opened = await openDatabase(readConfig({ DATA_DIR: dataDir }), createLog('fatal'))
  const found = await everyRow(opened)
  await opened.close()
  expect(found).toEqual(restoredRows(atRest))
  const full = await command('restore', ['--from', backup], { DATA_DIR: dataDir })
  expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/^DATA_DIR must be an empty folder[^\n]+\n$/) })
})

// CFG-4
test('a command works on what was restored, before the program’s first start', async () => {
  const env = { DATA_DIR: inFolder('restored') }
  expect(await command('restore', ['--from', backup], env)).toMatchObject({ code: 0, err: '' })
  const reset = await command('reset-password', ['--username', admin.username], env)
  expect(reset).toMatchObject({ code: 0, err: '', out: expect.stringContaining('has a new password') })
})

const DAMAGE: [what: string, line: RegExp, harm: (folder: string) => Promise<unknown>][] = [
  [
    'a cut-off table',
    /is damaged: tables\/users\.jsonl is not as it was written/,
    (copy) => truncate(`${copy}/tables/users.jsonl`, 10),
  ],
  [
    'a table with a row more',
    /is damaged: tables\/users\.jsonl/,
    (copy) => appendFile(`${copy}/tables/users.jsonl`, '{}\n'),
  ],
  ['a missing table', /is damaged: tables\/payments\.jsonl is missing/, (copy) => rm(`${copy}/tables/payments.jsonl`)],
  [
    'a missing attachment',
    /is damaged: attachments\/[\w-]+\.\w+ is missing/,
    async (copy) => rm(`${copy}/attachments/${(await readdir(`${copy}/attachments`))[0]}`),
  ],
  ['no manifest', /is not a whole back-up: it has no manifest\.json/, (copy) => rm(`${copy}/manifest.json`)],
  ['a cut-off manifest', /is not a back-up of PetSetu/, (copy) => truncate(`${copy}/manifest.json`, 100)],
  [
    'tables of a newer version',
    /^This program must be newer: it does not know the migration 9999-later/,
    async (copy) => {
      const text = await readFile(`${copy}/manifest.json`, 'utf8')
      const manifest = JSON.parse(text) as { migrations: string[] }
      await writeFile(
        `${copy}/manifest.json`,
        JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-later'] }),
      )
    },
  ],
]

// CFG-4
test('a damaged, incomplete or newer back-up is rejected, and nothing is restored', async () => {
  const target = untouched
  for (const [what, line, harm] of DAMAGE) {
    const copy = inFolder('damaged')
    await cp(backup, copy, { recursive: true })
    await harm(copy)
    const dataDir = inFolder('damaged-data')
    const told = await command('restore', ['--from', copy], { DATABASE_URL: target.url, DATA_DIR: dataDir })
    expect.soft(told.code, what).toBe(1)
    expect.soft(told.err, what).toMatch(line)
    expect.soft(told.err.trim().split('\n'), what).toHaveLength(1)
    expect.soft(Object.values(await everyRow(target)).flat(), what).toEqual([])
    expect.soft(await readdir(dataDir).catch(() => []), what).toEqual([])
    await rm(copy, { recursive: true })
  }
})

// CFG-4
test('without a folder each command prints its usage', async () => {
  for (const [name, option] of [
    ['backup', '--to'],
    ['restore', '--from'],
  ] as const) {
    const told = await command(name, [], sourceEnv)
    expect(told.code).toBe(1)
    expect(told.err).toContain(`Usage: npm run ${name} -- ${option} FOLDER`)
  }
})
