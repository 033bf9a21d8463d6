import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPlan, aUser, PLAN } from '../../../test/factories.ts'
import { aMembership, dayFromToday } from '../../../test/memberships.ts'
import { aRegistration, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const HINDI = { 'accept-language': 'hi' }
const read = (id: number) => app.call(planCalls.read, { params: { id: String(id) } }, admin)

// PLN-9, PLN-1
test('an admin adds a plan, reads it at data.plan, changes it and finds it in the list', async () => {
  const created = await app.call(planCalls.create, { body: { ...PLAN, price: 499.5 } }, admin)
  expect(created.status).toBe(201)
  const { id } = created.body.data.plan
  expect((await read(id)).body).toMatchObject({ status: 'success', data: { plan: { ...PLAN, id, price: 499.5 } } })

  const body = { ...PLAN, name: 'Best friend', category: 'premium' as const, price: 0 }
  expect((await app.call(planCalls.update, { params: { id: String(id) }, body }, admin)).body.data.plan).toMatchObject(
    body,
  )
  const { data } = (await app.call(planCalls.listAll, {}, admin)).body
  expect(data.find((plan) => plan.id === id)).toMatchObject(body)
})

// PLN-2
test.each([
  ['runs', {}, 1],
  ['ends today', { expiry_date: dayFromToday(0) }, 1],
  ['ended yesterday', { expiry_date: dayFromToday(-1) }, 0],
  ['starts tomorrow', { start_date: dayFromToday(1) }, 0],
  ['was cancelled', { status: 'cancelled' }, 0],
] as const)('the list of plans counts a membership that %s, or not', async (_, fields, members) => {
  const id = await aMembership(app.db, await aUser(app.db), fields)
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { data } = (await app.call(planCalls.listAll, {}, admin)).body
  expect(data.find((plan) => plan.id === plan_id)).toMatchObject({ members })
})

// PLN-9
test('a change of a plan based on an older version is rejected with the stored record', async () => {
  const plan = await aPlan(app.db)
  const change = (body: object) =>
    app.call(planCalls.update, { params: { id: String(plan.id) }, body: { ...PLAN, ...body } }, admin)
  expect((await change({ name: 'Newer', version: plan.version })).body.data.plan.version).toBe(plan.version + 1)
  const stale = await change({ name: 'Stale', version: plan.version })
  expect([stale.status, stale.error?.code]).toEqual([409, 'changed_meanwhile'])
  expect(stale.error?.current).toMatchObject({ id: plan.id, name: 'Newer', version: plan.version + 1 })
  expect((await read(plan.id)).body.data.plan.name).toBe('Newer')
  expect((await change({ name: 'Newer', version: plan.version })).status).toBe(200)
  expect((await change({ name: 'Without a version' })).status).toBe(200)
})

test.each([
  ['name', '', 'Name is required'],
  ['category', 'gold', 'Category is required'],
  ['duration_months', null, 'Duration is required'],
  ['duration_months', 0, 'Duration must be positive'],
  ['duration_months', -3, 'Duration must be positive'],
  ['duration_months', 1.5, 'Duration must be a whole number'],
  ['duration_months', '12', 'Duration is required'],
  ['price', null, 'Price is required'],
  ['price', -1, 'Price cannot be negative'],
  ['price', 0.5, 'Price must be 0, or at least ₹1'],
  ['price', 100.125, 'Price has at most two decimals'],
  ['price', 1e308, 'Price is too high'],
  ['description', ' ', 'Description is required'],
  ['description', 'x'.repeat(5_000), 'Description must be at most 2000 characters long'],
  ['features', '\n', 'Features are required'],
  // PLN-7
] as const)('the server refuses a plan whose %s is %j: %s', async (field, value, message) => {
  const body = { ...PLAN, [field]: value } as unknown as typeof PLAN
  const reply = await app.call(planCalls.create, { body }, admin)
  expect(reply.status).toBe(400)
  expect(reply.error).toEqual({ status: 'error', code: 'invalid_fields', message, errors: { [field]: message } })
})

// PLN-7
test('ten features, one per line, are stored as they are', async () => {
  const features = Array.from({ length: 10 }, (_, index) => `Feature ${index + 1}`).join('\n')
  const { body } = await app.call(planCalls.create, { body: { ...PLAN, features } }, admin)
  expect(body.data.plan.features).toBe(features)
})

// PLN-9, LNG-2
test('a plan is read in the reader’s language, or else in its main words', async () => {
  const { id } = await aPlan(app.db, { name: 'Friend', name_hi: 'मित्र', features_hi: 'एक समाचार-पत्र', name_mr: 'सखा' })
  const shown = async (language: string) => {
    const { body } = await app.call(planCalls.listRegular, {}, null, { 'accept-language': language })
    return body.data.plans.find((plan) => plan.id === id)
  }
  const rest = { description: PLAN.description, price: PLAN.price }
  expect(await shown('en')).toMatchObject({ ...rest, name: 'Friend', features: PLAN.features })
  expect(await shown('hi')).toMatchObject({ ...rest, name: 'मित्र', features: 'एक समाचार-पत्र' })
  expect(await shown('mr')).toMatchObject({ ...rest, name: 'सखा', features: PLAN.features })
  expect((await app.call(planCalls.read, { params: { id: String(id) } }, admin, HINDI)).body.data.plan).toMatchObject({
    ...{ name: 'Friend', name_hi: 'मित्र', description_hi: null },
  })
})

// PLN-9
test('a change without translations keeps them, and an empty one removes its own', async () => {
  const { id } = await aPlan(app.db, { name_hi: 'मित्र', name_mr: 'सखा' })
  const change = async (fields: object) =>
    (await app.call(planCalls.update, { params: { id: String(id) }, body: { ...PLAN, ...fields } }, admin)).body.data
      .plan
  expect(await change({ price: 700 })).toMatchObject({ price: 700, name_hi: 'मित्र', name_mr: 'सखा' })
  expect(await change({ name_hi: ' ', name_mr: 'सखी' })).toMatchObject({ name_hi: null, name_mr: 'सखी' })
})

// PLN-3
test('an unused plan can be deleted; one with a pending or active membership cannot', async () => {
  const { membershipId, orderId } = await aRegistration(app)
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const erase = () => app.call(planCalls.delete, { params: { id: String(plan_id) } }, admin)
  const refusal = {
    status: 'error',
    code: 'plan_in_use',
    message: 'Failed to delete plan. It may be in use by active memberships.',
  }

  expect((await erase()).error).toEqual(refusal)
  await app.sandbox.pay(orderId)
  await expect
    .poll(
      async () =>
        (await app.db.selectFrom('memberships').select('status').where('id', '=', membershipId).executeTakeFirst())
          ?.status,
    )
    .toBe('active')
  expect((await erase()).status).toBe(409)

  await app.db
    .updateTable('memberships')
    .set({ start_date: '2020-01-01', expiry_date: '2020-02-01' })
    .where('id', '=', membershipId)
    .execute()
  expect((await erase()).status).toBe(204)
  expect((await read(plan_id)).status).toBe(404)
  expect((await app.call(planCalls.listAll, {}, admin)).body.data.map(({ id }) => id)).not.toContain(plan_id)
  expect((await erase()).status).toBe(404)
})

// RPT-1, PLN-3
test('the report filter offers plans on offer and, marked, deleted ones in use', async () => {
  const onOffer = await aPlan(app.db, { name: 'On offer' })
  const unused = await aPlan(app.db, { name: 'Unused' })
  const { membershipId } = await aRegistration(app)
  await app.pool.query("update memberships set status = 'cancelled' where id = $1", [membershipId])
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  for (const id of [unused.id, plan_id])
    expect((await app.call(planCalls.delete, { params: { id: String(id) } }, admin)).status).toBe(204)

  const { data } = (await app.call(reportCalls.plans, {}, admin)).body
  expect(data).toContainEqual({ id: onOffer.id, name: 'On offer', is_deleted: false })
  expect(data).toContainEqual({ id: plan_id, name: PLAN.name, is_deleted: true })
  expect(data.map(({ id }) => id)).not.toContain(unused.id)
})

// MEM-3
test('a category’s plans are listed cheapest first, without others and deleted ones', async () => {
  const dear = await aPlan(app.db, { category: 'premium', price: 900 })
  const cheap = await aPlan(app.db, { category: 'premium', price: 100 })
  const gone = await aPlan(app.db, { category: 'premium', price: 50 })
  await app.call(planCalls.delete, { params: { id: String(gone.id) } }, admin)
  const { body } = await app.call(planCalls.listPremium, {})
  expect(body.status).toBe('success')
  const ids = body.data.plans.map((plan) => plan.id)
  expect(ids.indexOf(cheap.id)).toBeLessThan(ids.indexOf(dear.id))
  expect(ids).not.toContain(gone.id)
  expect(body.data.plans.every((plan) => plan.category === 'premium')).toBe(true)
  expect((await app.call(planCalls.listRegular, {})).body.data.plans.every((plan) => plan.category === 'regular')).toBe(
    true,
  )
})
