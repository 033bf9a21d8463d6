import { createHmac } from 'node:crypto'
import type { Access, Call, Input } from '@petsetu/contract/call.ts'
import { fillPath } from '@petsetu/contract/call.ts'
import { allCalls } from '@petsetu/contract/calls.ts'
import { expect, test } from 'vitest'
import { closeSession } from '../src/auth/session-queries.ts'
import { findReceiptPath } from '../src/payments/receipt-queries.ts'
import { aBlankTag, anAdmin, aPet, aPlan, aUser, PASSWORD, PET_FORM, PLAN } from './factories.ts'
import { APPLICANT, aComplaint, anOrder, aPaidComplaint, aRegistration, COMPLAINT, payingApp } from './paying-app.ts'
import { plainRequest } from './plain-request.ts'

const app = await payingApp()

type Sample = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}
type Owner = Awaited<ReturnType<typeof aUser>>

let count = 0

/** For each call an input that succeeds for whoever may make it, made anew each time; its record is the owner's. */
const samples: Record<string, (owner: Owner) => Sample | Promise<Sample>> = {
  'POST /auth/signin': (owner) => ({ body: { username: owner.username, password: PASSWORD } }),
  'POST /auth/signup': () => ({
    body: { username: `new${++count}`, email: `new${count}@example.org`, password: PASSWORD },
  }),
  'POST /auth/signout': () => ({}),
  'POST /pets': async () => ({ body: { ...PET_FORM, petId: await aBlankTag(app.db) } }),
  'GET /pets': () => ({ query: {} }),
  'GET /pets/{id}': async (owner) => ({ params: { id: (await aPet(app.db, owner)).petId } }),
  'PUT /pets/{id}': async (owner) => ({ params: { id: String((await aPet(app.db, owner)).id) }, body: PET_FORM }),
  'DELETE /pets/{id}': async (owner) => ({ params: { id: String((await aPet(app.db, owner)).id) } }),
  'GET /admin/pets': () => ({ query: {} }),
  'DELETE /admin/pets/{id}': async (owner) => ({ params: { id: String((await aPet(app.db, owner)).id) } }),
  'GET /admin/users': () => ({ query: {} }),
  'DELETE /admin/users/{id}': async () => ({ params: { id: String((await aUser(app.db)).id) } }),
  'GET /api/admin/dashboard': () => ({}),
  'GET /admin/generate-pet-id': () => ({ query: { numberOfIds: '1' } }),
  'POST /api/complaints/submit': () => ({ body: COMPLAINT }),
  'POST /api/complaints/payment/initiate': async () => ({
    body: {
      complaint_id: await aComplaint(app),
      amount: 100,
      name: COMPLAINT.fullname,
      email: COMPLAINT.email,
      phone: COMPLAINT.phone,
    },
  }),
  'POST /api/complaints/payment/verify': async () => {
    const { complaintId, orderId } = await anOrder(app)
    return { body: { ...(await app.sandbox.pay(orderId)), complaint_id: complaintId } }
  },
  'GET /api/admin/complaints': () => ({ query: {} }),
  'GET /api/admin/complaints/{id}': async () => ({ params: { id: String(await aComplaint(app)) } }),
  'PUT /api/admin/complaints/{id}/status': async () => ({
    params: { id: String(await aComplaint(app)) },
    body: { status: 'resolved' },
  }),
  'POST /api/admin/complaints/{id}/payment/check': async () => ({ params: { id: String(await aComplaint(app)) } }),
  'POST /api/admin/payments/{id}/refund': async () => {
    const { checkout } = await aPaidComplaint(app)
    const payment = await app.db
      .selectFrom('payments')
      .select('id')
      .where('provider_payment_id', '=', checkout.razorpay_payment_id)
      .executeTakeFirstOrThrow()
    return { params: { id: String(payment.id) } }
  },
  'GET /admin/pets.csv': () => ({ query: {} }),
  'GET /admin/users.csv': () => ({}),
  'GET /admin/tags': () => ({ query: {} }),
  'GET /admin/tags/sheet.pdf': async () => ({ query: { petIds: await aBlankTag(app.db) } }),
  'GET /api/admin/complaints.csv': () => ({ query: {} }),
  'GET /api/admin/memberships/plans': () => ({}),
  'GET /api/admin/memberships/plans.csv': () => ({}),
  'GET /api/admin/memberships/plans/{id}': async () => ({ params: { id: String((await aPlan(app.db)).id) } }),
  'POST /api/admin/memberships/plans': () => ({ body: PLAN }),
  'PUT /api/admin/memberships/plans/{id}': async () => ({
    params: { id: String((await aPlan(app.db)).id) },
    body: PLAN,
  }),
  'DELETE /api/admin/memberships/plans/{id}': async () => ({ params: { id: String((await aPlan(app.db)).id) } }),
  'GET /api/memberships/plans/regular': () => ({}),
  'GET /api/memberships/plans/premium': () => ({}),
  'POST /api/memberships/register': async () => ({ body: { ...APPLICANT, plan_id: (await aPlan(app.db)).id } }),
  'POST /api/memberships/verify-payment': async () => {
    const { membershipId, orderId } = await aRegistration(app)
    return { body: { ...(await app.sandbox.pay(orderId)), membership_id: membershipId } }
  },
  'GET /api/memberships/active': () => ({}),
  'GET /api/memberships/history': () => ({}),
  'POST /api/admin/memberships/{id}/cancel': async () => ({
    params: { id: String((await aRegistration(app)).membershipId) },
  }),
  'GET /api/receipts/{token}': async () => {
    const { complaintId } = await aPaidComplaint(app)
    const receiptPath = await findReceiptPath(app.db, 'complaint', complaintId)
    return { params: { token: receiptPath?.split('/').at(-1) ?? '' } }
  },
  'GET /api/admin/memberships/reports/membership': () => ({ query: {} }),
  'GET /api/admin/memberships/reports/membership.csv': () => ({ query: {} }),
  'GET /api/admin/memberships/reports/payment': () => ({ query: {} }),
  'GET /api/admin/memberships/reports/payment.csv': () => ({ query: {} }),
  'POST /api/payments/webhook': () => {
    const body = { event: 'payment.downtime.started', payload: {} }
    const signature = createHmac('sha256', app.provider.webhookSecret).update(JSON.stringify(body)).digest('hex')
    return { body, headers: { 'x-razorpay-signature': signature } }
  },
}

