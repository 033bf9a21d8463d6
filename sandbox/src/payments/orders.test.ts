import { expect, test } from 'vitest'
import { testSandbox } from '../test-sandbox.ts'

const ORDER = { amount: 10_000, currency: 'INR' }
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`note${at}`, 'x']))

test.each([
  [{ ...ORDER, amount: 99 }, 'The amount must be at least INR 1.00', 'amount'],
  [{ ...ORDER, amount: 100.5 }, 'The amount must be an integer.', 'amount'],
  [{ ...ORDER, amount: '10000' }, 'The amount must be an integer.', 'amount'],
  [{ currency: 'INR' }, 'The amount is required', 'amount'],
  [{ amount: 10_000 }, 'The currency is required', 'currency'],
  [{ ...ORDER, receipt: 'r'.repeat(41) }, 'receipt: the length must be no more than 40.', 'receipt'],
  [{ ...ORDER, color: 'red', taste: 1 }, 'color, taste is/are not required and should not be sent', 'color'],
  [{ ...ORDER, notes: pairs(16) }, 'The notes may have at most 15 pairs.', 'notes'],
  [{ ...ORDER, notes: { a: 'x'.repeat(257) } }, 'The notes may have at most 256 characters each.', 'notes'],
  // PAY-7
])('an order as %j is refused', async (fields, description, field) => {
  const sandbox = await testSandbox()

  const reply = await sandbox.post('/v1/orders', fields)

  expect(reply.status).toBe(400)
  expect(reply.body.error).toEqual({
    code: 'BAD_REQUEST_ERROR',
    description,
    field,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
  })
  expect((await sandbox.ledger()).orders).toEqual([])
})

// PAY-7
test.each(['not json', '[]', '7'])('a body that is %s is refused', async (text) => {
  const sandbox = await testSandbox()
  expect((await sandbox.post('/v1/orders', text)).status).toBe(400)
})

// PAY-7
test('an order has the documented shape, and is read as it was made', async () => {
  const sandbox = await testSandbox()
  const fields = { ...ORDER, receipt: 'CMP-2026-000123', notes: { kind: 'complaint' } }

  const made = await sandbox.post('/v1/orders', fields)

  expect(made.status).toBe(200)
  expect(made.body).toEqual({
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    entity: 'order',
    amount: 10_000,
    amount_paid: 0,
    amount_due: 10_000,
    currency: 'INR',
    receipt: 'CMP-2026-000123',
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: { kind: 'complaint' },
    created_at: expect.any(Number),
  })
  expect(await sandbox.get(`/v1/orders/${made.body.id}`)).toEqual(made)
})

// PAY-7
test('no notes are printed as a list', async () => {
  const sandbox = await testSandbox()
  expect((await sandbox.order()).notes).toEqual([])
  expect((await sandbox.order({ notes: {} })).notes).toEqual([])
})

test.each([
  ['/v1/orders/order_short', 'order_short is not a valid id'],
  ['/v1/orders/order_00000000000000', 'The id provided does not exist'],
  ['/v1/orders/order_00000000000000/payments', 'The id provided does not exist'],
  ['/v1/payments/order_00000000000000', 'order_00000000000000 is not a valid id'],
  ['/v1/payments/pay_00000000000000', 'The id provided does not exist'],
  ['/v1/refunds/rfnd_00000000000000', 'The id provided does not exist'],
  ['/v1/weather', 'The requested URL was not found on the server.'],
  ['/v1/orders?color=red', 'color is/are not required and should not be sent'],
  ['/v1/orders?count=101', 'The count may not be greater than 100.'],
  ['/v1/payments?skip=x', 'The skip must be an integer.'],
  // PAY-7
])('GET %s is answered 400 "%s"', async (target, description) => {
  const sandbox = await testSandbox()
  expect(await sandbox.get(target)).toMatchObject({ status: 400, body: { error: { description } } })
})

// PAY-7
test('an unknown address gets 400 without source, step and reason, whatever the method', async () => {
  const sandbox = await testSandbox()
  const error = { code: 'BAD_REQUEST_ERROR', source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  expect(await sandbox.call('DELETE', '/v1/orders')).toMatchObject({ status: 400, body: { error } })
})

// PAY-7
test('orders are listed newest first, by receipt, time and page', async () => {
  const sandbox = await testSandbox()
  const [first, second, third] = [
    await sandbox.order({ receipt: 'a' }),
    await sandbox.order({ receipt: 'b' }),
    await sandbox.order({ receipt: 'a' }),
  ]
  const list = async (query: string) => (await sandbox.get(`/v1/orders${query}`)).body

  expect(await list('')).toEqual({ entity: 'collection', count: 3, items: [third, second, first] })
  expect(await list('?receipt=a')).toEqual({ entity: 'collection', count: 2, items: [third, first] })
  expect(await list('?count=1&skip=1')).toEqual({ entity: 'collection', count: 1, items: [second] })
  expect(await list(`?to=${first.created_at - 1}`)).toEqual({ entity: 'collection', count: 0, items: [] })
  expect(await list(`?from=${first.created_at}&to=${third.created_at}`)).toMatchObject({ count: 3 })
})

test.each([
  [undefined, 'Please provide your api key for authentication purposes'],
  ['Basic cnpwX3Rlc3RfeDp5', 'Authentication failed'],
  // The right keys, but the scheme must be spelled Basic.
  [`basic ${Buffer.from('rzp_test_PetCare0000001:sandbox_secret_0001').toString('base64')}`, 'Authentication failed'],
  // PAY-7
])('the header %s is answered 401', async (authorization, description) => {
  const sandbox = await testSandbox()

  const reply = await fetch(`${sandbox.origin}/v1/orders`, { headers: authorization ? { authorization } : {} })

  expect(reply.status).toBe(401)
  expect(await reply.json()).toEqual({ error: { code: 'BAD_REQUEST_ERROR', description } })
})
