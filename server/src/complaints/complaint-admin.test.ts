import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../test/factories.ts'
import { aComplaint, anOrder, aPaidComplaint, payingApp, verify } from '../../test/paying-app.ts'
import { adminView, checkPayment, moneyOf } from '../../test/payment-state.ts'
import { storedText } from '../../test/stored.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await anAdmin(app.db)

const STATUSES = ['pending', 'in_progress', 'resolved', 'closed'] as const

const list = async (query: Record<string, string> = {}) =>
  (await app.call(complaintCalls.listAll, { query }, admin)).body
const setStatus = (id: number | string, status: string) =>
  app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status: status as 'pending' } }, admin)

// CMP-12, CMP-13, CMP-14
test('without complaints the list is an empty page', async () => {
  expect(await list()).toEqual({
    status: 'success',
    data: [],
    summary: {
      pending_complaints: 0,
      in_progress_complaints: 0,
      resolved_complaints: 0,
      closed_complaints: 0,
      paid_complaints: 0,
    },
    pagination: { page: 1, limit: 10, total: 0, last_page: 1 },
  })
})

// CMP-13, CMP-14
test('the list comes in pages of ten, newest first, each complaint once', async () => {
  const ids: number[] = []
  for (let count = 0; count < 23; count++) ids.unshift(await aComplaint(app))
  const seen: number[] = []
  for (const [page, rows] of [
    [1, 10],
    [2, 10],
    [3, 3],
    [4, 0],
    [99_999, 0],
  ] as const) {
    const body = await list(page === 1 ? {} : { page: String(page) })
    expect(body.data).toHaveLength(rows)
    expect(body.pagination).toEqual({ page, limit: 10, total: 23, last_page: 3 })
    seen.push(...body.data.map((row) => row.id))
  }
  expect(seen).toEqual(ids)
  expect((await list({ limit: '100' })).data).toHaveLength(23)
  expect((await list({ limit: '23' })).pagination.last_page).toBe(1)
  expect((await list({ limit: '22', page: '2' })).data).toHaveLength(1)
})

// CMP-14
test('a filter shows one status and counts its pages; the summary counts all', async () => {
  const [first, second, third] = (await list()).data.map((row) => row.id)
  await setStatus(first ?? 0, 'resolved')
  await setStatus(second ?? 0, 'resolved')
  await setStatus(third ?? 0, 'closed')
  await aPaidComplaint(app)
  const summary = {
    pending_complaints: 21,
    in_progress_complaints: 0,
    resolved_complaints: 2,
    closed_complaints: 1,
    paid_complaints: 1,
  }
  for (const [status, total, last_page] of [
    ['pending', 21, 3],
    ['in_progress', 0, 1],
    ['resolved', 2, 1],
    ['closed', 1, 1],
  ] as const) {
    const body = await list({ status })
    expect(body.summary).toEqual(summary)
    expect(body.pagination).toEqual({ page: 1, limit: 10, total, last_page })
    expect(new Set(body.data.map((row) => row.status))).toEqual(new Set(total ? [status] : []))
  }
  expect((await list()).summary).toEqual(summary)
})

