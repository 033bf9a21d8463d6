import { previewUrlOf } from '@petsetu/contract/pets/pet-pictures.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { aPhoto } from '../../test/a-photo.ts'
import { attachmentFiles } from '../../test/attachments.ts'
import { anAdmin, aPet, aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { aPetWithPhotos, sendPhoto } from '../../test/photos.ts'
import { LIMITS } from '../limits.ts'

const app = await testApp()
const throttled = await testApp({ RATE_LIMITS: 'on' }, app)

beforeEach(() => app.pool.query('delete from throttles'))

const fetched = async (url: string) => {
  const reply = await app.fetch(url)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

test.for(['jpeg', 'png', 'webp'] as const)(
  // PHO-1, PHO-2
  'a %s becomes WebP of 320, 800 and 1600 px and a JPEG for previews',
  async (kind) => {
    const owner = await aUser(app.db)
    const pet = await aPet(app.db, owner)
    const bytes = await aPhoto({ width: 2_400, height: 1_800, color: '#3366cc', kind })

    const added = await sendPhoto(app, pet.petId, bytes, owner, { name: 'no-picture.txt' })

    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id: expect.any(Number),
      width: 1_600,
      height: 1_200,
      color: expect.stringMatching(/^#3[2-5]6[4-8]c[a-e]$/),
      urls: {
        small: expect.stringMatching(/^\/photos\/[0-9a-f]{32}-small\.webp$/),
        medium: expect.stringMatching(/^\/photos\/[0-9a-f]{32}-medium\.webp$/),
        large: expect.stringMatching(/^\/photos\/[0-9a-f]{32}-large\.webp$/),
      },
    })
    const { small, medium, large } = added.body.urls
    const sizes: [url: string, format: string, width: number, height: number][] = [
      [small, 'webp', 320, 240],
      [medium, 'webp', 800, 600],
      [large, 'webp', 1_600, 1_200],
      [previewUrlOf(added.body), 'jpeg', 1_200, 630],
    ]
    for (const [url, format, width, height] of sizes) {
      const file = await fetched(url)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toBe(`image/${format}`)
      expect(file.headers.get('cache-control')).toBe('public, max-age=86400, immutable')
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect(file.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none';sandbox")
      expect(await sharp(file.bytes).metadata()).toMatchObject({ format, width, height })
    }
  },
)

// PHO-2
test('a small photo is not enlarged, except for its preview', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const { body } = await sendPhoto(app, pet.id, await aPhoto({ width: 200, height: 500 }), owner)
  expect([body.width, body.height]).toEqual([200, 500])
  const widths = Object.values(body.urls).map(async (url) => (await sharp((await fetched(url)).bytes).metadata()).width)
  expect(await Promise.all(widths)).toEqual([128, 200, 200])
  const preview = await sharp((await fetched(previewUrlOf(body))).bytes).metadata()
  expect([preview.width, preview.height]).toEqual([1_200, 630])
})

// PHO-1
test('every answer with a pet has its photos in their order, and no other’s', async () => {
  const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]
  const { pet, photos } = await aPetWithPhotos(app, owner, 2)
  await aPetWithPhotos(app, owner, 1)
  const order = photos.map(({ id }) => id).reverse()

  const ordered = await app.call(photoCalls.order, { params: { id: String(pet.id) }, body: { order } }, owner)

  expect(ordered.status).toBe(200)
  expect(ordered.body).toEqual(photos.toReversed())
  const byNumber = { params: { id: String(pet.id) } }
  const form = { petName: 'Moti', petType: 'Dog', petAge: '4', petGender: 'male' as const }
  const where = { location: 'Pune', address: '1', contactDetails: '98765 43210' }
  const listed = async (
    call: typeof petCalls.listOwn | typeof petCalls.listAll,
    query: object,
    as: { token: string },
  ) => (await app.call(call, { query }, as)).body.find(({ id }) => id === pet.id)
  const answers = [
    (await app.call(petCalls.read, byNumber, owner)).body,
    (await app.call(petCalls.read, { params: { id: pet.petId } })).body,
    (await app.call(petCalls.update, { ...byNumber, body: { ...form, ...where } }, owner)).body,
    await listed(petCalls.listOwn, {}, owner),
    await listed(petCalls.listOwn, { page: '1' }, owner),
    await listed(petCalls.listAll, {}, admin),
  ]
  for (const answer of answers) expect(answer?.photos).toEqual(photos.toReversed())
  expect((await aPet(app.db, owner)).photos).toEqual([])
})

// PHO-1
test('a pet has four photos at most, also in parallel; a refused one leaves no file', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const before = (await attachmentFiles(app)).length
  const pictures = await Promise.all(Array.from({ length: 7 }, () => aPhoto()))
  const sent = await Promise.all(pictures.map((bytes) => sendPhoto(app, pet.id, bytes, owner)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409, 409, 409])
  expect(sent.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'too_many_photos',
    message: 'A pet can have at most 4 photos.',
  })
  expect((await attachmentFiles(app)).length - before).toBe(16)

  const { photos } = (await app.call(petCalls.read, { params: { id: pet.petId } })).body
  await app.call(photoCalls.remove, { params: { id: String(pet.id), photoId: String(photos[1]?.id) } }, owner)
  expect((await sendPhoto(app, pet.id, await aPhoto(), owner)).status).toBe(201)
  // A job removes the files of the deleted photo, and the next test counts files.
  const jobs = () => app.pool.query("select from graphile_worker.jobs where task_identifier = 'remove-photo-files'")
  await expect.poll(async () => (await jobs()).rowCount).toBe(0)
})

