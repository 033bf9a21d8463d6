import { utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { expect, test } from 'vitest'
import { aPhoto } from '../../test/a-photo.ts'
import { attachmentFiles } from '../../test/attachments.ts'
import { anAdmin, aUser } from '../../test/factories.ts'
import { type TestApp, testApp } from '../../test/harness.ts'
import { objectStoreServer } from '../../test/object-store.ts'
import { aPetWithPhotos, sendPhoto } from '../../test/photos.ts'
import { erasePerson, exportPerson } from '../../test/rights.ts'
import { diskDriver } from '../platform/files/driver.ts'
import { fileStore, openFileDriver } from '../platform/files/file-store.ts'
import { createLog } from '../platform/log.ts'
import { isPhotoFile } from './photo-queries.ts'

const store = await objectStoreServer()
const onDisk = await testApp()
const inBucket = await testApp(store.env)
const folder = path.join(onDisk.config.dataDir, 'attachments')
const attachments = await fileStore(onDisk.config.dataDir, diskDriver(folder))

const diskFiles = async () => (await attachmentFiles(onDisk)).map((file) => path.relative(folder, file))

type Someone = { id: number; token: string; email: string }
type Deletion = (app: TestApp, of: Awaited<ReturnType<typeof aPetWithPhotos>>, owner: Someone) => Promise<unknown>

const DELETIONS: Record<string, Deletion> = {
  'the photos': async (app, { pet, photos }, owner) => {
    for (const { id } of photos)
      await app.call(photoCalls.remove, { params: { id: String(pet.id), photoId: String(id) } }, owner)
  },
  'the pet, by its owner': (app, { pet }, owner) =>
    app.call(petCalls.delete, { params: { id: String(pet.id) } }, owner),
  'the pet, by an admin': async (app, { pet }) =>
    app.call(petCalls.deleteAny, { params: { id: String(pet.id) } }, await anAdmin(app.db)),
  'the account': async (app, _, owner) =>
    app.call(userCalls.delete, { params: { id: String(owner.id) } }, await anAdmin(app.db)),
}

// PHO-2
for (const [place, app, filesOf] of [
  ['on the disk', onDisk, diskFiles],
  // An erasure is recorded there, too, for back-ups.
  ['in an object store', inBucket, async () => (await store.names()).filter((name) => name !== 'erasures.json')],
] as const)
  for (const [what, remove] of Object.entries(DELETIONS))
    test(`deleting ${what} removes every size ${place}, and nothing else`, async () => {
      const [owner, neighbour] = [await aUser(app.db), await aUser(app.db)]
      await aPetWithPhotos(app, neighbour, 1)
      const others = await filesOf()
      const made = await aPetWithPhotos(app, owner, 2)
      expect(await filesOf()).toHaveLength(others.length + 8)
      const [photo] = made.photos

      await remove(app, made, owner)

      // A size that a browser asks for before the job has run is gone, too.
      expect((await app.fetch(photo?.urls.small ?? '')).status).toBe(404)
      await expect.poll(async () => (await filesOf()).toSorted()).toEqual(others.toSorted())
    })

// PHO-2
test('photos whose removal failed with the object store are removed by the sweep', async () => {
  const owner = await aUser(inBucket.db)
  const before = await store.names()
  const { pet } = await aPetWithPhotos(inBucket, owner, 1)
  await store.stop()
  await inBucket.call(petCalls.delete, { params: { id: String(pet.id) } }, owner)
  const jobs = () =>
    inBucket.pool.query("select from graphile_worker.jobs where task_identifier = 'remove-photo-files'")
  await expect.poll(async () => (await jobs()).rowCount).toBe(0)
  await store.start()
  const left = (await store.names()).filter((name) => !before.includes(name))
  expect(left).toHaveLength(4)
  for (const name of left) await store.makeOld(name, 25)
  const driver = await openFileDriver(inBucket.config, createLog('fatal'))
  const swept = await fileStore(inBucket.config.dataDir, driver)
  expect(await swept.sweep((name) => isPhotoFile(inBucket.db, name))).toBe(4)
  expect((await store.names()).toSorted()).toEqual(before.toSorted())
})

// PHO-2
test('the sweep removes day-old sizes that a crash left, and keeps those of photos', async () => {
  const { photos } = await aPetWithPhotos(onDisk, await aUser(onDisk.db), 1)
  const kept = await diskFiles()
  const orphan = `${'a'.repeat(32)}-medium.webp`
  await writeFile(path.join(folder, orphan), 'left by a crash')
  const then = new Date(Date.now() - 25 * 3_600_000)
  for (const file of await diskFiles()) await utimes(path.join(folder, file), then, then)
  expect(await attachments.sweep((name) => isPhotoFile(onDisk.db, name))).toBe(1)
  expect((await diskFiles()).toSorted()).toEqual(kept.toSorted())
  expect((await onDisk.fetch(photos[0]?.urls.large ?? '')).status).toBe(200)
})

// PHO-2
test('a photo whose row cannot be stored leaves no file', async () => {
  const owner = await aUser(onDisk.db)
  const { pet } = await aPetWithPhotos(onDisk, owner, 1)
  const before = await diskFiles()
  await onDisk.pool.query('alter table photos rename column color to colour')
  const { status } = await sendPhoto(onDisk, pet.id, await aPhoto(), owner)
  await onDisk.pool.query('alter table photos rename column colour to color')
  expect(status).toBe(500)
  expect((await diskFiles()).toSorted()).toEqual(before.toSorted())
})

// PHO-2
test('a person’s export holds their photos, and their erasure removes them', async () => {
  const owner = await aUser(onDisk.db)
  const { pet, photos } = await aPetWithPhotos(onDisk, owner, 2)
  const people = { db: onDisk.db, attachments }
  const large = Buffer.from(await (await onDisk.fetch(photos[0]?.urls.large ?? '')).arrayBuffer())

  const exported = await exportPerson(people, { email: owner.email })

  expect(exported.photos).toEqual([
    expect.objectContaining({ pet_id: pet.id, pet_name: 'Moti', file: large.toString('base64') }),
    expect.objectContaining({ id: photos[1]?.id }),
  ])
  await erasePerson(people, { email: owner.email })
  const names = photos.map(({ urls }) => path.basename(urls.large))
  await expect.poll(async () => (await diskFiles()).filter((file) => names.includes(file))).toEqual([])
})
