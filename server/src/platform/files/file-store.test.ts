import { rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aJpeg, aPdf, attachmentFiles, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { testApp } from '../../../test/harness.ts'
import { isAttached } from '../../complaints/complaint-files.ts'
import { diskDriver } from './driver.ts'
import { fileStore } from './file-store.ts'

const app = await testApp()
const folder = path.join(app.config.dataDir, 'attachments')
const HOUR_MS = 3_600_000

async function makeOld(file: string, hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * HOUR_MS)
  await utimes(file, then, then)
}

// CMP-2, PAY-6
test('the sweep removes a crash’s day-old files, and keeps recent and used ones', async () => {
  for (const bytes of [aPdf(), aPdf(2_000)]) {
    await sendForm(app, [...complaintParts(), filePart(bytes)])
  }
  const kept = await attachmentFiles(app)
  expect(kept).toHaveLength(2)
  for (const file of kept) await makeOld(file, 1_000)
  const orphans: [name: string, hours: number][] = [
    [`${'a'.repeat(32)}.pdf`, 25],
    [path.join('incoming', 'b'.repeat(32)), 25],
    [`${'c'.repeat(32)}.png`, 23],
    [path.join('incoming', 'd'.repeat(32)), 23],
    [`${'e'.repeat(32)}.jpg`, 0],
  ]
  for (const [name, hours] of orphans) {
    await writeFile(path.join(folder, name), aJpeg())
    await makeOld(path.join(folder, name), hours)
  }
  const store = await fileStore(app.config.dataDir, diskDriver(folder))
  const sweep = () => store.sweep((name) => isAttached(app.db, name))

  expect(await sweep()).toBe(2)

  const young = orphans.filter(([, hours]) => hours < 24).map(([name]) => path.join(folder, name))
  expect((await attachmentFiles(app)).toSorted()).toEqual([...kept, ...young].toSorted())
  expect(await sweep()).toBe(0)
  for (const file of young) await rm(file)
})

// CMP-2, API-5
test('a sweep ends when the program stops, and the next one goes on', async () => {
  const orphan = path.join(folder, `${'f'.repeat(32)}.pdf`)
  await writeFile(orphan, aPdf())
  await makeOld(orphan, 25)
  const store = await fileStore(app.config.dataDir, diskDriver(folder))
  const sweep = (stopping?: AbortSignal) => store.sweep((name) => isAttached(app.db, name), stopping)
  expect(await sweep(AbortSignal.abort())).toBe(0)
  expect(await attachmentFiles(app)).toContain(orphan)
  expect(await sweep()).toBe(1)
})

// CMP-4, V2.3.3
test('a complaint that cannot be stored leaves no file: both exist or neither', async () => {
  const before = await attachmentFiles(app)
  await app.pool.query('alter table complaints rename column phone to telephone')
  const { status, body } = await sendForm(app, [...complaintParts(), filePart(aPdf())])
  await app.pool.query('alter table complaints rename column telephone to phone')
  expect(status).toBe(500)
  expect(body).toEqual({ status: 'error', code: 'unexpected', message: 'Something went wrong. Please try again.' })
  expect(await attachmentFiles(app)).toEqual(before)
})