async function sampleOf(call: Call, owner: Owner): Promise<Sample> {
  const sample = samples[nameOf(call)]
  if (!sample) throw new Error(`Give ${nameOf(call)} a sample here, so that its access is proved`)
  return sample(owner)
}

const nameOf = (call: Call) => `${call.method} ${call.path}`

/** Statuses of a refusal by who asks; whoever is not named succeeds. */
const REFUSALS: Record<Access, Partial<Record<'nobody' | 'owner' | 'stranger' | 'admin' | 'signedOut', number>>> = {
  anyone: {},
  'signed-in': { nobody: 401, signedOut: 401 },
  user: { nobody: 401, signedOut: 401, admin: 403 },
  owner: { nobody: 401, signedOut: 401, stranger: 404 },
  admin: { nobody: 401, signedOut: 401, owner: 403, stranger: 403 },
}

test('AUTH-10 the access of every call is proved here, and of no call that is gone', () => {
  expect(Object.keys(samples).sort()).toEqual(allCalls.map(nameOf).sort())
})

for (const call of allCalls) {
  test(`AUTH-10 APP-11 ${nameOf(call)} answers nobody, its user, another user, an admin and a signed-out token as '${call.access}' says`, async () => {
    const signedOut = await aUser(app.db)
    await closeSession(app.db, signedOut.token)
    const people = {
      nobody: null,
      signedOut,
      stranger: await aUser(app.db),
      owner: await aUser(app.db),
      admin: await anAdmin(app.db),
    }
    for (const [who, person] of Object.entries(people)) {
      const { headers, ...input } = await sampleOf(call, people.owner)
      const reply = await app.call(call, input as Input<Call>, person, headers)
      const refusal = REFUSALS[call.access][who as keyof typeof people]
      expect(`${who}: ${reply.status}`).toBe(`${who}: ${refusal ?? call.status ?? 200}`)
      if (refusal) expect(reply.error).toMatchObject({ status: 'error', message: expect.any(String) })
      if (refusal === 401) expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
}

for (const call of allCalls.filter((call) => call.access !== 'anyone')) {
  test(`AUTH-10 ${nameOf(call)} tells nobody without access what it thinks of their input`, async () => {
    const input = { ...(call.params && { params: { id: 'nonsense' } }), ...(call.body && { body: { petName: '' } }) }
    const nobody = await app.call(call, input as Input<Call>)
    expect(nobody.status).toBe(401)
    expect(nobody.error).toEqual({ status: 'error', message: 'Please log in to continue.' })
    if (call.access !== 'admin') return
    const user = await app.call(call, input as Input<Call>, await aUser(app.db))
    expect(user.status).toBe(403)
    expect(user.error).toEqual({ status: 'error', message: 'Access denied.' })
  })
}

for (const call of allCalls.filter((call) => call.access !== 'anyone')) {
  test(`AUTH-10 no other writing of the address of ${nameOf(call)} opens it`, async () => {
    const owner = await aUser(app.db)
    const stranger = await aUser(app.db)
    const { params = {}, query = {} } = await sampleOf(call, owner)
    const search = new URLSearchParams(query).size > 0 ? `?${new URLSearchParams(query)}` : ''
    const address = fillPath(call.path, params)
    for (const path of otherWritings(address)) {
      for (const method of new Set([call.method, call.method === 'GET' ? 'HEAD' : call.method, 'OPTIONS', 'TRACE'])) {
        for (const person of call.access === 'signed-in' ? [null] : [null, stranger]) {
          const headers = { accept: 'application/json', ...(person && { authorization: `Bearer ${person.token}` }) }
          const reply = await plainRequest(app.url, { method, path: path + search, headers })
          expect.soft(reply.status, `${method} ${path} as ${person ? 'a user' : 'nobody'}`).toBeGreaterThanOrEqual(302)
          expect.soft(reply.status, `${method} ${path}`).toBeLessThan(500)
        }
      }
    }
  })
}

function otherWritings(path: string): string[] {
  const [, first = '', ...rest] = path.split('/')
  return [
    `${path}/`,
    path.toUpperCase(),
    `/${path}`,
    path.replaceAll('/', '//'),
    `/%2e${path}`,
    `/.${path}`,
    `/pages/..${path}`,
    `/pages/%2e%2e${path}`,
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}${rest.map((part) => `/${part}`).join('')}`,
    `/${[first, ...rest].join('%2f')}`,
    `${path};jsessionid=1`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `/${[first, ...rest].join('\\')}`,
  ]
}
