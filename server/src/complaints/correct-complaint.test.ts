import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { aPdf, aPng, attachmentFiles } from '../../test/attachments.ts'
import { aFollowToken } from '../../test/follow.ts'
import { aPaidComplaint, COMPLAINT, initiate, payingApp, submit } from '../../test/paying-app.ts'
import { theAdmin } from '../../test/payment-state.ts'
import { storedText } from '../../test/stored.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await theAdmin(app)

let count = 0
const newKey = () => `submission-${++count}`

const PDF = { bytes: aPdf(), name: 'proof.pdf' }
const CORRECTED = { description: 'Two dogs are chained in the sun without water.' }

type Sent = NonNullable<Parameters<typeof submit>[1]>

/** The status, the complaint's id and the error code. */
async function send(sent: Sent, method?: 'PUT'): Promise<{ status: number; id?: number; code?: string }> {
  const response = await submit(app, { ...sent, ...(method && { method }) })
  const reply = (await response.json()) as { data?: { complaint_id: number }; code?: string }
  return {
    status: response.status,
    ...(reply.data && { id: reply.data.complaint_id }),
    ...(reply.code && { code: reply.code }),
  }
}

const correct = (sent: Sent) => send(sent, 'PUT')

async function read(id: number) {
  return (await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)).body.data
}

const everything = async () => [await storedText(app.pool), await attachmentFiles(app)]

// CMP-4
test('corrected content under the key of a saved complaint gets 409, not silence', async () => {
  const key = newKey()
  const first = await send({ key, file: PDF })
  const before = await everything()
  expect(await send({ key, file: { ...PDF, name: 'renamed.pdf' } })).toEqual(first)
  for (const other of [
    { fields: CORRECTED, file: PDF },
    { file: { bytes: aPng(), name: 'proof.pdf' } },
    { fields: { email: 'other@example.org' }, file: PDF },
    {},
  ]) {
    expect(await send({ key, ...other })).toEqual({ status: 409, code: 'different_content' })
  }
  expect(await everything()).toEqual(before)
  expect((await send({ key: newKey(), fields: CORRECTED, file: PDF })).id).not.toBe(first.id)
})

// CASE-2
test('a complaint, also repeated or corrected, has the reference of its filing year', async () => {
  const key = newKey()
  const answered = async (sent: Sent) => {
    const { data } = (await (await submit(app, { key, ...sent })).json()) as {
      data: { complaint_id: number; reference: string; follow_path: string }
    }
    return data
  }
  const { complaint_id: id, reference, follow_path } = await answered({})
  const { created_at: createdAt } = await read(id)
  expect(reference).toBe(formatReference({ id, createdAt: new Date(createdAt) }))

  await app.pool.query("update complaints set created_at = '2020-06-01T00:00:00Z' where id = $1", [id])
  const earlier = { complaint_id: id, reference: expect.stringMatching(/^PS-2020-/), follow_path }
  expect(await answered({})).toEqual(earlier)
  expect(await answered({ fields: CORRECTED, method: 'PUT' })).toEqual(earlier)
})

