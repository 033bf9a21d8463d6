import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { scanCalls } from '@petsetu/contract/pets/tags.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { forgetScans, listScans, scanCounter } from './scan-counter.ts'

// Scans are written every few seconds; this clock passes only where a test says so.
vi.useFakeTimers({ toFake: ['setInterval'] })
afterAll(() => vi.useRealTimers())

const app = await testApp()
const owner = await aUser(app.db)

const open = (petId: string, init: RequestInit = {}) =>
  app.fetch(`/pet-detail/${petId}`, { headers: { accept: 'text/html' }, ...init })
const list = (pet: { petId: string }, person = owner) => app.call(scanCalls.list, { params: { id: pet.petId } }, person)

// FND-6
test('opening a pet’s page counts, and its owner soon reads the day and number', async () => {
  const [pet, other] = [await aPet(app.db, owner), await aPet(app.db, owner)]
  const replies = [
    await open(pet.petId),
    await open(pet.petId.toLowerCase()),
    await open(pet.petId, { method: 'HEAD' }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  await open('22222222222A')
  await app.call(petCalls.read, { params: { id: pet.petId } })
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.poll(async () => (await list(pet)).body).toEqual([{ day: today(), scans: 2 }])
  expect((await list(other)).body).toEqual([])
  expect((await list(pet, await anAdmin(app.db))).body).toHaveLength(1)
  expect((await list(pet, await aUser(app.db))).status).toBe(404)
})

// FND-6
test('a stop writes what is still in memory', async () => {
  const node = await testApp({}, { pool: app.pool, db: app.db })
  const pet = await aPet(app.db, owner)
  await node.fetch(`/pet-detail/${pet.petId}`, { headers: { accept: 'text/html' } })
  expect((await list(pet)).body).toEqual([])
  await node.close()
  expect((await list(pet)).body).toEqual([{ day: today(), scans: 1 }])
})

// FND-6
test('counts of two nodes add up, and a deleted pet holds up no others', async () => {
  const [pet, gone] = [await aPet(app.db, owner), await aPet(app.db, owner)]
  const counters = [scanCounter(app.db), scanCounter(app.db)]
  for (const counter of counters) for (const { petId } of [pet, gone, pet]) counter.count(petId)
  await app.call(petCalls.delete, { params: { id: gone.petId } }, owner)
  await Promise.all(counters.map((counter) => counter.write()))
  expect((await list(pet)).body).toEqual([{ day: today(), scans: 4 }])
})

// FND-6
test('what the database did not take is kept for the next write', async () => {
  const pet = await aPet(app.db, owner)
  const counter = scanCounter(app.db)
  counter.count(pet.petId)
  await app.pool.query('alter table scan_days rename to scan_days_away')
  await expect(counter.write()).rejects.toThrow()
  counter.count(pet.petId)
  await app.pool.query('alter table scan_days_away rename to scan_days')
  await counter.write()
  expect((await list(pet)).body).toEqual([{ day: today(), scans: 2 }])
})

// FND-6, V14.2.4
test('only a pet, a day and a number are stored, and old days are deleted', async () => {
  const pet = await aPet(app.db, owner)
  await app.pool.query(
    `insert into scan_days select $1, (now() at time zone 'Asia/Kolkata')::date - ago, 1 from unnest(array[396, 397]) ago`,
    [pet.id],
  )
  await forgetScans(app.db, 396)
  const { rows } = await app.pool.query('select * from scan_days where pet_number = $1', [pet.id])
  expect(rows.map((row) => Object.keys(row))).toEqual([['pet_number', 'day', 'scans']])
})

// FND-6
test('a scan after midnight in India counts for the new day', async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  const counter = scanCounter(app.db)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') })
  try {
    counter.count(pet.petId)
  } finally {
    vi.useRealTimers()
  }
  await counter.write()
  expect(await listScans(app.db, pet.id)).toEqual([{ day: '2026-11-21', scans: 1 }])
})
