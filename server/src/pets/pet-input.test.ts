import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { BAD_BODIES, BAD_TEXTS, OTHER_CONTENT_TYPES } from '../../test/bad-input.ts'
import { aPet, aUser, PET_FORM } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { plainRequest } from '../../test/plain-request.ts'
import { storedText } from '../../test/stored.ts'

const app = await testApp()
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const REQUIRED = ['petName', 'petType', 'petAge', 'location', 'address', 'contactDetails']
const OPTIONAL = [
  'ownerName',
  'treatmentDetail',
  'vaccinationDetail',
  'sterilizationDetail',
  'dewormingDetail',
  'doctorName',
]
const DATES = ['treatmentDate', 'vaccinationDate', 'sterilizationDate', 'dewormingDate']

/** Expects that creating and updating with this body is a 400 that names the field, and changes nothing. */
async function isRefused(body: object, field: string): Promise<void> {
  const before = await storedText(app.pool)
  for (const reply of [
    await app.call(petCalls.create, { body: body as typeof PET_FORM }, owner),
    await app.call(petCalls.update, { params: { id: String(pet.id) }, body: body as typeof PET_FORM }, owner),
  ]) {
    expect.soft(reply.status, `${field}: ${JSON.stringify(body).slice(0, 200)}`).toBe(400)
    expect.soft(reply.error).toMatchObject({
      status: 'error',
      code: 'invalid_fields',
      message: expect.stringMatching(/\S/),
      errors: { [field]: expect.stringMatching(/\S/) },
    })
  }
  expect(await storedText(app.pool)).toBe(before)
}

/**
 * Expects that the schemas of creating and of updating refuse the field with each of these values. One of the values is sent, to show
 * that the calls use them.
 */
async function refuses(field: string, values: unknown[]): Promise<void> {
  for (const value of values) {
    const body = { ...PET_FORM, [field]: value }
    for (const schema of [petCalls.create.body, petCalls.update.body]) {
      const wrong = schema.safeParse(body).error?.issues.map(({ path }) => path[0])
      expect.soft(wrong, `${field}: ${JSON.stringify(value)}`).toContain(field)
    }
  }
  await isRefused({ ...PET_FORM, [field]: values[0] }, field)
}

// PET-2
test('every required field that is missing, null or empty gets its own message', async () => {
  const reply = await app.call(petCalls.create, { body: {} as typeof PET_FORM }, owner)
  expect(reply.status).toBe(400)
  expect(reply.error).toEqual({
    status: 'error',
    code: 'invalid_fields',
    message: '7 fields need your attention.',
    errors: {
      petName: 'Pet name is required',
      petType: 'Pet type is required',
      petAge: 'Pet age is required',
      petGender: 'Gender is required',
      location: 'Location is required',
      address: 'Address is required',
      contactDetails: 'Contact details are required',
    },
  })
  for (const field of [...REQUIRED, 'petGender']) await refuses(field, [undefined, null, '', '  \n '])
})

// PET-2
test('text with NUL, lone surrogates or direction marks is rejected in every field', async () => {
  const values = BAD_TEXTS.map(([, value]) => value)
  for (const field of [...REQUIRED, ...OPTIONAL, ...DATES, 'petGender']) await refuses(field, values)
})

// PET-2
test('text that is too long is refused in every field', async () => {
  for (const field of [...REQUIRED, ...OPTIONAL]) await isRefused({ ...PET_FORM, [field]: 'x'.repeat(1_001) }, field)
})

// PET-2
test('a line break is rejected in single-line fields', async () => {
  for (const field of ['petName', 'ownerName', 'petType', 'petAge', 'location', 'doctorName'])
    await refuses(field, ['a\nb', 'a\rb', 'a\u2028b'])
})

// PET-1
test('a gender other than male and female is refused', async () => {
  await refuses('petGender', ['Male', 'other', 'toString', '__proto__'])
})

// PET-1
test('a date that does not exist or is not yyyy-mm-dd is refused', async () => {
  const noDays = [
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '0026-03-31',
    '31-03-2026',
    '2026-3-1',
    'tomorrow',
  ]
  noDays.push('2026-03-31T00:00:00Z', '+002026-03-31', '-2026-03-31', '99999-01-01', 'infinity', '２０２６-03-31')
  for (const field of DATES) await refuses(field, noDays)
})

// PET-2, API-3, V3.5.2
test('a body that is no JSON object gets 400, another type 415, and nothing is stored', async () => {
  const before = await storedText(app.pool)
  const post = async (body: string, type: string) => {
    const headers = { authorization: `Bearer ${owner.token}`, ...(type && { 'content-type': type }) }
    const reply = await plainRequest(app.url, { method: 'POST', path: '/pets', headers, body })
    expect.soft(JSON.parse(reply.text)).toMatchObject({ status: 'error', message: expect.stringMatching(/\S/) })
    return reply.status
  }
  for (const [what, body] of BAD_BODIES) expect.soft(await post(body, 'application/json'), what).toBe(400)
  for (const type of OTHER_CONTENT_TYPES) expect.soft(await post(JSON.stringify(PET_FORM), type), type).toBe(415)
  expect(await storedText(app.pool)).toBe(before)
})

// PET-2, API-3
test('a prototype in the body is rejected and pollutes nothing', async () => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const polluting = [
    JSON.stringify(PET_FORM).replace('{', '{"__proto__":{"ownerName":"polluted"},'),
    JSON.stringify(PET_FORM).replace('{', '{"constructor":{"prototype":{"ownerName":"polluted"}},'),
  ]
  for (const body of polluting) {
    const reply = await plainRequest(app.url, { method: 'POST', path: '/pets', headers, body })
    expect(reply.status).toBe(400)
  }
  expect(({} as { ownerName?: string }).ownerName).toBeUndefined()
})

// PET-2
test('a body of more than 64 KiB is a 413', async () => {
  const body = { ...PET_FORM, petName: 'x'.repeat(70_000) }
  const reply = await app.call(petCalls.create, { body }, owner)
  expect(reply.status).toBe(413)
  expect(reply.error).toEqual({ status: 'error', code: 'too_large', message: 'What you sent is too large.' })
})

// PET-1, PET-3
test('text of every script, markup, quotes and emoji are returned as typed', async () => {
  const texts = [
    'मोती',
    'நாய்',
    'موتی',
    '👩🏽‍🌾🐕‍🦺',
    `<script>alert(1)</script>`,
    `O'Brien "x"; drop table pets; --`,
    '${7*7}',
    '%_\\',
  ]
  for (const text of texts) {
    const body = { ...PET_FORM, petName: text, petType: text, address: `${text}\r\n${text}`, contactDetails: text }
    const reply = await app.call(petCalls.create, { body }, owner)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject(body)
    expect((await app.call(petCalls.read, { params: { id: reply.body.petId } })).body).toMatchObject(body)
  }
})

// PET-1
test('spaces around a text are removed', async () => {
  const reply = await app.call(petCalls.create, { body: { ...PET_FORM, petName: '  Moti ', ownerName: '   ' } }, owner)
  expect([reply.body.petName, reply.body.ownerName]).toEqual(['Moti', null])
})
