import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { afterEach, expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { aFollowToken } from '../../../test/follow.ts'
import { aComplaint, anOrder, aPaidComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { adminView, moneyOf, refundsAtProvider } from '../../../test/payment-state.ts'
import { storedText } from '../../../test/stored.ts'
import { readReference } from '../complaint-queries.ts'

const app = await payingApp({ RECONCILE_EVERY_SECONDS: '1' })
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await anAdmin(app.db)

afterEach(async () => void (await app.sandbox.injectFault({ api: [] })))

const at = (id: number) => ({ params: { id: String(id) } })
const merge = (id: number, into: number) => app.call(caseCalls.merge, { ...at(id), body: { into } }, admin)
const eventsOf = async (id: number) => (await app.call(caseCalls.listEvents, at(id), admin)).body.data
const kindsOf = async (id: number) => (await eventsOf(id)).map(({ kind }) => kind)
const mailsAbout = async (id: number) =>
  (await app.db.selectFrom('mails').select('kind').where('about', '=', `complaint ${id}`).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

// CASE-5
test('a merged complaint closes as a duplicate of the first, and one mail says so', async () => {
  const [first, second] = [await aComplaint(app), await aComplaint(app)]
  expect((await merge(second, first)).body.data).toMatchObject({
    id: second,
    status: 'closed',
    outcome: 'duplicate',
    duplicate_of: first,
  })
  expect(await adminView(app, first)).toMatchObject({ status: 'pending', outcome: null, duplicate_of: null })
  expect(await eventsOf(second)).toMatchObject([
    { kind: 'filed' },
    { kind: 'merge', after: String(first), internal: false },
  ])
  expect(await eventsOf(first)).toMatchObject([
    { kind: 'filed' },
    { kind: 'merge', before: String(second), internal: true },
  ])
  expect(await mailsAbout(second)).toEqual(['complaint-merged'])
  expect(await mailsAbout(first)).toEqual([])
})

// CASE-5, CASE-2
test('the mail about a merge names the other complaint by its reference', async () => {
  const [first, second] = [await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  const { reference } = await adminView(app, first)
  const { text } = await app.db
    .selectFrom('mails')
    .select('text')
    .where('about', '=', `complaint ${second}`)
    .executeTakeFirstOrThrow()
  expect(text).toContain(`Handled together with complaint: ${reference}\n`)
})

// CASE-5
test('the fee of a merged complaint is refunded at once, and only once if repeated', async () => {
  const first = await aPaidComplaint(app)
  const second = await aPaidComplaint(app)
  const merges = await Promise.all([1, 2, 3].map(() => merge(second.complaintId, first.complaintId)))
  expect(merges.map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(() => moneyOf(app, second.complaintId)).toBe('refunded: refunded/applied')
  expect(await refundsAtProvider(app, second.orderId)).toHaveLength(1)
  expect(await moneyOf(app, first.complaintId)).toBe('paid: captured/applied')
  expect((await kindsOf(second.complaintId)).filter((kind) => kind === 'merge')).toHaveLength(1)
  expect(await mailsAbout(second.complaintId)).toEqual(['complaint-paid', 'complaint-merged'])
})

// CASE-5
test('if the provider does not answer, the reconciler makes the refund of a merge', async () => {
  const first = await aComplaint(app)
  const second = await aPaidComplaint(app)
  await app.sandbox.injectFault({ api: { fault: 'cut-before', operation: 'refund', times: 1 } })
  const reply = await merge(second.complaintId, first)
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({ duplicate_of: first, payments: [{ is_refund_pending: true }] })
  await app.pool.query('update refunds set next_check_at = now() where next_check_at is not null')
  await expect.poll(() => moneyOf(app, second.complaintId)).toBe('refunded: refunded/applied')
})

// CASE-5
test('a refund of a merge that the provider refused is tried again a day later', async () => {
  const first = await aComplaint(app)
  const second = await aPaidComplaint(app)
  const body = '{"error":{"code":"BAD_REQUEST_ERROR","description":"Your account does not have enough balance"}}'
  app.wire.decide(({ path }) => (path.endsWith('/refund') ? { status: 400, body } : 'pass'))
  const merged = await merge(second.complaintId, first)
  app.wire.clearFaults()
  expect(merged.body.data.payments).toMatchObject([
    { status: 'captured', is_return_refused: true, return_at: expect.stringMatching(/Z$/) },
  ])
  await app.pool.query("update refunds set created_at = created_at - interval '1 day' where status = 'failed'")
  await expect.poll(() => moneyOf(app, second.complaintId)).toBe('refunded: refunded/applied')
  expect(await refundsAtProvider(app, second.orderId)).toHaveLength(1)
})

// CASE-5
test('a payment after the merge is kept for a refund, and duplicates cannot be paid', async () => {
  const first = await aComplaint(app)
  const { complaintId, orderId } = await anOrder(app)
  const checkout = await app.sandbox.pay(orderId)
  expect((await merge(complaintId, first)).status).toBe(200)
  await verify(app, complaintId, checkout)
  expect(await moneyOf(app, complaintId)).toBe('pending: captured/surplus')
  expect((await initiate(app, complaintId)).error).toMatchObject({ code: 'complaint_is_duplicate' })
})

// CASE-5
test('a complaint merges neither into itself, into a duplicate, in a circle nor twice', async () => {
  const [first, second, third] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  const before = await storedText(app.pool, { except: ['webhook_inbox'] })
  for (const [id, into, code] of [
    [first, first, 'merge_into_itself'],
    [first, second, 'merge_into_duplicate'],
    [third, second, 'merge_into_duplicate'],
    [second, third, 'merged_already'],
    [third, 999_999_999, 'complaint_not_found'],
    [999_999_999, third, 'complaint_not_found'],
  ] as const)
    expect((await merge(id, into)).error, `${id} into ${into}`).toMatchObject({ code })
  expect(await storedText(app.pool, { except: ['webhook_inbox'] })).toBe(before)
})

// CASE-5
test('two complaints merged into each other at the same moment leave one open', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await aComplaint(app), await aComplaint(app)]
    const replies = await Promise.all([merge(one, other), merge(other, one)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [duplicates] = [[await adminView(app, one), await adminView(app, other)].filter((each) => each.duplicate_of)]
    expect(duplicates).toHaveLength(1)
  }
})

// CASE-5
test('what was merged follows into the next complaint; a reopened one stands alone', async () => {
  const [first, second, third] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await merge(third, second)
  await merge(second, first)
  expect(await adminView(app, third)).toMatchObject({ duplicate_of: first })
  expect((await eventsOf(third)).at(-1)).toMatchObject({ kind: 'merge', before: String(second), after: String(first) })
  await app.call(complaintCalls.setStatus, { ...at(third), body: { status: 'in_progress' } }, admin)
  expect(await adminView(app, third)).toMatchObject({ status: 'in_progress', duplicate_of: null, outcome: null })
})

// CASE-5, CASE-3
test('whoever follows a complaint that is merged again is told, too', async () => {
  const [first, second, third] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await merge(third, second)
  await merge(second, first)
  expect(await mailsAbout(third)).toEqual(['complaint-merged', 'complaint-merged'])
  expect(await mailsAbout(second)).toEqual(['complaint-merged'])
  expect(await mailsAbout(first)).toEqual([])
})

// CASE-5, CASE-3
test('a complaint that is opened again and merged again has a mail for each merge', async () => {
  const [first, second] = [await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  await app.call(complaintCalls.setStatus, { ...at(second), body: { status: 'pending' } }, admin)
  await merge(second, first)
  // A repeat of the same merge is none.
  await merge(second, first)
  expect(await mailsAbout(second)).toEqual(['complaint-merged', 'complaint-status', 'complaint-merged'])
})

// CASE-5, CASE-3
test('a status change is told once to each person whose complaint was merged', async () => {
  const first = await aComplaint(app, { email: 'first@example.org', fullname: 'Firoza First' })
  const second = await aComplaint(app, { email: 'second@example.org' })
  const again = await aComplaint(app, { email: 'First@Example.org' })
  await app.pool.query("update complaints set language = 'mr' where id = $1", [second])
  for (const id of [second, again]) await merge(id, first)
  const note = { text: 'Firoza, we come at five.', internal: false }
  await app.call(caseCalls.addNote, { ...at(first), body: note }, admin)
  await app.call(complaintCalls.setStatus, { ...at(first), body: { status: 'resolved' } }, admin)
  const rows = await mailsToAll([first, second, again], 'complaint-status')
  expect(rows.map(({ to_address, language }) => [to_address, language])).toEqual([
    ['first@example.org', 'en'],
    ['second@example.org', 'mr'],
  ])
  expect(rows[1].subject).toBe(`तुमची तक्रार ${second}: सोडवली`)
  const [, path = ''] = /https?:\/\/[^/]+(\/complaint\/follow\/[\w-]{43})/.exec(rows[1].text) ?? []
  const page = await (await app.fetch(path, { headers: { 'accept-language': 'en' } })).text()
  expect(page).toContain('Status: Resolved')
  // The page has what we wrote since the merge, and the mail only the status.
  expect(page).toContain('Firoza, we come at five.')
  expect(rows[1].text).not.toMatch(/Firoza|we come at five/i)
  for (const told of [rows[1].text, page]) expect(told).not.toMatch(/Firoza First|first@example/i)
})

// CASE-5, CASE-2, CASE-3, CASE-6
test('another end of a duplicate is told to nobody, and its page shows the first one’s', async () => {
  const [first, second] = [await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  const body = { ids: [second], status: 'resolved' as const }
  expect((await app.call(caseCalls.updateSeveral, { body }, admin)).body.data).toEqual({ changed: 1 })
  expect(await adminView(app, second)).toMatchObject({ status: 'resolved', duplicate_of: first })
  expect(await mailsAbout(second)).toEqual(['complaint-merged'])
  const page = await (await app.fetch(paths.followComplaint.to({ token: await aFollowToken(app, second) }))).text()
  expect(page).not.toContain('Resolved')
  await app.call(complaintCalls.setStatus, { ...at(second), body: { status: 'pending' } }, admin)
  expect(await mailsAbout(second)).toEqual(['complaint-merged', 'complaint-status'])
})

// CASE-5, CASE-6
test('a status for several complaints leaves a duplicate with its first complaint', async () => {
  const [first, second, other] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  const change = async (body: object) =>
    (await app.call(caseCalls.updateSeveral, { body: { ids: [second, other], ...body } }, admin)).body.data.changed
  expect(await change({ status: 'in_progress' })).toBe(1)
  const stays = { status: 'closed', outcome: 'duplicate', duplicate_of: first }
  expect(await adminView(app, second)).toMatchObject(stays)
  expect(await adminView(app, other)).toMatchObject({ status: 'in_progress' })
  expect(await change({ status: 'pending', assignee_id: admin.id })).toBe(2)
  expect(await adminView(app, second)).toMatchObject({ ...stays, assignee: { id: admin.id } })
  expect(await mailsAbout(second)).toEqual(['complaint-merged'])
})

// CASE-5, CASE-2
test('what was told stays on the page when the case is merged into another one', async () => {
  const [first, second, third] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  const tell = (id: number, text: string) =>
    app.call(caseCalls.addNote, { ...at(id), body: { text, internal: false } }, admin)
  await tell(second, 'Before the merge.')
  await merge(third, second)
  await tell(second, 'The vet comes at five.')
  await tell(first, 'Of another case.')
  await merge(second, first)
  await tell(second, 'Of a duplicate.')
  await tell(first, 'The dog is well.')
  const page = await (await app.fetch(paths.followComplaint.to({ token: await aFollowToken(app, third) }))).text()
  expect(page).toMatch(/The vet comes at five\..*The dog is well\./s)
  for (const other of ['Before the merge.', 'Of another case.', 'Of a duplicate.']) expect(page).not.toContain(other)
})

async function mailsToAll(complaints: number[], kind: string) {
  const { rows } = await app.pool.query(
    'select to_address, language, subject, text from mails where kind = $1 and about = any($2) order by id',
    [kind, complaints.map((id) => `complaint ${id}`)],
  )
  return rows
}

// CASE-5, CASE-3
test('a note is told once to each person of a merged complaint, without its words', async () => {
  const first = await aComplaint(app, { email: 'leading@example.org' })
  const second = await aComplaint(app, { email: 'merged@example.org' })
  const again = await aComplaint(app, { email: 'Leading@Example.org' })
  await app.pool.query("update complaints set language = 'mr' where id = $1", [second])
  for (const id of [second, again]) await merge(id, first)
  for (const internal of [true, false]) {
    const note = { text: 'Firoza, we come at five.', internal }
    await app.call(caseCalls.addNote, { ...at(first), body: note }, admin)
  }
  const rows = await mailsToAll([first, second, again], 'complaint-note')
  expect(rows.map(({ to_address, language }) => [to_address, language])).toEqual([
    ['leading@example.org', 'en'],
    ['merged@example.org', 'mr'],
  ])
  expect(rows[0].text).toContain('Firoza, we come at five.')
  expect(rows[1].subject).toBe(`तुमची तक्रार ${second}: आमचा संदेश`)
  expect(rows[1].text).not.toMatch(/Firoza|we come at five|leading@example/i)
  const [, path = ''] = /https?:\/\/[^/]+(\/complaint\/follow\/[\w-]{43})/.exec(rows[1].text) ?? []
  const page = await (await app.fetch(path, { headers: { 'accept-language': 'en' } })).text()
  expect(page).toContain(await readReference(app.db, second))
  expect(page).toContain('Firoza, we come at five.')
})
