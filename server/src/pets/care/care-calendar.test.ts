import { type CareForm, careCalls, feedPath } from '@petsetu/contract/pets/care.ts'
import { expect, test } from 'vitest'
import { aCarer, aStreetAnimal } from '../../../test/community.ts'
import { aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { LIMITS } from '../../limits.ts'
import { recordConsent } from '../../people/consents/record-consent.ts'

const app = await testApp({ PUBLIC_URL: 'https://pets.example.org' })

async function aPetWithCare(owner: { id: number; token: string }, petName: string, body: CareForm) {
  const pet = await aPet(app.db, owner, { petName, address: '12 Neem Road', contactDetails: '98765 43210' })
  await app.call(careCalls.create, { params: { id: pet.petId }, body }, owner)
  return pet
}

// Lines longer than 75 bytes are folded.
const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n')
const feedOf = async (owner: { token: string }) => (await app.call(careCalls.renewFeed, {}, owner)).body.path
const GIVEN = { kind: 'rabies', day: '2026-03-05', valid_until: '2028-02-29', vet: 'Dr. Rao', note: 'Bites' } as const

// CAR-3
test('a pet’s calendar file has a whole day, an alarm a week before and a lasting id', async () => {
  const owner = await aUser(app.db)
  const pet = await aPetWithCare(owner, 'Moti; DTSTART:x,\nBEGIN:VEVENT \\', GIVEN)
  const read = () =>
    app.call(careCalls.calendar, { params: { id: String(pet.id) } }, owner, { 'accept-language': 'hi' })
  const { headers, body } = await read()
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="care-${pet.petId}.ics"`)
  expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const lines = unfolded(body)
  const uid = `UID:care-${pet.id}-rabies@pets.example.org`
  for (const line of [uid, 'DTSTART;VALUE=DATE:20280229', 'TRIGGER:-P7D', 'ACTION:DISPLAY'])
    expect(lines).toContain(line)
  // Text from people stays text.
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines).toContain('SUMMARY:Moti\\; DTSTART:x\\,\\nBEGIN:VEVENT \\\\: रेबीज टीकाकरण – तय तारीख')

  const booster = { ...GIVEN, day: '2026-09-01', valid_until: '2029-09-01' }
  await app.call(careCalls.create, { params: { id: pet.petId }, body: booster }, owner)
  const moved = unfolded((await read()).body)
  expect(moved.filter((line) => line.startsWith('UID:'))).toEqual([uid])
  expect(moved).toContain('DTSTART;VALUE=DATE:20290901')
})

// CAR-3
test('the feed has all pets of its owner in their language, and nothing about others', async () => {
  const owner = await aUser(app.db)
  await app.db.updateTable('users').set({ language: 'mr' }).where('id', '=', owner.id).execute()
  await aPetWithCare(owner, 'Moti', GIVEN)
  await aPetWithCare(owner, 'Rani', {
    kind: 'deworming',
    day: '2026-10-01',
    valid_until: '2027-01-01',
    product: 'Drontal',
  })
  await aPetWithCare(await aUser(app.db), 'Foreign', GIVEN)
  const { status, headers, text } = await app.fetch(await feedOf(owner)).then(async (reply) => ({
    status: reply.status,
    headers: reply.headers,
    text: await reply.text(),
  }))
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ])
  const summaries = unfolded(text).filter((line) => line.startsWith('SUMMARY:'))
  expect(summaries).toEqual(['SUMMARY:Rani: जंतनाशक औषध – ठरलेली तारीख', 'SUMMARY:Moti: रेबीज लसीकरण – ठरलेली तारीख'])
  for (const secret of [owner.username, owner.email, '98765', 'Neem', 'Dr. Rao', 'Bites', 'Drontal', 'Foreign'])
    expect(text).not.toContain(secret)
})

// CAR-3, LNG-2
test('the feed of an account without a language comes in that of the sign-up', async () => {
  const owner = await aUser(app.db)
  await recordConsent(app.db, { purpose: 'signup', subjectId: owner.id, language: 'hi' })
  await aPetWithCare(owner, 'Moti', GIVEN)
  const calendar = await app.fetch(await feedOf(owner)).then((reply) => reply.text())
  expect(unfolded(calendar)).toContain('SUMMARY:Moti: रेबीज टीकाकरण – तय तारीख')
})

// CAR-3
test('each treatment has an event of its own, which its next dose moves', async () => {
  const owner = await aUser(app.db)
  const drops = { kind: 'treatment', product: 'Ear drops', day: '2026-03-05', valid_until: '2028-03-05' } as const
  const pet = await aPetWithCare(owner, 'Moti', drops)
  const add = (body: CareForm) => app.call(careCalls.create, { params: { id: pet.petId }, body }, owner)
  await add({ ...drops, product: 'Tick tablet', valid_until: '2028-04-05' })
  const lines = async () => unfolded((await app.call(careCalls.calendar, { params: { id: pet.petId } }, owner)).body)
  const uids = (all: string[]) => all.filter((line) => line.startsWith('UID:')).toSorted()
  const before = await lines()
  expect(new Set(uids(before)).size).toBe(2)

  await add({ ...drops, product: 'ear drops', day: '2026-06-05', valid_until: '2028-06-05' })
  const after = await lines()
  expect(uids(after)).toEqual(uids(before))
  const days = after.filter((line) => line.startsWith('DTSTART'))
  expect(days).toEqual(['DTSTART;VALUE=DATE:20280405', 'DTSTART;VALUE=DATE:20280605'])
})

// CAR-3, COM-4
test('the feed of a carer leaves out an animal that has died', async () => {
  const carer = await aCarer(app.db)
  const rabies = { rabiesOn: '2026-03-05', rabiesValidUntil: '2028-02-29' }
  await aStreetAnimal(app.db, carer, { petName: 'Kalu', ...rabies })
  const dead = await aStreetAnimal(app.db, carer, { petName: 'Rani', ...rabies })
  const feed = await feedOf(carer)
  const summaries = async () => {
    const calendar = await app.fetch(feed).then((reply) => reply.text())
    return unfolded(calendar).filter((line) => line.startsWith('SUMMARY:'))
  }
  expect(await summaries()).toEqual([expect.stringContaining('Kalu'), expect.stringContaining('Rani')])
  await app.db.updateTable('community_animals').set({ status: 'died' }).where('pet_id', '=', dead.id).execute()
  expect(await summaries()).toEqual([expect.stringContaining('Kalu')])
  expect((await app.call(careCalls.listDue, {}, carer)).body.map(({ pet_id }) => pet_id)).not.toContain(dead.id)
})

// CAR-3
test('a feed ends when revoked, replaced or its account is deleted', async () => {
  const owner = await aUser(app.db)
  const statusOf = async (path: string) => (await app.fetch(path)).status
  const state = async () => (await app.call(careCalls.feedState, {}, owner)).body.created_at
  expect(await state()).toBeNull()
  const first = await feedOf(owner)
  const { rows } = await app.pool.query('select * from care_feeds where user_id = $1', [owner.id])
  expect(JSON.stringify(rows)).not.toContain(first.slice('/care/'.length, -'.ics'.length))
  for (const method of ['HEAD', 'GET']) expect((await app.fetch(first, { method })).status).toBe(200)
  expect((await app.pool.query('select * from care_feeds where user_id = $1', [owner.id])).rows).toEqual(rows)

  const second = await feedOf(owner)
  expect([await statusOf(first), await statusOf(second), typeof (await state())]).toEqual([404, 200, 'string'])
  await app.call(careCalls.revokeFeed, {}, owner)
  expect([await statusOf(second), await state()]).toEqual([404, null])
  const third = await feedOf(owner)
  await app.db.deleteFrom('users').where('id', '=', owner.id).execute()
  expect(await statusOf(third)).toBe(404)
})

// CAR-3
test('guesses of feeds are throttled by address, and a real feed waits with them', async () => {
  const throttled = await testApp({ RATE_LIMITS: 'on' }, { pool: app.pool, db: app.db })
  const feed = await feedOf(await aUser(app.db))
  expect((await throttled.fetch(feed)).status).toBe(200)
  const statuses: number[] = []
  for (let guess = 0; guess <= LIMITS.careFeedMisses.points; guess++)
    statuses.push((await throttled.fetch(feedPath('x'.repeat(43)))).status)
  expect(statuses).toEqual([...Array.from({ length: LIMITS.careFeedMisses.points }, () => 404), 429])
  expect((await throttled.fetch(feed)).status).toBe(429)
})
