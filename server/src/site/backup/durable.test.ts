import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPng, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { emptyDatabase, testApp } from '../../../test/harness.ts'
import { syncedPaths } from '../../../test/synced-paths.ts'
import { ERASURES_FILE } from '../../people/privacy/erasing/erasures.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'

const app = await testApp()
const elsewhere = await emptyDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-durable-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const backup = path.join(folder, 'of/tonight')

// CFG-4
test('each file and folder of a back-up is synced before it gets its final name', async () => {
  await sendForm(app, [...complaintParts(), filePart(aPng())])
  const synced = await syncedPaths()
  await backUp(app.pool, diskDriver(path.join(app.config.dataDir, 'attachments')), backup)
  const inside = await readdir(backup, { recursive: true })
  expect(inside.length).toBeGreaterThan(10)
  for (const name of inside) expect.soft(synced).toContain(path.join(`${backup}.unfinished`, name))
  // A folder must be synced after its entries were.
  const last = (name: string) => synced.lastIndexOf(name)
  for (const name of inside) {
    const written = path.join(`${backup}.unfinished`, name)
    expect.soft(last(path.dirname(written)), name).toBeGreaterThan(synced.indexOf(written))
  }
  expect(last(folder)).toBeGreaterThanOrEqual(0)
  expect(last(path.dirname(backup))).toBeGreaterThan(last(`${backup}.unfinished`))
})

// CFG-4
test('each restored attachment and new folder is synced when the restore ends', async () => {
  const dataDir = path.join(folder, 'new/data')
  const attachments = path.join(dataDir, 'attachments')
  const synced = await syncedPaths()
  const owner = openOwnerPool(elsewhere.url)
  const incoming = path.join(attachments, 'incoming')
  await restore(owner, diskDriver(attachments), { folder: backup, manifest: await checkedManifest(backup), incoming })
  await owner.end()
  const [name = ''] = await readdir(path.join(backup, 'attachments'))
  for (const expected of [folder, path.dirname(dataDir), dataDir, attachments, path.join(attachments, name)])
    expect.soft(synced).toContain(expected)
})

// CFG-4
test('a back-up that breaks off at its last step leaves nothing with its name', async () => {
  const place = path.join(folder, 'broken-off')
  // The list of erasures cannot be written there.
  await mkdir(path.join(place, ERASURES_FILE), { recursive: true })
  const driver = diskDriver(path.join(app.config.dataDir, 'attachments'))
  await expect(backUp(app.pool, driver, path.join(place, 'tonight'))).rejects.toThrow('EISDIR')
  expect(await readdir(place)).toEqual([ERASURES_FILE])
})
