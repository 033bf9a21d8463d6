import { readdir, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aPdf, aPng, attachmentFiles, MIB } from '../../../test/attachments.ts'
import { testApp } from '../../../test/harness.ts'
import { submit } from '../../../test/paying-app.ts'
import { readZip } from '../../../test/read-zip.ts'
import type { DB } from '../../platform/db/types.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { fileStore, type Stores } from '../../platform/files/file-store.ts'
import { zipPerson } from './export-person.ts'

const app = await testApp()
const folder = path.join(app.config.dataDir, 'attachments')

const file = (email: string, bytes: Buffer) => submit(app, { fields: { email }, file: { bytes, name: 'proof' } })
const zipOf = (email: string, stores: Stores = app) =>
  zipPerson(stores, { userId: null, contact: { email }, isChecked: true })

type Data = { complaints: { file: string | null; file_path: string }[]; missing_files: string[] }
const dataIn = (files: Record<string, Buffer>) => JSON.parse(String(files['data.json'])) as Data

/** Counts the attachments that this process has open. */
async function openFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(folder)).length
}

const partOf = (zip: Readable) => new Promise((resolve) => zip.once('data', resolve).once('data', () => zip.pause()))

// ACC-5
test('the zip holds the data and each file unchanged, and nothing of anybody else', async () => {
  const contents = [aPdf(3 * MIB), aPng(MIB), aPdf()]
  for (const bytes of contents) await file('kalpana@example.org', bytes)
  await file('somebody-else@example.org', aPdf(2 * MIB))
  const { 'data.json': json, ...files } = await readZip(await buffer(await zipOf('Kalpana@example.org')))
  const { complaints, missing_files } = dataIn({ 'data.json': json ?? Buffer.of() })
  expect(missing_files).toEqual([])
  expect(Object.keys(files)).toEqual(complaints.map((complaint) => complaint.file))
  for (const [index, bytes] of contents.entries()) expect(Object.values(files)[index]?.equals(bytes)).toBe(true)
  expect(String(json)).not.toContain('somebody-else')
})

// ACC-5
test('a copy asks once for the files of all complaints, however many they are', async () => {
  const statements: string[] = []
  const counted = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: ({ query }) => void statements.push(query.sql),
  })
  for (let filed = 0; filed < 3; filed++) await file('sumitra@example.org', aPdf(1_000))
  const zip = await zipOf('sumitra@example.org', { ...app, db: counted })
  const { 'data.json': json = Buffer.of() } = await readZip(await buffer(zip))
  expect(dataIn({ 'data.json': json }).complaints).toHaveLength(3)
  expect(statements.filter((statement) => statement.includes('from "complaint_files"'))).toHaveLength(1)
})

// ACC-5
test('a copy with very much is written in parts, so that nobody else waits', async () => {
  await app.pool.query(`
    insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description)
    select 'Radha', 'radha@example.org', '98200 11111', 'Cruelty', 'Pune', '2026-03-31', repeat('A long story. ', 50) || n
    from generate_series(1, 1750) n`)
  const stringify = vi.spyOn(JSON, 'stringify')
  const { 'data.json': json = Buffer.of() } = await readZip(await buffer(await zipOf('radha@example.org')))
  const longest = Math.max(...stringify.mock.results.map(({ value }) => String(value).length))
  stringify.mockRestore()
  expect(dataIn({ 'data.json': json }).complaints).toHaveLength(1_750)
  expect(longest).toBeLessThan(json.length / 2)
})

// ACC-5, TRU-1
test('the data does not hold the key with which a complaint is sent once more', async () => {
  const key = 'the-key-of-a-form-of-rukmini'
  await submit(app, { fields: { email: 'rukmini@example.org' }, key })
  const { 'data.json': json } = await readZip(await buffer(await zipOf('rukmini@example.org')))
  expect(String(json)).toContain('rukmini@example.org')
  expect(String(json)).not.toContain(key)
})

// ACC-5
test('a file missing in the storage is named in the data, and the zip has all others', async () => {
  for (const bytes of [aPdf(1_000), aPdf(2_000)]) await file('malati@example.org', bytes)
  const [first, second] = dataIn(await readZip(await buffer(await zipOf('malati@example.org')))).complaints
  await rm(path.join(folder, first?.file_path ?? ''))
  const files = await readZip(await buffer(await zipOf('malati@example.org')))
  expect(Object.keys(files)).toEqual([second?.file, 'data.json'])
  expect(dataIn(files).missing_files).toEqual([first?.file])
})

// ACC-5
test('when the reader leaves, the open file is closed and no other is opened', async () => {
  for (let count = 0; count < 3; count++) await file('radhika@example.org', aPdf(4 * MIB))
  const zip = await zipOf('radhika@example.org')
  await partOf(zip)
  // The head of a file's entry comes before the file is open.
  await expect.poll(openFiles).toBe(1)
  zip.destroy()
  await expect.poll(openFiles).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await openFiles()).toBe(0)
  expect(await attachmentFiles(app)).not.toHaveLength(0)
})

// ACC-5
test('a reader that pauses keeps one file open, and the zip does not gather in memory', async () => {
  for (let count = 0; count < 8; count++) await file('vasudha@example.org', aPdf(5 * MIB - 1_000))
  const zip = await zipOf('vasudha@example.org')
  await partOf(zip)
  const before = process.memoryUsage().arrayBuffers
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await openFiles()).toBe(1)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * MIB)
  zip.destroy()
})

// ACC-5
test('if a file cannot be read to its end, the zip breaks off and is no whole one', async () => {
  await file('broken@example.org', aPdf(4 * MIB))
  const disk = diskDriver(folder)
  const read = async (name: string) => {
    const stored = await disk.read(name)
    stored?.content.once('data', () => stored.content.destroy(new Error('the disk is gone')))
    return stored
  }
  const attachments = await fileStore(app.config.dataDir, { ...disk, read })
  const identity = { userId: null, contact: { email: 'broken@example.org' }, isChecked: true }
  const zip = await zipPerson({ db: app.db, attachments }, identity)
  await expect(buffer(zip)).rejects.toThrow('the disk is gone')
})
