import { careCalls } from '@petsetu/contract/pets/care.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { PublicPet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { expect, test } from 'vitest'
import { aBlankTag, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp({ PUBLIC_URL: 'https://pets.example.org' })

const open = (petId: string) =>
  plainRequest(app.url, { path: `/pet-detail/${encodeURIComponent(petId)}`, headers: { accept: 'text/html' } })

const withoutScripts = (html: string) =>
  html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<style>[\s\S]*?<\/style>/g, '')

// PET-13, PET-16
test('an unknown or invalid ID, or one of a deleted pet, gets a 404 page that says so', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner, { petName: 'Gone', contactDetails: 'gone-contact' })
  await app.call(petCalls.delete, { params: { id: String(pet.id) } }, owner)
  const shown = new Set<string>()
  for (const petId of [
    '22222222222A',
    'nonsense',
    '1',
    String(pet.id),
    pet.petId,
    '<script>',
    '%',
    '..',
    'x'.repeat(190),
    '🐕',
  ]) {
    const page = await open(petId)
    expect.soft(page.status, petId).toBe(404)
    expect.soft(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect.soft(withoutScripts(page.text)).toContain('Pet not found or an error occurred.')
    expect.soft(withoutScripts(page.text)).toContain('Please check the ID')
    expect.soft(withoutScripts(page.text)).not.toContain('Try Again')
    expect.soft(page.text).not.toMatch(/gone-contact|<script>\W/)
    expect.soft(page.headers['x-robots-tag']).toBe('noindex')
    shown.add(page.text)
  }
  expect(shown.size).toBe(1)
})

// PET-15, PET-13, PET-14
test('without JavaScript the page holds name, contact and every field, with a preview', async () => {
  const fields = {
    petName: 'Sheru',
    ownerName: 'Asha Patil',
    petType: 'Indie',
    petAge: '4 years',
    treatmentDetail: 'Wound dressed',
    vaccinationDetail: 'Rabies booster',
    sterilizationDetail: 'Camp 12',
    dewormingDetail: 'Tablet given',
    doctorName: 'Dr. Kulkarni',
    location: 'Kothrud',
    address: '7 Banyan Lane',
    contactDetails: 'Call 98765 43210',
  }
  const pet = await aPet(app.db, await aUser(app.db), { ...fields, vaccinationDate: '2026-03-31' })
  await app.pool.query(
    "update pets set treatment = 'Old limp', vaccination = 'Old shots', sterilization = 'Old op' where id = $1",
    [pet.id],
  )
  const page = await open(pet.petId)
  expect(page.status).toBe(200)
  const html = withoutScripts(page.text)
  for (const value of [...Object.values(fields), 'Old limp', 'Old shots', 'Old op', '2026'])
    expect.soft(html).toContain(value)
  expect(html).toMatch(/<title>[^<]*Sheru[^<]*<\/title>/)
  expect(html).toMatch(/property="og:title" content="[^"]*Sheru/)
  expect(html).toMatch(/property="og:description" content="[^"]+"/)
  expect(html).toContain(`property="og:url" content="https://pets.example.org/pet-detail/${pet.petId}"`)
  expect(html).toMatch(/href="tel:\+?[\d-]*9876543210"/)
  // Contact details first: a finder reads from the top.
  expect(html.indexOf('98765 43210', html.indexOf('<h1'))).toBeLessThan(html.indexOf('Rabies booster'))
})

// PET-15
test('the page is not indexed or cached, and its previews contain no contact', async () => {
  const pet = await aPet(app.db, await aUser(app.db), { contactDetails: 'secret-contact' })
  const page = await open(pet.petId)
  expect(page.headers['x-robots-tag']).toBe('noindex')
  expect(page.text).toMatch(/<meta name="robots" content="noindex"\/?>/)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.text.slice(0, page.text.indexOf('</head>'))).not.toContain('secret-contact')
})

// PET-14
test('empty fields show as nothing or as not provided, never as undefined or null', async () => {
  const page = await open((await aPet(app.db, await aUser(app.db))).petId)
  expect(withoutScripts(page.text)).not.toMatch(/undefined|null|NaN|Invalid Date/)
})

// PET-13, PET-14
test('a missing owner, treatment or doctor is shown as not provided', async () => {
  const fields = { vaccinationDetail: 'Rabies booster', dewormingDate: '2026-03-31' }
  const html = withoutScripts((await open((await aPet(app.db, await aUser(app.db), fields)).petId)).text)
  const after = (heading: string) =>
    html
      .slice(html.indexOf(`>${heading}</`))
      .replace(/<[^>]*>/g, ' ')
      .slice(0, 200)
  expect(after('Vaccination')).toMatch(/^> *Vaccination +Rabies booster/)
  expect(after('Deworming')).toMatch(/^> *Deworming +31 March 2026 +Not provided: Owner/)
  expect(html).toContain('>Not provided: Owner, Treatment, Sterilisation, Doctor<')
})

