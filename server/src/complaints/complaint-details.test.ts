import { createHash } from 'node:crypto'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { COMPLAINT, submit } from '../../test/paying-app.ts'
import { storedText } from '../../test/stored.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

const DETAILS = {
  landmark: 'Opposite the water tank',
  lat: '18.507412',
  lon: '73.807654',
  accuracy: '20',
  offender: 'The owner of the tea stall',
  vehicle: 'MH 12 AB 1234',
  witness: 'The watchman of house 12',
  fir_number: '0042/2026',
}
const STORED = { ...DETAILS, lat: 18.507412, lon: 73.807654, accuracy: 20 }
const NOTHING = Object.fromEntries(Object.keys(DETAILS).map((name) => [name, null]))
const EMPTY = Object.fromEntries(Object.keys(DETAILS).map((name) => [name, '']))

type Sent = NonNullable<Parameters<typeof submit>[1]>

async function send(sent: Sent): Promise<{ status: number; id: number; errors: object | undefined }> {
  const response = await submit(app, sent)
  const reply = (await response.json()) as { data?: { complaint_id: number }; errors?: object }
  return { status: response.status, id: reply.data?.complaint_id ?? 0, errors: reply.errors }
}

async function read(id: number) {
  return (await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)).body.data
}

async function agreedAt(id: number): Promise<Date | null> {
  const row = await app.db.selectFrom('complaints').select('location_agreed_at').where('id', '=', id).executeTakeFirst()
  return row?.location_agreed_at ?? null
}

// CASE-1
test('a complaint has the details that were given, and none that were left empty', async () => {
  const { id } = await send({ fields: DETAILS })
  expect(await read(id)).toMatchObject(STORED)
  expect(Date.now() - Number(await agreedAt(id))).toBeLessThan(60_000)
  for (const fields of [{}, EMPTY]) {
    const { status, id: plain } = await send({ fields })
    expect(status).toBe(201)
    expect(await read(plain)).toMatchObject(NOTHING)
    expect(await agreedAt(plain)).toBeNull()
  }
})

// CASE-1
test('half a location, a wrong number and too long a text are named; nothing is filed', async () => {
  const before = await storedText(app.pool)
  const wrong: [fields: Record<string, string>, ...names: string[]][] = [
    [{ lat: '18.5' }, 'lat'],
    [{ lon: '73.8', accuracy: '20' }, 'lon', 'accuracy'],
    [{ lat: '90.01', lon: '-180.5', accuracy: '-1' }, 'lat', 'lon', 'accuracy'],
    [{ lat: 'here', lon: '7e1' }, 'lat', 'lon'],
    [{ landmark: 'x'.repeat(201), offender: 'x'.repeat(301) }, 'landmark', 'offender'],
    [{ vehicle: 'x'.repeat(101), witness: 'x'.repeat(301), fir_number: 'a\nb' }, 'vehicle', 'witness', 'fir_number'],
  ]
  for (const [fields, ...names] of wrong) {
    const { status, errors } = await send({ fields })
    expect([status, Object.keys(errors ?? {}).toSorted()]).toEqual([400, names.toSorted()])
  }
  expect(await storedText(app.pool)).toBe(before)
})

// CASE-1, CMP-4
test('a repeated form from before there were details is still recognised', async () => {
  const { id } = await send({ key: 'filed-before-details' })
  const content_hash = createHash('sha256')
    .update(JSON.stringify([COMPLAINT, null]))
    .digest('base64url')
  await app.db.updateTable('complaints').set({ content_hash }).where('id', '=', id).execute()
  expect(await send({ key: 'filed-before-details' })).toMatchObject({ status: 201, id })
  expect(await send({ key: 'filed-before-details', fields: EMPTY })).toMatchObject({ status: 201, id })
  expect(await send({ key: 'filed-before-details', fields: DETAILS })).toMatchObject({ status: 409 })
})

// CASE-1, CMP-4
test('a correction replaces the details, and removes those that it leaves out', async () => {
  const key = 'corrected-details'
  const { id } = await send({ key, fields: DETAILS })
  const { landmark, ...others } = DETAILS
  expect(await send({ key, fields: others })).toMatchObject({ status: 409 })
  expect(await send({ key, fields: { ...others, vehicle: 'A white van' }, method: 'PUT' })).toMatchObject({ id })
  expect(await read(id)).toMatchObject({ ...STORED, landmark: null, vehicle: 'A white van' })
  expect(await send({ key, fields: { landmark }, method: 'PUT' })).toMatchObject({ id })
  expect(await read(id)).toMatchObject({ ...NOTHING, landmark })
  expect(await agreedAt(id)).toBeNull()
})