// CMP-4
test('of two complaints sent at once under one key, one is filed and one gets an error', async () => {
  const key = newKey()
  const before = await attachmentFiles(app)
  const replies = await Promise.all([
    send({ key, file: PDF }),
    send({ key, file: { bytes: aPdf(2_000), name: 'other.pdf' } }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await attachmentFiles(app)).length).toBe(before.length + 1)
})

// CMP-4
test('a complaint from before its content was hashed is compared by its fields', async () => {
  const key = newKey()
  const { id } = await send({ key })
  await app.db.updateTable('complaints').set({ content_hash: null }).where('idempotency_key', '=', key).execute()
  expect(await send({ key })).toEqual({ status: 201, id })
  expect(await send({ key, fields: CORRECTED })).toEqual({ status: 409, code: 'different_content' })
  expect(await correct({ key, fields: CORRECTED })).toEqual({ status: 200, id })
})

// CMP-4, CMP-2
test('an unpaid complaint can be corrected with its key, and its number stays', async () => {
  const key = newKey()
  const { id = 0 } = await send({ key, file: PDF })
  await initiate(app, id)
  const files = (await attachmentFiles(app)).length
  const other = { bytes: aPdf(2_000), name: 'other.pdf' }
  expect(await correct({ key, fields: CORRECTED, file: other })).toEqual({ status: 200, id })
  expect(await read(id)).toMatchObject({ ...COMPLAINT, ...CORRECTED, file_path: expect.stringMatching(/\.pdf$/) })
  expect((await attachmentFiles(app)).length).toBe(files)
  // The same request again, as after a lost reply, and at the same time from two tabs.
  const again = await Promise.all([1, 2, 3].map(() => correct({ key, fields: CORRECTED, file: other })))
  expect(again).toEqual(Array(3).fill({ status: 200, id }))
  expect(await send({ key, fields: CORRECTED, file: other })).toEqual({ status: 201, id })
  expect(await send({ key, file: PDF })).toEqual({ status: 409, code: 'different_content' })

  expect(await correct({ key, fields: CORRECTED })).toEqual({ status: 200, id })
  expect(await read(id)).toMatchObject({ file_path: null })
  expect((await attachmentFiles(app)).length).toBe(files - 1)
  await Promise.all([1, 2, 3].map(() => correct({ key, file: other })))
  expect((await attachmentFiles(app)).length).toBe(files)
})

// CMP-4, CASE-2
test('a correction replaces the form’s files and keeps a file that was added later', async () => {
  const key = newKey()
  const { id = 0 } = await send({ key, file: PDF })
  const added = new FormData()
  added.set('file', new Blob([new Uint8Array(aPng())]), 'later.png')
  const path = paths.followComplaint.to({ token: await aFollowToken(app, id) })
  expect((await app.fetch(path, { method: 'POST', body: added })).status).toBe(303)
  const stored = (await attachmentFiles(app)).length

  const other = { bytes: aPdf(2_000), name: 'other.pdf' }
  expect(await correct({ key, fields: CORRECTED, file: other })).toEqual({ status: 200, id })
  expect((await read(id)).files).toMatchObject([
    { type: 'image/png' },
    { type: 'application/pdf', bytes: other.bytes.length },
  ])
  expect((await attachmentFiles(app)).length).toBe(stored)
})

// CMP-4, AUTH-10
test('without the key of a complaint nobody can correct it', async () => {
  await send({ key: newKey(), file: PDF })
  const before = await everything()
  expect(await correct({ key: newKey(), fields: CORRECTED, file: PDF })).toEqual({
    status: 404,
    code: 'complaint_not_found',
  })
  expect(await correct({ fields: CORRECTED })).toEqual({ status: 400, code: 'idempotency_key_required' })
  expect(await correct({ key: 'short', fields: CORRECTED })).toEqual({ status: 400, code: 'invalid_idempotency_key' })
  expect(await everything()).toEqual(before)
})

// CMP-4
test('a complaint that is paid or being paid cannot be corrected and keeps its file', async () => {
  const key = newKey()
  const { id = 0 } = await send({ key, file: PDF })
  const { data } = (await initiate(app, id)).body
  const order = await app.db
    .selectFrom('payment_orders')
    .select('id')
    .where('provider_order_id', '=', data.order_id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('payments')
    .values({
      provider_payment_id: 'pay_underway0001',
      order_id: order.id,
      purpose: 'complaint',
      subject_id: id,
      amount_paise: 10_000,
      currency: 'INR',
      status: 'authorized',
    })
    .execute()
  const before = await everything()
  expect(await correct({ key, fields: CORRECTED })).toEqual({ status: 409, code: 'payment_under_way' })
  expect(await correct({ key, fields: CORRECTED, file: { bytes: aPng(), name: 'a.png' } })).toMatchObject({
    status: 409,
  })
  expect(await everything()).toEqual(before)

  const { complaintId } = await aPaidComplaint(app)
  const paidKey = newKey()
  await app.db.updateTable('complaints').set({ idempotency_key: paidKey }).where('id', '=', complaintId).execute()
  expect(await correct({ key: paidKey, fields: CORRECTED })).toEqual({ status: 409, code: 'already_paid' })
})

// CMP-4, CASE-4
test('a complaint that an admin has worked on keeps its text, files and e-mail', async () => {
  const works: ((id: string) => Promise<{ status: number }>)[] = [
    (id) => app.call(complaintCalls.setStatus, { params: { id }, body: { status: 'in_progress' } }, admin),
    (id) => app.call(caseCalls.addNote, { params: { id }, body: { text: 'Seen', internal: true } }, admin),
    (id) => app.call(caseCalls.reveal, { params: { id }, body: { reason: 'To call back' } }, admin),
    (id) =>
      app.call(caseCalls.hold, { params: { id }, body: { until: '2099-01-01', reason: 'The police ask' } }, admin),
  ]
  for (const work of works) {
    const key = newKey()
    const { id = 0 } = await send({ key, file: PDF, fields: { withhold_name: 'true' } })
    expect((await work(String(id))).status).toBeLessThan(300)
    const before = await everything()
    const changed = { ...CORRECTED, email: 'elsewhere@example.org' }
    expect(await correct({ key, fields: changed })).toEqual({ status: 409, code: 'case_under_way' })
    expect(await everything()).toEqual(before)
  }
})

// CMP-4, CASE-4
test('a correction is an event of the history, once', async () => {
  const key = newKey()
  const { id = 0 } = await send({ key })
  for (let time = 0; time < 2; time++) await correct({ key, fields: CORRECTED })
  const { body } = await app.call(caseCalls.listEvents, { params: { id: String(id) } }, admin)
  expect(body.data.map(({ kind, by, after }) => [kind, by, after])).toEqual([
    ['filed', 'complainant', null],
    ['filed', 'complainant', 'corrected'],
  ])
})

// CMP-4, CASE-5
test('a correction also gives up a withheld name, and a new type has its own due day', async () => {
  const key = newKey()
  const { id = 0 } = await send({ key, fields: { withhold_name: 'true' } })
  const filed = "update complaints set created_at = '2026-01-31T20:00:00Z', due_on = '2026-02-03' where id = $1"
  await app.pool.query(filed, [id])
  const stored = () =>
    app.db.selectFrom('complaints').select(['withhold_name', 'due_on']).where('id', '=', id).executeTakeFirstOrThrow()
  await correct({ key, fields: { ...CORRECTED, withhold_name: 'true' } })
  expect(await stored()).toEqual({ withhold_name: true, due_on: '2026-02-03' })
  await correct({ key, fields: { type_of_complaint: 'Noise or nuisance' } })
  expect(await stored()).toEqual({ withhold_name: false, due_on: '2026-02-06' })
})
