import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { expect, test } from 'vitest'
import { aStreetAnimal } from '../../../test/community.ts'
import { aBlankTag, aPet, aUser } from '../../../test/factories.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp({ PUBLIC_URL: 'https://pets.example.org', HELPLINE_PHONE: '(020) 5550-1234' })
const inProduction = await testApp(
  {
    NODE_ENV: 'production',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://pets.example.org',
    RAZORPAY_KEY_ID: 'id',
    RAZORPAY_KEY_SECRET: 'key-secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook',
  },
  app,
)
const owner = await aUser(app.db)

/** The visible part of a page, as somebody without JavaScript gets it. */
async function mainOf({ url }: TestApp, path: string): Promise<string> {
  const { text } = await plainRequest(url, { path, headers: { accept: 'text/html' } })
  return /<main\b.*<\/main>/s.exec(text)?.[0] ?? ''
}

const petPath = async (fields: Parameters<typeof aPet>[2] = {}) =>
  `/pet-detail/${(await aPet(app.db, owner, fields)).petId}`
const hrefsIn = (html: string) => [...html.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href]) => href)
const wordsIn = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

// FND-1
test('without JavaScript the page leads with all ways to the owner, then the helpline', async () => {
  const path = await petPath({
    petName: 'Moti & <Rani>',
    contactDetails: 'asha@example.org, 98765 43210, 020 2553 1234',
    treatmentDetail: 'Tablets twice a day',
    ownerName: 'Asha',
    doctorName: 'Dr. Kulkarni',
  })
  const html = await mainOf(app, path)
  const message = `Hello, I have found Moti & <Rani>. This is the page of its tag: https://pets.example.org${path}`
  expect(hrefsIn(html)).toEqual([
    'tel:+919876543210',
    `https://wa.me/919876543210?text=${encodeURIComponent(message).replaceAll("'", '&#x27;')}`,
    `${path}/found`,
    'tel:+912025531234',
    'mailto:asha@example.org',
    'tel:02055501234',
  ])
  const order = [
    '<h1>Moti',
    'Call the owner',
    '>WhatsApp',
    'I have this pet',
    'Call the helpline',
    '>Treatment<',
    '>Owner<',
    '>Where it lives<',
    '>Care<',
    '>Doctor<',
    '’s tag<',
  ].map((mark) => html.indexOf(mark))
  expect(Math.min(...order)).toBeGreaterThan(0)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test.each(['020 2553 1234', '+44 20 7946 0958', 'asha@example.org', 'Ask at the tea stall'])(
  // FND-1
  'an owner who gave %j is not offered on WhatsApp, and the report still is',
  async (contactDetails) => {
    const path = await petPath({ contactDetails })
    const html = await mainOf(app, path)
    expect(html).not.toMatch(/whatsapp|wa\.me/i)
    expect(hrefsIn(html)).toContain(`${path}/found`)
  },
)

// FND-1
test('a medicine is an alert above everything else; nothing on the page is ticked off', async () => {
  const treated = await mainOf(
    app,
    await petPath({
      treatmentDetail: 'Tablets twice a day',
      treatmentDate: '2026-10-03',
      dewormingDate: '2026-01-01',
      doctorName: 'Dr. Kulkarni',
    }),
  )
  const alert = /<section[^>]*><h2><i[^>]*icon-warning.*?<\/section>/s.exec(treated)?.[0] ?? ''
  expect(wordsIn(alert)).toMatch(/^ *Health: please note *Tablets twice a day *Treatment *3 October 2026 *$/)
  expect(treated.indexOf(alert)).toBeLessThan(treated.indexOf('>Where it lives<'))
  // The rest of its care carries no mark of success or failure.
  expect(treated.slice(treated.indexOf('>Care<'), treated.indexOf('>Doctor<'))).not.toMatch(/<svg|--active|warning|✓|✔/)

  const untreated = await mainOf(app, await petPath())
  expect(untreated).not.toContain('please note')
  expect(wordsIn(untreated)).toContain('Not provided: Owner, Treatment, Vaccination')
})

// FND-1
test('the helpline is on the pages of pets, blank and unknown tags, and on home', async () => {
  for (const path of [await petPath(), `/pet-detail/${await aBlankTag(app.db)}`, '/pet-detail/ABCDEFGHJKLM', '/']) {
    const html = await mainOf(app, path)
    expect.soft(hrefsIn(html), path).toContain('tel:02055501234')
    expect.soft(wordsIn(html), path).toMatch(/Call the helpline *\(020\) 5550-1234/)
  }
})

// FND-2
test('a finder who waits reads where the message is, and whom to call instead', async () => {
  const { petId } = await aPet(app.db, owner)
  const params = { params: { petId }, body: { message: 'Moti is at the temple' } }
  const path = (await app.call(foundCalls.report, params)).body.thread_path
  const html = await mainOf(app, path)
  expect(wordsIn(html)).toContain('Your message is with the owner.')
  const withoutNumber = wordsIn(await mainOf(inProduction, path))
  expect(withoutNumber).toContain('Your message is with the owner.')
  expect(withoutNumber).not.toMatch(/helpline/i)
})

// FND-1, COM-2
test('in production without a number no page mentions a helpline', async () => {
  const street = `/pet-detail/${(await aStreetAnimal(app.db)).petId}`
  const blank = `/pet-detail/${await aBlankTag(app.db)}`
  for (const path of [await petPath(), street, blank, '/pet-detail/ABCDEFGHJKLM', '/']) {
    const html = await mainOf(inProduction, path)
    expect.soft(html, path).toContain('<h1')
    expect.soft(wordsIn(html), path).not.toMatch(/helpline/i)
    expect.soft(html, path).not.toContain('door-helpline')
  }
})

// COM-2
test('an animal of the street leads to the foundation, also without a helpline', async () => {
  const { id, petId } = await aStreetAnimal(app.db)
  const path = `/pet-detail/${petId}`
  expect(hrefsIn(await mainOf(app, path))).toContain('tel:02055501234')
  const hrefs = hrefsIn(await mainOf(inProduction, path))
  expect(hrefs.slice(0, 2)).toEqual(['/contact', `/complaint?animal=${petId}`])
  await app.db.updateTable('community_animals').set({ status: 'died' }).where('pet_id', '=', id).execute()
  for (const server of [app, inProduction]) expect(hrefsIn(await mainOf(server, path))).toEqual(['/contact'])
})

// FND-1
test('a pet without a photo is shown by its species’ drawing, which the site serves', async () => {
  const html = await mainOf(app, await petPath({ petType: 'Indie cat' }))
  expect(html).toMatch(/<img[^>]* src="\/species-cat\.svg"/)
  const drawing = await plainRequest(app.url, { path: '/species-cat.svg' })
  expect([drawing.status, drawing.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
})

// FND-4, PET-14
test('a lost pet’s page has name, day and call in this order, and no unknown facts', async () => {
  const pet = await aPet(app.db, owner, { contactDetails: '98765 43210' })
  await app.db
    .insertInto('lost_pets')
    .values({ pet_number: pet.id, since: '2026-10-03', area: 'Kothrud', is_listed: false })
    .execute()
  const html = await mainOf(app, `/pet-detail/${pet.petId}`)
  const words = wordsIn(html)
  const order = [
    pet.petName,
    'Lost since 3 October 2026, Kothrud',
    'Call the owner',
    'Call the helpline',
    'Where it lives',
  ]
  const places = order.map((mark) => words.indexOf(mark))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(words).not.toContain('Not provided')
  expect(hrefsIn(html).filter((href) => href === 'tel:+919876543210')).toHaveLength(1)
})

// PET-14
test.each([
  ['98765 43210, asha@example.org', false],
  ['98765 43210, after six', true],
])('contact details %j stand beside their buttons only if they say more', async (contactDetails, isShown) => {
  expect((await mainOf(app, await petPath({ contactDetails }))).includes('Contact details')).toBe(isShown)
})
