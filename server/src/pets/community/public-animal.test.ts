import { allCalls } from '@petsetu/contract/calls.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { communityCalls } from '@petsetu/contract/pets/community.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { ELSEWHERE } from '@petsetu/contract/pets/seen.ts'
import { expect, test } from 'vitest'
import { aCarer, aStreetAnimal, STREET_ANIMAL } from '../../../test/community.ts'
import { anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aComplaint } from '../../../test/paying-app.ts'

const app = await testApp()
const { db } = app
const limited = await testApp({ RATE_LIMITS: 'on' }, app)

const PAGE = { accept: 'text/html' }

async function open(path: string): Promise<{ status: number; html: string }> {
  const reply = await app.fetch(path, { headers: PAGE })
  return { status: reply.status, html: await reply.text() }
}

const sightings = (petNumber: number) =>
  db.selectFrom('sightings').select(['area', 'week', 'count']).where('pet_id', '=', petNumber).orderBy('area').execute()

function tap(petId: string, area: string, at = app) {
  return at.fetch(`/pet-detail/${petId}/seen`, {
    method: 'POST',
    headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ area }).toString(),
  })
}

// COM-2
test('its page says that it lives here, who cares, and how long it is vaccinated', async () => {
  const care = { rabiesOn: '2026-01-05', rabiesValidUntil: '2999-01-05', sterilisedOn: '2026-02-01' }
  const { petId } = await aStreetAnimal(db, await aCarer(db), { ...care, petName: 'Kalu' })

  const { status, html } = await open(`/pet-detail/${petId}`)

  expect(status).toBe(200)
  for (const told of [
    'Kalu lives here',
    'Behind the vegetable market, Kasba Peth',
    'Vaccinated against rabies until 5 January 2999',
    'Sterilised on 1 February 2026',
    'Something is wrong with this animal',
    `/complaint?animal=${petId}`,
    'I have seen it',
    'tel:',
  ])
    expect(html).toContain(told)
})

// COM-2
test('nobody can say to have found its owner', async () => {
  const { petId } = await aStreetAnimal(db)
  expect((await open(`/pet-detail/${petId}/found`)).status).toBe(404)
  expect((await open(`/pet-detail/${petId}`)).html).not.toContain(`/pet-detail/${petId}/found`)
})

// COM-2
test('an animal that died asks for nothing any more', async () => {
  const { petId } = await aStreetAnimal(db)
  const body = { ...STREET_ANIMAL, status: 'died' as const }
  await app.call(communityCalls.change, { params: { id: petId }, body }, await anAdmin(db))
  const { html } = await open(`/pet-detail/${petId}`)
  expect(html).toContain('Kalu has died')
  expect(html).not.toContain(`/pet-detail/${petId}/seen`)
})

// COM-2
test('a sighting is counted by area and week, once for each network', async () => {
  const { id, petId, ward } = await aStreetAnimal(db)

  const reply = await tap(petId, ward, limited)
  expect([reply.status, reply.headers.get('location')]).toEqual([303, `/pet-detail/${petId}?seen=yes`])
  await tap(petId, ward, limited)
  await tap(petId, ELSEWHERE, limited)

  const [first, ...others] = await sightings(id)
  expect(others).toEqual([])
  expect(first).toMatchObject({ area: ward, count: 1 })
  expect(new Date(`${first?.week}T00:00:00Z`).getUTCDay()).toBe(1)
  expect((await open(`/pet-detail/${petId}?seen=yes`)).html).toContain('Thank you. It was counted.')
})

// COM-2
test('a sighting in an area that the page does not offer is rejected', async () => {
  const { id, petId } = await aStreetAnimal(db)
  expect((await tap(petId, 'At the blue gate of Asha')).status).toBe(400)
  const owned = await aPet(db, await aUser(db))
  expect((await tap(owned.petId, ELSEWHERE)).status).toBe(404)
  expect(await sightings(id)).toEqual([])
})

