import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { printCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aLostPet, LOST } from '../../../test/lost.ts'
import { aPetWithPhotos } from '../../../test/photos.ts'
import { readPdf } from '../../../test/read-pdf.ts'

const app = await testApp({ HELPLINE_PHONE: '+91 20 5550 1234' })
const owner = await aUser(app.db)
const SECRETS = {
  ownerName: 'Asha Secret',
  address: '12 Hidden Road',
  location: 'Camp, Nagpur',
  contactDetails: '+91 90000 12345, asha@hidden.example',
  doctorName: 'Dr. Unprinted',
  treatmentDetail: 'Heart drops',
}

async function printOf(name: 'poster' | 'card', { petId }: { petId: string }, language = 'en') {
  const headers = { authorization: `Bearer ${owner.token}`, 'accept-language': language }
  const reply = await app.fetch(`/pets/${petId}/${name}.pdf`, { headers })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="petsetu-${name}.pdf"`)
  const bytes = await reply.bytes()
  const pdf = await readPdf(bytes)
  const written = pdf.pieces.map(({ text }) => text).join(' ')
  return { ...pdf, bytes, all: [written, ...pdf.readAloud, pdf.title].join('\n') }
}

const grouped = (petId: string) => petId.replace(/.{4}(?=.)/g, '$&-')

// FND-5
test('the poster holds name, marks, day, area, reward and ID, and not the owner', async () => {
  const pet = await aLostPet(app.db, owner, { since: '2026-01-31' }, SECRETS)
  const { all, pages, title } = await printOf('poster', pet)
  expect([pages, title]).toEqual([1, 'Lost: Moti'])
  for (const told of ['LOST', 'Moti', 'Dog · Male · 3 years', '31 January 2026', LOST.area, LOST.note, '₹2,000'])
    expect(all).toContain(told)
  expect(all).toContain(grouped(pet.petId))
  expect(all).toContain('Helpline: +91 20 5550 1234')
  const secrets = [...Object.values(SECRETS), owner.username, owner.email, 'Nagpur', '90000']
  for (const secret of secrets) expect(all).not.toContain(secret)
})

// FND-5
test('the card holds name and ID, and nothing about the owner', async () => {
  const pet = await aPet(app.db, owner, SECRETS)
  const { all, pages, title } = await printOf('card', pet)
  expect([pages, title]).toEqual([1, 'Moti’s card'])
  for (const told of ['Moti', 'Dog · Male · 3 years', grouped(pet.petId)]) expect(all).toContain(told)
  for (const secret of [...Object.values(SECRETS), owner.username, owner.email]) expect(all).not.toContain(secret)
})

// FND-5, COM-4
test('the card of an animal whose age nobody knows ends with its gender', async () => {
  const { all } = await printOf('card', await aPet(app.db, owner, { petAge: '' }))
  expect(all).toContain('Dog · Male')
  expect(all).not.toContain('Male ·')
})

// LNG-8
test.each([
  ['hi', 'लापता', 'कुत्ता · नर · 3 साल'],
  ['mr', 'हरवला आहे', 'कुत्रा · नर · 3 वर्षे'],
])(
  // FND-5
  'in %s, poster and card are in that language, with names beside in Devanagari',
  async (language, lost, inShort) => {
    const pet = await aLostPet(app.db, owner, { area: 'कोथरूड, पुणे' }, { petName: 'मोती' })
    const poster = await printOf('poster', pet, language)
    expect(poster.language).toBe(language)
    for (const told of [lost, 'मोती', 'कोथरूड, पुणे', inShort]) expect(poster.readAloud).toContain(told)
    const card = await printOf('card', pet, language)
    expect(card.readAloud).toContain('मोती')
  },
)

// PHO-4, FND-5
test('poster and card show the main photo', async () => {
  const { pet } = await aPetWithPhotos(app, owner, 1)
  await app.call(lostCalls.mark, { params: { id: pet.petId }, body: LOST }, owner)
  const without = await aLostPet(app.db, owner)
  for (const name of ['poster', 'card'] as const) {
    expect(Buffer.from((await printOf(name, pet)).bytes).includes('/Filter /DCTDecode')).toBe(true)
    expect(Buffer.from((await printOf(name, without)).bytes).includes('/Filter /DCTDecode')).toBe(false)
  }
})

// FND-5
test('a long name stands whole on the card', async () => {
  const petName = 'Shrimantmaharajkumar'
  const { pieces } = await printOf('card', await aPet(app.db, owner, { petName }))
  expect(pieces.map(({ text }) => text)).toContain(petName)
})

// PHO-4, FND-5
test('the photo on the card is square', async () => {
  const { pet } = await aPetWithPhotos(app, owner, 1)
  const file = Buffer.from((await printOf('card', { petId: pet.petId })).bytes).toString('latin1')
  const [, width, height] = /\/Subtype \/Image\n.*?\/Width (\d+)\n\/Height (\d+)/s.exec(file) ?? []
  expect(Number(width)).toBeGreaterThan(0)
  expect(height).toBe(width)
})

// FND-5
test('the longest texts stay on one page and within it', async () => {
  const long = { petName: 'W'.repeat(100), petType: 'w'.repeat(60), petAge: 'w'.repeat(40) }
  const pet = await aLostPet(
    app.db,
    owner,
    { area: 'W '.repeat(100), note: 'मोती'.repeat(125), reward: 1_000_000 },
    long,
  )
  for (const [name, width] of [
    ['poster', (210 * 72) / 25.4],
    ['card', (85.6 * 72) / 25.4],
  ] as const) {
    const { pages, pieces } = await printOf(name, pet)
    expect(pages).toBe(1)
    for (const { x, baseline, width: length } of pieces) {
      expect(x).toBeGreaterThan(0)
      expect(x + length).toBeLessThan(width)
      expect(baseline).toBeGreaterThan(0)
    }
  }
})

// FND-5
test('only the owner gets them, and a poster only while the pet is lost', async () => {
  const [pet, stranger] = [await aPet(app.db, owner), await aUser(app.db)]
  const params = { id: pet.petId }
  const early = await app.call(printCalls.poster, { params }, owner)
  expect([early.status, early.error.code]).toEqual([409, 'pet_not_lost'])
  for (const call of Object.values(printCalls)) {
    expect((await app.call(call, { params }, stranger)).status).toBe(404)
    expect((await app.call(call, { params })).status).toBe(401)
  }
})

// FND-5, V15.2.2
test('PDFs are drawn in a thread of their own, so that nobody else waits for them', async () => {
  const pet = await aLostPet(app.db, owner, { note: 'मोती '.repeat(50) })
  await printOf('poster', pet)
  const [all, ofServer] = [process.cpuUsage(), process.threadCpuUsage()]
  for (let printed = 0; printed < 5; printed++) await app.call(printCalls.poster, { params: { id: pet.petId } }, owner)
  const others = process.cpuUsage(all).user - process.threadCpuUsage(ofServer).user
  expect(process.threadCpuUsage(ofServer).user / others).toBeLessThan(0.5)
})

// FND-5, V15.2.2
test('an account gets twelve PDFs a minute, and others get theirs', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' }, app)
  const print = async (of: { id: number; token: string }) => {
    const pet = await aPet(app.db, of)
    return (await limited.call(printCalls.card, { params: { id: pet.petId } }, of)).status
  }
  const [busy, other] = [await aUser(app.db), await aUser(app.db)]
  const statuses: number[] = []
  for (let printed = 0; printed < 13; printed++) statuses.push(await print(busy))
  expect(statuses).toEqual([...Array(12).fill(200), 429])
  expect(await print(other)).toBe(200)
})
