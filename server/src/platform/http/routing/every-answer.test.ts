import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { aPdf, aPng, complaintParts, filePart, formBytes, sendForm } from '../../../../test/attachments.ts'
import { breakableDatabase } from '../../../../test/breakable-database.ts'
import { aBlankTag, anAdmin, aPet, aPlan, aUser, PET_FORM } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest, rawConversation } from '../../../../test/plain-request.ts'
import { expectSafeHeaders } from '../../../../test/safe-headers.ts'

const database = await breakableDatabase()
const app = await testApp({}, database)
const throttled = await testApp({ RATE_LIMITS: 'on' })
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]

type Ask = Parameters<typeof plainRequest>[1]

async function attachment(bytes: Buffer): Promise<string> {
  const { body } = await sendForm(app, [...complaintParts(), filePart(bytes)])
  const detail = await app.call(complaintCalls.read, { params: { id: String(body.data.complaint_id) } }, admin)
  return detail.body.data.file_url ?? ''
}

const as = (person: { token: string }) => ({ accept: 'application/json', authorization: `Bearer ${person.token}` })
const json = { ...as(owner), 'content-type': 'application/json' }
const petBody = (fields: object = {}) => JSON.stringify({ ...PET_FORM, ...fields })
const spentTag = (await aPet(app.db, owner)).petId
const asset = /src="(\/assets\/[^"]+)"/.exec((await plainRequest(app.url, { path: '/' })).text)?.[1] ?? 'none'
const { etag } = (await plainRequest(app.url, { path: asset })).headers

const ANSWERS: [status: number, what: string, ask: Ask][] = [
  [200, 'a list of pets as CSV', { path: '/admin/pets.csv', headers: as(admin) }],
  [
    200,
    'a sheet of tags as PDF',
    { path: `/admin/tags/sheet.pdf?petIds=${await aBlankTag(app.db)}`, headers: as(admin) },
  ],
  [200, 'an attachment that is a PDF', { path: await attachment(aPdf()) }],
  [200, 'an attachment that is a picture', { path: await attachment(aPng()) }],
  [200, 'the icon', { path: '/favicon.svg' }],
  [200, 'a whole list', { path: '/pets', headers: as(owner) }],
  [201, 'a new pet', { method: 'POST', path: '/pets', headers: json, body: petBody() }],
  [204, 'an end', { method: 'POST', path: '/auth/signout', headers: as(await aUser(app.db)) }],
  [302, 'an address that is none', { path: '/nothing', headers: { accept: 'text/html' } }],
  [303, 'a typed tag', { path: '/find-tag?id=x' }],
  [304, 'an asset that the browser has', { path: asset, headers: { 'if-none-match': String(etag) } }],
  [400, 'a bad field', { method: 'POST', path: '/pets', headers: json, body: petBody({ petName: '' }) }],
  [401, 'nobody', { path: '/pets' }],
  [403, 'a user in the admin area', { path: '/api/admin/complaints', headers: as(owner) }],
  [404, 'a plan that is not there', { path: '/api/admin/memberships/plans/999', headers: as(admin) }],
  [400, 'an id that is too long', { path: `/pets/${'x'.repeat(300)}` }],
  [404, 'a page with a long id', { path: `/pet-detail/${'x'.repeat(300)}`, headers: { accept: 'text/html' } }],
  [409, 'a spent tag', { method: 'POST', path: '/pets', headers: json, body: petBody({ petId: spentTag }) }],
  [
    413,
    'a body too large',
    { method: 'POST', path: '/pets', headers: json, body: petBody({ petName: 'x'.repeat(70_000) }) },
  ],
  [414, 'a part of an address too long', { path: `/pets/${'x'.repeat(9_000)}` }],
  [
    415,
    'another content type',
    { method: 'POST', path: '/pets', headers: { ...json, 'content-type': 'text/plain' }, body: 'x' },
  ],
]

// API-3, V3.2.1, V3.4.3, V3.4.4, V3.4.5, V3.4.6, V4.1.1, V3.3.1
test.each(ANSWERS)('a %i, %s, carries the headers of every answer', async (status, what, ask) => {
  const reply = await plainRequest(app.url, ask)
  expect(reply.status).toBe(status)
  expectSafeHeaders(what, reply.headers)
})

// API-3, V3.4.4, V4.1.1, V2.4.1
test('a 429 carries the headers of every answer, and says when to come back', async () => {
  let reply = await plainRequest(throttled.url, { path: '/pet-detail/22222222222Z' })
  for (let miss = 0; miss < 25; miss++) reply = await plainRequest(throttled.url, { path: '/pets/22222222222Z' })
  expect(reply.status).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expectSafeHeaders('429', reply.headers)
})

// API-3, V3.4.4, V4.1.1, V16.5.1
test('a 500 and a 503 carry the headers of every answer and no details', async () => {
  await aPlan(app.db)
  await app.pool.query('alter table plans rename column price_paise to paise')
  const broken = await plainRequest(app.url, { path: '/api/memberships/plans/regular' })
  await app.pool.query('alter table plans rename column paise to price_paise')
  expect([broken.status, JSON.parse(broken.text)]).toEqual([
    500,
    { status: 'error', code: 'unexpected', message: 'Something went wrong. Please try again.' },
  ])
  expectSafeHeaders('500', broken.headers)

  await database.cut()
  const pages = [`/pet-detail/${spentTag}`, '/lost', `/member/${'x'.repeat(32)}`, `/pet-detail/${spentTag}/found`]
  for (const path of ['/readyz', '/api/memberships/plans/regular', ...pages]) {
    const away = await plainRequest(app.url, { path })
    expect([away.status, Number(away.headers['retry-after']) > 0]).toEqual([503, true])
    expect(away.text).not.toMatch(/ECONN|connect|postgres|sql/i)
    expectSafeHeaders(`503 ${path}`, away.headers)
  }
  await database.mend()
})

// API-3, V3.4.4, V4.1.1
test('what is no HTTP gets the headers of every answer, too', async () => {
  const form = formBytes(complaintParts()).toString()
  const wrong = [
    'nonsense\r\n\r\n',
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n${form}`,
    'GET /% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]
  for (const bytes of wrong) {
    const [head = ''] = (await rawConversation(app.url, bytes)).split('\r\n\r\n')
    const lines = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: (.*)/s).slice(0, 2))
    expectSafeHeaders(bytes, Object.fromEntries(lines.map(([name = '', value]) => [name.toLowerCase(), value])))
  }
})
