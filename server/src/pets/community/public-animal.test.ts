import { allCalls } from '@petsetu/contract/calls.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { type PageFacts, paths } from '@petsetu/contract/paths.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { ELSEWHERE } from '@petsetu/contract/pets/community/community-facts.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { expect, test } from 'vitest'
import { callSamples, nameOf, type Sample, sampleOf } from '../../../test/call-samples.ts'
import { aCarer, aStreetAnimal, STREET_ANIMAL } from '../../../test/community.ts'
import { anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { callsThrough, testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { aComplaint, payingApp } from '../../../test/paying-app.ts'
import { readPdf } from '../../../test/read-pdf.ts'

const app = await payingApp()
const { db } = app
const limited = await testApp({ RATE_LIMITS: 'on' }, app)

const PAGE = { accept: 'text/html' }

async function open(path: string): Promise<{ status: number; html: string }> {
  const reply = await app.fetch(path, { headers: PAGE })
  return { status: reply.status, html: await reply.text() }
}

const sightings = (petNumber: number) =>
  db.selectFrom('sightings').select(['area', 'week', 'count']).where('pet_id', '=', petNumber).orderBy('area').execute()

function tap(petId: string, area: string, at: Pick<typeof app, 'fetch'> = app) {
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
  // The foot of each page can be called, too.
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  for (const told of ['feeds Kalu and looks after its health', 'href="tel:']) expect(main).toContain(told)
  for (const told of [
    'Kalu lives here',
    'Behind the vegetable market, Kasba Peth',
    'Vaccinated against rabies until 5 January 2999',
    'Sterilised on 1 February 2026',
    'Something is wrong with this animal',
    `/complaint?animal=${petId}`,
    'I have seen it',
  ])
    expect(html).toContain(told)
})

// COM-2
test('its page offers a call before the complaint, which has a fee', async () => {
  const { petId } = await aStreetAnimal(db)
  const { html } = await open(`/pet-detail/${petId}`)
  const call = html.indexOf('Is it hurt or ill?')
  expect(call).toBeGreaterThan(0)
  const fee = html.indexOf('Chased away or treated badly? A complaint about cruelty has a filing fee of ₹100 or more.')
  expect(fee).toBeGreaterThan(call)
  expect(html.indexOf(`/complaint?animal=${petId}`)).toBeGreaterThan(fee)
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

// COM-2, LIT-1
test.each([
  ['here', 'en', 'Kalu lives in Kasba Peth and is looked after by '],
  ['moved', 'en', 'Kalu does not live here any more.'],
  ['moved', 'mr', 'Kalu आता इथे राहत नाही.'],
  ['died', 'en', 'Kalu has died'],
  ['died', 'hi', 'Kalu अब हमारे बीच नहीं है'],
] as const)('the preview of an animal says its status, %s, in %s', async (status, language, told) => {
  const { petId } = await aStreetAnimal(db)
  const body = { ...STREET_ANIMAL, status }
  await app.call(communityCalls.change, { params: { id: petId }, body }, await anAdmin(db))
  const { html } = await open(`/pet-detail/${petId}?lang=${language}`)
  const [, description] = /<meta property="og:description" content="([^"]*)">/.exec(html) ?? []
  expect(description).toContain(told)
})

// COM-2
test('a tap on an old page of an animal that died is not counted', async () => {
  const { id, petId, ward } = await aStreetAnimal(db)
  await db.updateTable('community_animals').set({ status: 'died' }).where('pet_id', '=', id).execute()
  const reply = await tap(petId, ward)
  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('Kalu has died')
  expect(await sightings(id)).toEqual([])
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

// COM-2, COM-4
test('a sighting that comes while somebody adopts the animal is not kept', async () => {
  const [{ id, petId, ward }, owner] = [await aStreetAnimal(db), await aUser(db)]
  const adopting = await app.pool.connect()
  try {
    await adopting.query('begin')
    await adopting.query(`update pets set pet_kind = 'owned', user_id = $1 where id = $2`, [owner.id, id])
    const tapped = tap(petId, ward)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    await adopting.query('delete from sightings where pet_id = $1', [id])
    await adopting.query('commit')
    expect((await tapped).status).toBe(404)
    expect(await sightings(id)).toEqual([])
  } finally {
    adopting.release()
  }
})

// COM-2
test('a sighting in an area that the page does not offer is rejected', async () => {
  const { id, petId } = await aStreetAnimal(db)
  expect((await tap(petId, 'At the blue gate of Asha')).status).toBe(400)
  const owned = await aPet(db, await aUser(db))
  expect((await tap(owned.petId, ELSEWHERE)).status).toBe(404)
  expect(await sightings(id)).toEqual([])
})

// COM-2, LIT-2
test('a sighting that is not counted is answered by the page, with what to do', async () => {
  const { petId } = await aStreetAnimal(db, null, { petName: 'Sundari' })
  const reply = await tap(petId, 'At the blue gate of Asha')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([400, expect.stringMatching(/^text\/html/)])
  const html = await reply.text()
  expect(html).toContain('Sundari')
  expect(html).toContain('That was not counted. Please try again in a few minutes.')
  expect(html).toContain(`action="/pet-detail/${petId}/seen"`)
})

// COM-2
test('a sighting that was not counted counts when it is tried again', async () => {
  const { id, petId, ward } = await aStreetAnimal(db)
  expect((await tap(petId, 'A ward that is gone', limited)).status).toBe(400)
  expect((await tap(petId, ward, limited)).status).toBe(303)
  expect(await sightings(id)).toMatchObject([{ area: ward, count: 1 }])
})

// COM-2
test('a complaint that its page led to names the animal, and the case links its page', async () => {
  const { petId } = await aStreetAnimal(db, null, { petName: 'Sundari' })
  expect((await open(`/complaint?animal=${petId}`)).html).toContain('about Sundari')
  const owned = await aPet(db, await aUser(db), { petName: 'Private Moti' })
  const { html } = await open(`/complaint?animal=${owned.petId}`)
  expect(html).not.toContain('Private Moti')
  // The script does not take the tag from the address then.
  expect(html).toContain('"animal":null')

  const id = await aComplaint(app, { about_tag: petId })

  const { body } = await app.call(complaintCalls.read, { params: { id: String(id) } }, await anAdmin(db))
  expect(body.data.animal).toEqual({ petId, petName: 'Sundari' })
})

const SECRET = /zubaida|99887|18\.51234|73\.85678|blue gate|house 712/i

/** The answers that a stranger may get about an animal, or asks for in vain, beside the calls that are open to anyone. */
const answersAbout = ({ id, petId, ward }: { id: number; petId: string; ward: string }) => [
  // Its page in each language, what its forms answer, and its certificate.
  ...['', '?lang=hi', '?lang=mr', '?seen=yes', '/found', '/seen', '/certificate.pdf'].map(
    (rest) => `/pet-detail/${petId}${rest}`,
  ),
  `/complaint?animal=${petId}`,
  // Searches and lists.
  ...[`/find-tag?id=${petId}`, '/', '/lost', `/lost?area=${encodeURIComponent(ward)}`, '/lost?search=Kalu'],
  ...['/openapi.json', '/docs', '/robots.txt', '/sitemap.xml', '/privacy', '/contact'],
  // Its records, prints and calendars, which are for its carers.
  ...[`/pets/${petId}`, `/pets/${id}`, `/api/community/${petId}`, `/api/community/${petId}/sightings`],
  ...['care', 'care.ics', 'poster.pdf', 'card.pdf', 'photos'].map((rest) => `/pets/${petId}/${rest}`),
  ...['/care/due', '/api/community', '/api/camps', '/pets', '/api/found'],
  // The admins' lists, searches and files.
  ...['/api/admin/community', '/api/admin/community.csv', '/api/admin/carers', `/api/admin/community/${id}/carers`],
  ...['/api/admin/search?q=Kalu', '/admin/pets?search=Kalu', '/admin/pets.csv', '/api/admin/camps'],
]

async function textOf(reply: Response): Promise<string> {
  if (reply.headers.get('content-type')?.startsWith('application/pdf') !== true) return reply.text()
  return (await readPdf(await reply.bytes())).pieces.map(({ text }) => text).join('\n')
}

// COM-2
test('its certificate names what was done in the reader’s language, and its ward alone', async () => {
  const care = { rabiesOn: '2026-01-05', rabiesValidUntil: '2999-01-05', sterilisedOn: '2026-02-01' }
  const { petId } = await aStreetAnimal(db, await aCarer(db), { ...care, sterilisedBy: 'Clinic of Asha' })
  const read = async (language: string) =>
    textOf(await app.fetch(`/pet-detail/${petId}/certificate.pdf`, { headers: { 'accept-language': language } }))

  const english = await read('en')
  for (const told of ['Certificate of Kalu', 'Kasba Peth', '1 February 2026', 'valid until 5 January 2999'])
    expect(english).toContain(told)
  expect(english).not.toMatch(/Asha|vegetable market/)
  expect(await read('hi')).toContain('रेबीज टीकाकरण')
  expect((await open(`/pet-detail/${petId}`)).html).toContain(`/pet-detail/${petId}/certificate.pdf`)
})

// COM-2
test('an animal without care, one that died and an owned pet have no certificate', async () => {
  const { petId } = await aStreetAnimal(db)
  const dead = await aStreetAnimal(db, null, { sterilisedOn: '2026-02-01' })
  await db.updateTable('community_animals').set({ status: 'died' }).where('pet_id', '=', dead.id).execute()
  const owned = await aPet(db, await aUser(db), { sterilizationDate: '2026-02-01' })
  for (const tag of [petId, dead.petId, owned.petId]) {
    expect((await app.fetch(`/pet-detail/${tag}/certificate.pdf`)).status).toBe(404)
    expect((await open(`/pet-detail/${tag}`)).html).not.toContain('certificate.pdf')
  }
})

// COM-2
test('a vaccination of which no day is known is not certified', async () => {
  const carer = await aCarer(db)
  const planned = await aStreetAnimal(db, carer)
  const sterilised = await aStreetAnimal(db, carer, { sterilisedOn: '2026-02-01' })
  for (const { petId } of [planned, sterilised]) {
    const body = { kind: 'rabies', note: 'Ask the vet' } as const
    expect((await app.call(careCalls.create, { params: { id: petId }, body }, carer)).status).toBe(201)
  }
  expect((await app.fetch(`/pet-detail/${planned.petId}/certificate.pdf`)).status).toBe(404)
  const certified = await textOf(await app.fetch(`/pet-detail/${sterilised.petId}/certificate.pdf`))
  expect(certified).toContain('1 February 2026')
  expect(certified).not.toContain('Rabies')
})

// COM-2, COM-4
test('its carers read where it was seen, and nobody else', async () => {
  const carer = await aCarer(db)
  const { petId, ward } = await aStreetAnimal(db, carer)
  await tap(petId, ward)
  await tap(petId, ELSEWHERE)
  const params = { id: petId }
  const { body } = await app.call(communityCalls.sightings, { params }, carer)
  expect(body.data.map(({ area, count }) => [area, count])).toEqual([
    [ELSEWHERE, 1],
    [ward, 1],
  ])
  expect((await app.call(communityCalls.sightings, { params }, await aCarer(db))).status).toBe(404)
})

/** An animal of which every text that a stranger must not read has one of the words of `SECRET`. */
async function anAnimalWithSecrets() {
  const carer = await aCarer(db)
  const secrets = {
    username: `feeder-zubaida-${carer.id}`,
    email: `zubaida${carer.id}@example.org`,
    phone: '+91 99887 76655',
    note: 'Fed at the blue gate of Zubaida, House 712, 18.51234, 73.85678',
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
    ...{ rabiesOn: '2026-01-05', rabiesValidUntil: '2999-01-05' },
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
  return { carer, id, petId, ward }
}

// COM-2
test('no public answer holds a carer, a feeding place, a note or a coordinate', async () => {
  const { carer, id, petId, ward } = await anAnimalWithSecrets()
  const calls = allCalls.filter(({ method, access }) => method === 'GET' && access === 'anyone')
  const answers = [...calls.map(({ path }) => path.replace(/\{\w+\}/g, petId)), ...answersAbout({ id, petId, ward })]
  const { body: filled } = await app.call(careCalls.renewFeed, {}, carer)
  const otherCarer = await aCarer(db)
  await aStreetAnimal(db, otherCarer)
  const found: string[] = []
  const types = new Set<string>()
  // A page is the same for everybody: a person is known by the header of a call.
  for (const person of ['page', null, await aUser(db), otherCarer] as const)
    for (const path of answers) {
      const accept = person === 'page' ? 'text/html' : 'application/json'
      const token = person === 'page' ? undefined : person?.token
      const reply = await app.fetch(path, { headers: { accept, ...(token && { authorization: `Bearer ${token}` }) } })
      types.add(reply.headers.get('content-type')?.split(';')[0] ?? '')
      if (SECRET.test(await textOf(reply))) found.push(`${path} ${accept}`)
    }

  expect(calls.length).toBeGreaterThan(5)
  expect(types).toContain('application/pdf')
  expect(found).toEqual([])
  // The feed of a carer, whose address is a secret, names the animal and nobody.
  const feed = await textOf(await app.fetch(filled.path))
  expect([feed.includes('Kalu'), SECRET.test(feed)]).toEqual([true, false])
  const { body } = await app.call(petCalls.read, { params: { id: petId } })
  expect(Object.keys(body).toSorted()).toEqual(
    ['community', 'lost', 'petAge', 'petGender', 'petId', 'petName', 'petType', 'photos'].toSorted(),
  )
  expect(Object.keys(body.community ?? {}).toSorted()).toEqual(
    ['earNotch', 'landmark', 'rabiesOn', 'rabiesValidUntil', 'status', 'sterilisedOn', 'ward'].toSorted(),
  )
})

// The names of fields and parameters that name an animal.
const NAMES_ANIMAL = /^(id|tag|about_tag|petId|petIds)$/

/** A sample, and what a stranger may make of it to ask about this animal: in each parameter, and in each field that can name one. */
function askedAbout(call: Call, sample: Sample, petId: string): Sample[] {
  const named = (fields: object | undefined) =>
    Object.fromEntries(Object.keys(fields ?? {}).flatMap((name) => (NAMES_ANIMAL.test(name) ? [[name, petId]] : [])))
  const { params, query, body } = sample
  const all = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, petId]))
  return [
    sample,
    { ...sample, ...(params && { params: { ...params, ...all } }) },
    {
      ...sample,
      ...(params && { params: { ...params, ...named(call.params?.shape) } }),
      ...(query && { query: { ...query, ...named(call.query?.shape) } }),
      ...(body && { body: { ...body, ...named(call.body?.shape) } }),
    },
  ]
}

const samples = callSamples(app)
const withSecrets = await anAnimalWithSecrets()

for (const call of allCalls.filter(({ access }) => access === 'anyone')) {
  // COM-2
  test(`${nameOf(call)} tells no secret of an animal, with a login or without`, async () => {
    const { petId } = withSecrets
    let texts = ''
    const ask = callsThrough(async (path, init) => {
      const reply = await app.fetch(path, init)
      texts += `${path} ${await textOf(reply.clone())}\n`
      return reply
    })
    // A new carer, because some calls end the session.
    for (const person of [null, await aCarer(db)]) {
      const sample = await sampleOf(samples, call, await aUser(db))
      // Each case that the sample made is about the animal.
      await db.updateTable('complaints').set({ about_tag: petId }).execute()
      for (const [index, { headers, ...input }] of askedAbout(call, sample, petId).entries()) {
        const { status } = await ask(call, input as Input<Call>, person, headers)
        if (index === 0) expect(status).toBe(call.status ?? 200)
      }
    }
    expect(texts).not.toMatch(SECRET)
  })
}

// COM-2
test('no page that is open to anyone tells a secret of an animal in its address', async () => {
  const { petId } = await anAnimalWithSecrets()
  const told: string[] = []
  const pages = Object.values<PageFacts & { pattern: string }>(paths).filter(({ who }) => who === 'anyone')
  for (const { pattern } of pages)
    for (const search of ['', `?animal=${petId}&tag=${petId}&id=${petId}&q=Kalu&search=Kalu`]) {
      const { html } = await open(pattern.replace(/\{\w+\}/g, petId) + search)
      if (SECRET.test(html)) told.push(pattern + search)
    }
  expect(told).toEqual([])
})