// PHO-1
test('a repeated upload under one key is one photo and leaves no further file', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const before = (await attachmentFiles(app)).length
  const bytes = await aPhoto()
  const key = 'photo-of-moti-1'
  const sent = await Promise.all([1, 2, 3].map(() => sendPhoto(app, pet.id, bytes, owner, { key })))
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(sent.map(({ body }) => body.urls.large)).size).toBe(1)
  expect((await attachmentFiles(app)).length - before).toBe(4)
  const different = await sendPhoto(app, pet.id, await aPhoto(), owner, { key })
  expect([different.status, different.error.code]).toEqual([409, 'different_content'])
  expect((await attachmentFiles(app)).length - before).toBe(4)

  const other = await aPet(app.db, owner)
  const elsewhere = await sendPhoto(app, other.id, bytes, owner)
  expect(elsewhere.body.urls.large).not.toBe(sent[0]?.body.urls.large)
})

// PHO-1
test('an order that does not name each photo of the pet once gets 400', async () => {
  const owner = await aUser(app.db)
  const { pet, photos } = await aPetWithPhotos(app, owner, 3)
  const others = await aPetWithPhotos(app, owner, 1)
  const [first = 0, second = 0, third = 0] = photos.map(({ id }) => id)
  const foreign = others.photos[0]?.id ?? 0
  const wrong = [
    [],
    [first, second],
    [first, second, second],
    [first, second, third, foreign],
    [first, second, foreign],
  ]
  for (const order of wrong) {
    const reply = await app.call(photoCalls.order, { params: { id: String(pet.id) }, body: { order } }, owner)
    expect([reply.status, reply.error.code]).toEqual([400, 'wrong_photo_order'])
  }
  const body = { order: [first, 'x'] as number[] }
  expect((await app.call(photoCalls.order, { params: { id: String(pet.id) }, body }, owner)).status).toBe(400)
  expect((await app.call(petCalls.read, { params: { id: pet.petId } })).body.photos).toEqual(photos)
})

// PHO-1
test('only the owner and admins add, order and delete photos', async () => {
  const [owner, stranger, admin] = [await aUser(app.db), await aUser(app.db), await anAdmin(app.db)]
  const { pet, photos } = await aPetWithPhotos(app, owner, 1)
  const theirs = await aPetWithPhotos(app, stranger, 1)
  const photoId = String(photos[0]?.id)
  const bytes = await aPhoto()
  for (const [who, status] of [
    [null, 401],
    [stranger, 404],
  ] as const) {
    const order = { params: { id: pet.petId }, body: { order: [Number(photoId)] } }
    expect((await sendPhoto(app, pet.petId, bytes, who)).status).toBe(status)
    expect((await app.call(photoCalls.order, order, who)).status).toBe(status)
    expect((await app.call(photoCalls.remove, { params: { id: pet.petId, photoId } }, who)).status).toBe(status)
  }
  const throughOwnPet = { params: { id: theirs.pet.petId, photoId } }
  expect((await app.call(photoCalls.remove, throughOwnPet, stranger)).error.code).toBe('photo_not_found')
  expect((await sendPhoto(app, pet.petId, bytes, admin)).status).toBe(201)
  expect((await app.call(photoCalls.remove, { params: { id: pet.petId, photoId } }, admin)).status).toBe(204)
})

// PHO-1, V2.4.1
test('one account sends a limited number of photos an hour, and others go on', async () => {
  const [owner, other] = [await aUser(app.db), await aUser(app.db)]
  const [pet, another] = [await aPet(app.db, owner), await aPet(app.db, other)]
  const [bytes, nothing] = [await aPhoto(), Buffer.from('no photo')]
  for (let time = 0; time < LIMITS.photosByAccount.points; time++)
    expect((await sendPhoto(throttled, pet.id, nothing, owner)).status).toBe(400)
  expect((await sendPhoto(throttled, pet.id, bytes, owner)).status).toBe(429)
  expect((await sendPhoto(throttled, another.id, bytes, other)).status).toBe(201)
})

// PHO-2
test('an unknown, misspelt or guessed file name gets 404', async () => {
  const owner = await aUser(app.db)
  const { photos } = await aPetWithPhotos(app, owner, 1)
  const { large } = photos[0]?.urls ?? { large: '' }
  const wrong = [
    `/photos/${'a'.repeat(32)}-large.webp`,
    large.replace('large', 'huge'),
    large.replace('.webp', '.jpg'),
    large.toUpperCase().replace('/PHOTOS', '/photos'),
    large.replace('/photos/', '/photos/..%2f'),
    `${large}%00`,
  ]
  for (const url of wrong) expect((await fetched(url)).status, url).toBe(404)
  expect((await fetched(large)).status).toBe(200)
})