// CAR-2
test('a finder reads, in each language, until when the rabies vaccination is valid', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const line = async (language: string) => {
    const page = await plainRequest(app.url, {
      path: `/pet-detail/${pet.petId}?lang=${language}`,
      headers: { accept: 'text/html' },
    })
    const html = withoutScripts(page.text)
    expect(html).not.toMatch(/\bsafe\b/i)
    return html.replace(/<[^>]*>/g, ' ')
  }
  expect(await line('en')).toContain('Rabies vaccination: not known')
  expect(await line('hi')).toContain('रेबीज के टीके की जानकारी नहीं है')

  const endsOn = (valid_until: string, day = '2020-01-01') =>
    app.call(
      careCalls.create,
      { params: { id: pet.petId }, body: { kind: 'rabies', product: 'Raksharab', day, valid_until } },
      owner,
    )
  const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10)
  await endsOn(yesterday)
  expect(await line('en')).toContain('Rabies vaccination no longer valid')
  expect(await line('mr')).toContain('रेबीजची लस आता वैध नाही')
  await endsOn(today())
  expect(await line('en')).toContain(`Rabies vaccination valid until ${formatLongDay(today(), 'en')}`)
  await endsOn('2999-03-05')
  expect(await line('en')).toContain('Rabies vaccination valid until 5 March 2999')
  expect(await line('hi')).toContain('रेबीज का टीका 5 मार्च 2999 तक मान्य है')
  expect(await line('mr')).toContain('रेबीजची लस 5 मार्च, 2999पर्यंत वैध आहे')
})

// CAR-2, PET-14
test('a vaccination of the form that names rabies is not called unknown', async () => {
  const owner = await aUser(app.db)
  const textOf = async (fields: object) => {
    const page = await open((await aPet(app.db, owner, fields)).petId)
    return withoutScripts(page.text).replace(/<[^>]*>/g, ' ')
  }
  const detail = { vaccinationDetail: 'Anti-rabies and DHPP', vaccinationDate: '2026-10-02' }
  expect(await textOf(detail)).toContain('Vaccinated against rabies on 2 October 2026; expiry not given')
  const valid = { ...detail, vaccinationValidUntil: '2999-10-01' }
  expect(await textOf(valid)).toContain('Rabies vaccination valid until 1 October 2999')
  expect(await textOf({ ...detail, vaccinationDate: '2999-10-02' })).toContain('Rabies vaccination: not known')
})

// PET-15, PET-12, V15.3.1
test('the page never says who registered the pet', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const { text } = await open(pet.petId)
  for (const secret of [owner.username, owner.email, '"id"', 'user_id', 'created_at'])
    expect(text).not.toContain(secret)
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  const shown = (JSON.parse(data) as { tag: { pet: object } }).tag.pet
  // Only an animal of the street has facts about its life there.
  const { community: _, ...ofOwned } = PublicPet.shape
  expect(Object.keys(shown).sort()).toEqual(Object.keys(ofOwned).sort())
})

// PET-15, V1.2.1, V3.2.2
test('markup in any field is shown as text and starts no script', async () => {
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'\`&lt;\u2028${'${1}'}<!--`
  const one = evil.replace('\u2028', '')
  const fields = {
    petName: one.slice(0, 60),
    petType: one.slice(0, 60),
    petAge: one.slice(0, 40),
    ownerName: one,
    location: one,
    address: one,
    contactDetails: one,
    treatmentDetail: one,
    doctorName: one,
  }
  const pet = await aPet(app.db, await aUser(app.db), fields)
  const { status, text } = await open(pet.petId)
  expect(status).toBe(200)
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<img src=x')
  for (const [, attributes] of text.matchAll(/<script([^>]*)>/g))
    expect(attributes).toMatch(/^ (type="module" src="\/assets\/|type="application\/json" id=")/)
  expect(text.match(/<\/script>/g)?.length).toBe(text.match(/<script/g)?.length)
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  expect(JSON.parse(data)).toMatchObject({ tag: { pet: fields } })
})

// PET-16
test('a blank tag offers to register a pet on it, for signed-in people and visitors', async () => {
  const tag = await aBlankTag(app.db)
  const page = await open(tag)
  expect(page.status).toBe(200)
  const html = withoutScripts(page.text)
  expect(html).toMatch(/register/i)
  expect(html).toContain(groupPetId(tag))
  expect(html).not.toContain('Pet not found')
  expect(page.headers['x-robots-tag']).toBe('noindex')
})

// PET-16, TAG-2
test('lower case, dashes and blanks in the address lead to the same page', async () => {
  const pet = await aPet(app.db, await aUser(app.db), { petName: 'Sheru' })
  const grouped = groupPetId(pet.petId)
  for (const writing of [pet.petId.toLowerCase(), grouped, grouped.toLowerCase(), grouped.replaceAll('-', ' ')]) {
    const page = await open(writing)
    expect([page.status, page.text.includes('Sheru')]).toEqual([200, true])
  }
})

// PET-13
test('what an owner saves is what the next scan shows', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner, { petName: 'Before' })
  expect((await open(pet.petId)).text).toContain('Before')
  const { id, petId, treatment, vaccination, sterilization, ...form } = pet
  await app.call(petCalls.update, { params: { id: String(id) }, body: { ...form, petName: 'After' } }, owner)
  const { text } = await open(petId)
  expect([text.includes('After'), text.includes('Before')]).toEqual([true, false])
  expect([treatment, vaccination, sterilization]).toEqual([null, null, null])
})
