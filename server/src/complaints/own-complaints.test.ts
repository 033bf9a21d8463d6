import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aLink, anAdmin, aPlan, aUser } from '../../test/factories.ts'
import { APPLICANT, aComplaint, anOrder, payingApp, verify } from '../../test/paying-app.ts'

const app = await payingApp()

type Account = { id: number; email: string; token: string }

async function confirmAddress(user: Account): Promise<void> {
  const token = await aLink(app.db, user, 'confirm-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
}

const complaintsOf = async (user: Account, page = '1', limit = '20') =>
  (await app.call(complaintCalls.listOwn, { query: { page, limit } }, user)).body

const historyOf = async (user: Account) => (await app.call(membershipCalls.history, {}, user)).body.data

const activeOf = async (user: Account) => (await app.call(membershipCalls.active, {}, user)).body.data

async function aFreeMembership(email: string, as: { token: string } | null = null): Promise<number> {
  const plan = await aPlan(app.db, { price: 0 })
  const body = { ...APPLICANT, email, plan_id: plan.id }
  return (await app.call(membershipCalls.register, { body }, as)).body.data.membership_id
}

// ACC-3
test('a confirmed address shows complaints filed with it in any spelling, newest first', async () => {
  const user = await aUser(app.db)
  const place = 'Behind the vegetable market, Kothrud'
  const first = await aComplaint(app, { email: user.email, location_of_incident: place })
  const second = await aComplaint(app, { email: user.email.toUpperCase() })
  await aComplaint(app, { email: 'somebody@example.org' })
  expect(await complaintsOf(user)).toMatchObject({ data: [], pagination: { total: 0, last_page: 1 } })

  await confirmAddress(user)
  const { data, pagination } = await complaintsOf(user)
  expect(data.map(({ id }) => id)).toEqual([second, first])
  expect(data[1]?.place).toBe(place)
  expect(pagination).toEqual({ page: 1, limit: 20, total: 2, last_page: 1 })
  expect(Object.keys(data[0] ?? {}).sort()).toEqual(
    [
      ...['created_at', 'id', 'is_payable', 'payment_status', 'place', 'receipt_path', 'reference', 'status'],
      'type_of_complaint',
    ].sort(),
  )
  const paged = await complaintsOf(user, '2', '1')
  expect([paged.data.map(({ id }) => id), paged.pagination.last_page]).toEqual([[first], 2])
})

// ACC-3
test('a paid complaint shows its receipt', async () => {
  const user = await aUser(app.db)
  const { complaintId, orderId } = await anOrder(app)
  await verify(app, complaintId, await app.sandbox.pay(orderId))
  await app.pool.query('update complaints set email = $1 where id = $2', [user.email, complaintId])
  await confirmAddress(user)
  const { data } = await complaintsOf(user)
  expect(data).toMatchObject([
    { id: complaintId, payment_status: 'paid', receipt_path: expect.stringMatching(/^\/receipt\//) },
  ])
})

const followOf = (id: number, user: Account) => app.call(complaintCalls.followOwn, { params: { id: String(id) } }, user)

// ACC-3, CASE-2
test('one’s own complaint opens its page without a mailed code, and no other does', async () => {
  const user = await aUser(app.db)
  const own = await aComplaint(app, { email: user.email })
  const others = await aComplaint(app, { email: 'somebody@example.org' })
  expect((await followOf(own, user)).status).toBe(404)

  await confirmAddress(user)
  const { status, body } = await followOf(own, user)
  expect([status, body.data.follow_path]).toEqual([200, expect.stringMatching(/^\/complaint\/follow\/[\w-]{43}$/)])
  const page = await app.fetch(body.data.follow_path, { headers: { accept: 'text/html' } })
  const [listed] = (await complaintsOf(user)).data
  expect(listed?.reference).toMatch(/^PS-\d{4}-\d{5}-[A-Z]$/)
  expect(await page.text()).toContain(listed?.reference)
  expect((await followOf(others, user)).error.code).toBe('complaint_not_found')
})

// ACC-3, CASE-5
test('a complaint that was merged shows the status of the first one', async () => {
  const user = await aUser(app.db)
  await confirmAddress(user)
  const admin = await anAdmin(app.db)
  const first = await aComplaint(app, { email: 'somebody@example.org' })
  const second = await aComplaint(app, { email: user.email })
  await app.call(caseCalls.merge, { params: { id: String(second) }, body: { into: first } }, admin)
  await app.call(complaintCalls.setStatus, { params: { id: String(first) }, body: { status: 'in_progress' } }, admin)
  expect((await complaintsOf(user)).data).toMatchObject([{ id: second, status: 'in_progress' }])
})

// ACC-3
test('a confirmed address shows memberships bought with it without an account', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const bought = await aFreeMembership(user.email.toUpperCase())
  await aFreeMembership(user.email, other)
  const own = await aFreeMembership('another-address@example.org', user)
  expect((await historyOf(user)).map(({ id }) => id)).toEqual([own])

  await confirmAddress(user)
  expect((await historyOf(user)).map(({ id }) => id)).toEqual([own, bought])
  expect(await activeOf(user)).not.toBeNull()
  expect((await historyOf(other)).map(({ id }) => id)).not.toContain(bought)
})

// ACC-3
test('an address that is only claimed, or no longer the account’s, shows nothing', async () => {
  const [user, claimant] = [await aUser(app.db), await aUser(app.db)]
  const email = `shared-${user.email}`
  const complaint = await aComplaint(app, { email })
  const membership = await aFreeMembership(email)
  await app.pool.query('update users set email = $1, email_key = $1 where id = $2', [email, claimant.id])
  expect([(await complaintsOf(claimant)).data, await historyOf(claimant), await activeOf(claimant)]).toEqual([
    [],
    [],
    null,
  ])

  await confirmAddress({ ...claimant, email })
  expect((await complaintsOf(claimant)).data.map(({ id }) => id)).toEqual([complaint])
  expect((await historyOf(claimant)).map(({ id }) => id)).toEqual([membership])

  const moved = `moved-${user.email}`
  const token = await aLink(app.db, { ...claimant, email: moved }, 'change-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
  expect([(await complaintsOf(claimant)).data, await historyOf(claimant)]).toEqual([[], []])
})