// COM-2
test('a complaint that its page led to names the animal, and the case links its page', async () => {
  const { petId } = await aStreetAnimal(db, null, { petName: 'Sundari' })
  expect((await open(`/complaint?animal=${petId}`)).html).toContain('about Sundari')
  const owned = await aPet(db, await aUser(db), { petName: 'Private Moti' })
  expect((await open(`/complaint?animal=${owned.petId}`)).html).not.toContain('Private Moti')

  const id = await aComplaint(app, { about_tag: petId })

  const { body } = await app.call(complaintCalls.read, { params: { id: String(id) } }, await anAdmin(db))
  expect(body.data.animal).toEqual({ petId, petName: 'Sundari' })
})

// COM-2
test('no public answer holds a carer, a feeding place, a note or a coordinate', async () => {
  const carer = await aCarer(db)
  const secrets = {
    username: 'feeder-zubaida',
    email: 'zubaida@example.org',
    phone: '+91 99887 76655',
    note: 'Fed at the blue gate of Zubaida, 18.51234, 73.85678',
    vet: 'Dr. Zubaida',
    recognitionNo: 'AWBI-ZUBAIDA',
  }
  const { username, email, phone } = secrets
  const keys = { username_key: username, email_key: email }
  await db
    .updateTable('users')
    .set({ username, email, phone, ...keys })
    .where('id', '=', carer.id)
    .execute()
  const { id, petId, ward } = await aStreetAnimal(db, carer, {
    ...{ note: secrets.note, recognitionNo: secrets.recognitionNo, sterilisedBy: 'Clinic of Zubaida' },
    certificateNo: 'ZUBAIDA-1',
  })
  await db
    .insertInto('care_records')
    .values({
      pet_number: id,
      kind: 'treatment',
      product: 'Zubaida drops',
      day: '2026-01-05',
      vet: secrets.vet,
      note: secrets.note,
      pair: 'treatment',
    })
    .execute()
  await tap(petId, ward)

  const calls = allCalls.filter(({ method, access }) => method === 'GET' && access === 'anyone')
  const paths = calls.map(({ path }) => path.replace(/\{\w+\}/g, petId))
  const pages = [
    ...['', '?lang=hi', '?lang=mr', '?seen=yes', '/found', '/seen'].map((rest) => `/pet-detail/${petId}${rest}`),
    ...['/', '/lost', `/lost?area=${encodeURIComponent(ward)}`, `/complaint?animal=${petId}`, `/find-tag?id=${petId}`],
    ...['/openapi.json', '/docs', '/robots.txt', '/sitemap.xml', '/privacy', '/contact'],
  ]
  const own = [null, await aUser(db), await aCarer(db)]
  const found: string[] = []
  for (const person of own) {
    const authorization = person ? { authorization: `Bearer ${person.token}` } : {}
    for (const path of [...paths, ...pages, `/pets/${id}`, `/api/community/${petId}`, `/pets/${petId}/care`])
      for (const accept of ['text/html', 'application/json']) {
        const reply = await app.fetch(path, {
          headers: { accept, ...(accept === 'application/json' && authorization) },
        })
        const text = await reply.text()
        if (/zubaida|99887|18\.51234|73\.85678|blue gate/i.test(text)) found.push(`${path} ${accept}`)
      }
  }

  expect(calls.length).toBeGreaterThan(5)
  expect(found).toEqual([])
  const { body } = await app.call(petCalls.read, { params: { id: petId } })
  expect(Object.keys(body).toSorted()).toEqual(
    ['community', 'lost', 'petAge', 'petGender', 'petId', 'petName', 'petType', 'photos'].toSorted(),
  )
  expect(Object.keys(body.community ?? {}).toSorted()).toEqual(
    ['earNotch', 'landmark', 'rabiesOn', 'rabiesValidUntil', 'status', 'sterilisedOn', 'ward'].toSorted(),
  )
})