// CMP-14, API-3
test('an invalid page, limit or status gets 400', async () => {
  for (const query of [
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page: '100001' },
    { limit: '0' },
    { limit: '101' },
    { limit: '' },
    { status: 'open' },
    { status: '' },
    { status: "pending' or 1=1 --" },
  ] as Record<string, string>[]) {
    const reply = await app.call(complaintCalls.listAll, { query }, admin)
    expect(reply.status, JSON.stringify(query)).toBe(400)
    expect(Object.keys(reply.error.errors ?? {})).toEqual(Object.keys(query))
  }
  const twice = await app.fetch('/api/admin/complaints?status=pending&status=closed', {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(twice.status).toBe(400)
})

// CMP-17, CMP-14, V15.3.1
test('a row and a detail contain only what their screens show', async () => {
  const { complaintId, orderId, checkout } = await aPaidComplaint(app, 123.45)
  const [row] = (await list()).data
  const listed = {
    id: complaintId,
    reference: expect.stringMatching(/^PS-\d{4}-\d{5}-[A-Z]$/),
    fullname: 'Kavita Rao',
    email: 'kavita@example.org',
    phone: '+91 55500 12345',
    type_of_complaint: 'Cruelty',
    created_at: expect.stringMatching(/Z$/),
    status: 'pending',
    payment_status: 'paid',
    payment_amount: 123.45,
    is_name_withheld: false,
    priority: 'normal',
    due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    is_overdue: false,
    assignee: null,
  }
  expect(row).toEqual({ ...listed, place: 'Kothrud, Pune' })
  const detail = await adminView(app, complaintId)
  expect(detail).toMatchObject({
    ...listed,
    location_of_incident: 'Kothrud, Pune',
    date_of_incident: '2026-01-31',
    description: 'A dog is chained in the sun without water.',
    razorpay_payment_id: checkout.razorpay_payment_id,
    payment_date: expect.stringMatching(/Z$/),
    file_path: null,
    file_url: null,
    payments: [{ amount: 123.45, razorpay_order_id: orderId, status: 'captured', disposition: 'applied' }],
  })
  expect(JSON.stringify(detail)).not.toMatch(/idempotency|receipt-|subject/)
})

// CMP-11
test('only paid complaints show a payment id and a date, not pending or failed ones', async () => {
  const none = await aComplaint(app)
  const pending = await anOrder(app)
  const failed = await anOrder(app)
  await verify(app, failed.complaintId, await app.sandbox.pay(failed.orderId, 'failed'))
  for (const [id, payment_status] of [
    [none, 'none'],
    [pending.complaintId, 'pending'],
    [failed.complaintId, 'failed'],
  ] as const) {
    const empty = { payment_amount: null, razorpay_payment_id: null, payment_date: null }
    expect(await adminView(app, id)).toMatchObject({ payment_status, ...empty })
  }
})

// CMP-10, CMP-17
test('an admin sets any status after any other, and the payment never changes', async () => {
  const { complaintId: paid } = await aPaidComplaint(app)
  const unpaid = await aComplaint(app)
  for (const [id, money] of [
    [paid, 'paid: captured/applied'],
    [unpaid, 'none:'],
  ] as const) {
    // Each change stands in the history and is mailed to the complainant with a link.
    const except = ['complaints', 'case_events', 'audit', 'webhook_inbox', 'mails', 'follow_links']
    const before = await storedText(app.pool, { except })
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        await setStatus(id, from)
        const reply = await setStatus(id, to)
        expect(reply.status, `${from} to ${to}`).toBe(200)
        expect(reply.body.data).toMatchObject({ id, status: to })
        expect(await moneyOf(app, id)).toBe(money)
      }
    }
    expect(await storedText(app.pool, { except })).toBe(before)
  }
})

// CMP-10, PAY-6
test('a closed complaint can still be paid, and stays closed', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await setStatus(complaintId, 'closed')
  await verify(app, complaintId, await app.sandbox.pay(orderId))
  expect(await adminView(app, complaintId)).toMatchObject({ status: 'closed', payment_status: 'paid' })
})

// CMP-17, API-3
test('an invalid status gets 400, an unknown complaint 404, an invalid id 400', async () => {
  const id = await aComplaint(app)
  const before = await storedText(app.pool, { except: ['webhook_inbox'] })
  for (const status of ['open', '', 'Pending', 'paid', '__proto__'])
    expect((await setStatus(id, status)).status).toBe(400)
  for (const call of [complaintCalls.read, complaintCalls.setStatus, complaintCalls.checkPayment]) {
    for (const [unknown, status] of [
      ['999999', 404],
      ['9999999999', 404],
      ['0', 400],
      ['-1', 400],
      ['01', 400],
      ['1.0', 400],
      ['1e3', 400],
      ['abc', 400],
      ['99999999999', 400],
      ['1 or 1=1', 400],
    ] as const) {
      const body = { status: 'closed' as const }
      const input = { params: { id: unknown }, ...(call === complaintCalls.setStatus && { body }) }
      const reply = await app.call(call, input as { params: { id: string }; body: typeof body }, admin)
      expect(reply.status, `${call.path} ${unknown}`).toBe(status)
      if (status === 404)
        expect(reply.error).toEqual({ status: 'error', code: 'complaint_not_found', message: 'Complaint not found' })
    }
  }
  expect(await storedText(app.pool, { except: ['webhook_inbox'] })).toBe(before)
  expect((await checkPayment(app, id)).status).toBe(200)
})
