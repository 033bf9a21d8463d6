import { cashSheetCalls, type HandoverForm } from '@petsetu/contract/payments/books.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, voidAtDesk } from '../../../test/desk.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'

const app = await testApp()

type Admin = Awaited<ReturnType<typeof anAdmin>>

const sheetOf = async (by: Admin, query: { day?: string; admin_id?: string } = {}) =>
  (await app.call(cashSheetCalls.read, { query }, by)).body.data

const handOver = (by: Admin, form: Partial<HandoverForm> = {}) =>
  app.call(cashSheetCalls.handOver, { body: { kind: 'handed_over', amount: 100, note: 'To the bank', ...form } }, by)

/** As if all this admin's money had moved a day earlier. */
async function aDayLater({ id }: Admin): Promise<void> {
  await app.pool.query(
    `update desk_payments set taken_at = taken_at - interval '1 day', voided_at = voided_at - interval '1 day' where taken_by = $1`,
    [id],
  )
  await app.pool.query(`update cash_handovers set created_at = created_at - interval '1 day' where admin_id = $1`, [id])
}

// RCP-2
test('an admin’s cash sheet of a day shows opening, taken, given and closing money', async () => {
  const admin = await anAdmin(app.db)
  await aDeskFee(app, { amount: 1_000 }, { by: admin })
  await aDayLater(admin)
  await aDeskFee(app, { amount: 250.5 }, { by: admin })
  await aDeskFee(app, { amount: 300, mode: 'upi', reference: `sheet${Date.now()}` }, { by: admin })
  await aDeskFee(app, { amount: 400, ...aCheque() }, { by: admin })
  const wrong = await aDeskFee(app, { amount: 120 }, { by: admin })
  await voidAtDesk(app, wrong.id, admin)
  expect((await handOver(admin, { amount: 700 })).body.data.closing).toBe(550.5)
  await handOver(admin, { kind: 'received', amount: 50, note: 'Change from the till' })
  const sheet = await sheetOf(admin)
  expect(sheet).toMatchObject({
    ...{ day: today(), admin: { id: admin.id, username: admin.username } },
    ...{ opening: 1_000, taken: { cash: 370.5, cheque: 400, upi: 300 }, given_back: 120 },
    ...{ handed_over: 700, received: 50, closing: 600.5 },
    handovers: [
      { kind: 'handed_over', amount: 700, note: 'To the bank' },
      { kind: 'received', amount: 50 },
    ],
  })
  expect(sheet.payments.map(({ amount, state }) => [amount, state])).toEqual([
    [250.5, 'cleared'],
    [300, 'cleared'],
    [400, 'pending'],
    [120, 'void'],
  ])
  await aDayLater(admin)
  expect(await sheetOf(admin)).toMatchObject({ opening: 600.5, closing: 600.5, payments: [], handed_over: 0 })
})

// RCP-2
test('another admin reads the sheet, and what they void leaves their own hands', async () => {
  const [taker, other] = [await anAdmin(app.db), await anAdmin(app.db)]
  const { id } = await aDeskFee(app, { amount: 500 }, { by: taker })
  await voidAtDesk(app, id, other)
  expect(await sheetOf(other, { admin_id: String(taker.id) })).toMatchObject({ given_back: 0, closing: 500 })
  expect(await sheetOf(other)).toMatchObject({ given_back: 500, closing: -500 })
  const user = await aUser(app.db)
  expect((await app.call(cashSheetCalls.read, { query: { admin_id: String(user.id) } }, other)).status).toBe(404)
})

// RCP-2
test('cash that is given back has a line of its own, whenever it was taken', async () => {
  const admin = await anAdmin(app.db)
  const earlier = await aDeskFee(app, { amount: 500 }, { by: admin })
  await aDayLater(admin)
  const wrong = await aDeskFee(app, { amount: 120 }, { by: admin })
  for (const { id } of [earlier, wrong]) await voidAtDesk(app, id, admin)
  const sheet = await sheetOf(admin)
  expect(sheet).toMatchObject({ opening: 500, taken: { cash: 120 }, given_back: 620, closing: 0 })
  expect(sheet.given_back_payments.map(({ id, amount }) => [id, amount])).toEqual([
    [earlier.id, 500],
    [wrong.id, 120],
  ])
  const [, ...lines] = (await app.call(cashSheetCalls.csv, { query: {} }, admin)).body.trim().split('\r\n')
  const cells = lines.map((line) => line.split(','))
  for (const [at] of cells) expect(at).toMatch(/T[\d:]{8}\+05:30$/)
  expect(cells.map(([, id, , , mode, amount, status]) => [id, mode, amount, status])).toEqual([
    [String(wrong.id), 'Cash', '120', 'Void'],
    [String(earlier.id), 'Cash', '-500', 'Cash given back'],
    [String(wrong.id), 'Cash', '-120', 'Cash given back'],
  ])
})

// RCP-2
test('nobody hands over more than they have, also not twice at once', async () => {
  const admin = await anAdmin(app.db)
  await aDeskFee(app, { amount: 500 }, { by: admin })
  const tooMuch = await handOver(admin, { amount: 500.01 })
  expect(tooMuch).toMatchObject({ status: 409, error: { code: 'more_than_in_hand' } })
  expect(tooMuch.error.message).toContain('₹500')
  const replies = await Promise.all([1, 2, 3].map(() => handOver(admin, { amount: 300 })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await sheetOf(admin)).toMatchObject({ handed_over: 300, closing: 200 })
})

// RCP-2
test('the cash sheet can be saved as CSV, safe to open in a spreadsheet', async () => {
  const admin = await anAdmin(app.db)
  await aDeskFee(app, { amount: 500 }, { by: admin })
  await handOver(admin, { note: '=1+1' })
  const csv = await app.call(cashSheetCalls.csv, { query: {} }, admin)
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
  expect(csv.body).toContain('Handed over,"\'=1+1",Cash,-100')
})

// RCP-2, DSK-5
test('an admin with cash is not deleted before it is handed over, and the sheet stays', async () => {
  const [leaving, staying] = [await anAdmin(app.db), await anAdmin(app.db)]
  await aDeskFee(app, { amount: 90_000 }, { by: leaving })
  const remove = () => app.call(userCalls.delete, { params: { id: String(leaving.id) } }, staying)
  expect(await remove()).toMatchObject({
    status: 409,
    error: { code: 'cash_in_hand', message: expect.stringContaining('₹90,000') },
  })
  await handOver(leaving, { amount: 90_000 })
  expect((await remove()).status).toBe(204)
  const sheet = await sheetOf(staying, { admin_id: String(leaving.id) })
  expect(sheet).toMatchObject({
    admin: { id: leaving.id, username: leaving.username },
    taken: { cash: 90_000 },
    handed_over: 90_000,
    closing: 0,
  })
  expect(sheet.admins).toContainEqual({ id: leaving.id, username: leaving.username })
})

// RCP-2, ADM-4, DSK-5
test('the cash of an admin who lost the duty is handed over for them, and then they go', async () => {
  const leaving = await anAdmin(app.db, ['money'])
  const [treasurer, chief] = [await anAdmin(app.db, ['money']), await anAdmin(app.db)]
  await aDeskFee(app, { amount: 100 }, { by: leaving })
  const sheet = () => sheetOf(treasurer, { admin_id: String(leaving.id) })
  const record = (form: Partial<HandoverForm> = {}, by = treasurer) => handOver(by, { admin_id: leaving.id, ...form })
  expect((await sheet()).recorded_cash).toBe('own')
  expect(await record()).toMatchObject({ status: 403, error: { code: 'duty_required' } })

  await app.pool.query("update users set duties = '{pets}' where id = $1", [leaving.id])
  expect((await handOver(leaving)).status).toBe(403)
  expect((await sheet()).recorded_cash).toBe('shown')
  expect(await record({ amount: 101 })).toMatchObject({ status: 409, error: { code: 'more_than_in_hand' } })
  const reply = await record()
  expect([reply.status, reply.body.data.closing]).toEqual([201, 0])
  expect(await sheet()).toMatchObject({ taken: { cash: 100 }, handed_over: 100, closing: 0 })
  expect(await sheetOf(treasurer)).toMatchObject({ handed_over: 0, closing: 0, recorded_cash: 'own' })
  const { rows } = await app.pool.query(
    "select admin_username, after from audit where action = 'cash-handed-over' and object_id = $1",
    [String(reply.body.data.id)],
  )
  const after = { kind: 'handed_over', amount_paise: 10_000, cash_of: leaving.username }
  expect(rows).toEqual([{ admin_username: treasurer.username, after }])
  const params = { id: String(leaving.id) }
  expect((await app.call(userCalls.delete, { params }, chief)).status).toBe(204)
})

// RCP-2, DSK-5
test('an admin with all duties records the cash of any admin, and of nobody else', async () => {
  const [taker, chief] = [await anAdmin(app.db, ['money']), await anAdmin(app.db)]
  await aDeskFee(app, { amount: 100 }, { by: taker })
  expect((await handOver(chief, { admin_id: taker.id, amount: 40 })).body.data.closing).toBe(60)
  const [user, helper] = [await aUser(app.db), await anAdmin(app.db, ['pets'])]
  expect((await handOver(chief, { admin_id: user.id, kind: 'received' })).status).toBe(404)
  expect((await handOver(helper, { admin_id: taker.id })).status).toBe(403)
})

// RCP-2, DSK-5
test('cash of a void that a deleted admin asked for leaves the hands of whoever agrees', async () => {
  const [taker, leaving, agreeing] = [await anAdmin(app.db), await anAdmin(app.db), await anAdmin(app.db)]
  const { id } = await aDeskFee(app, { amount: 20_000 }, { by: taker })
  await voidAtDesk(app, id, leaving)
  expect((await app.call(userCalls.delete, { params: { id: String(leaving.id) } }, agreeing)).status).toBe(204)

  const { data } = (await voidAtDesk(app, id, agreeing)).body

  expect(data).toMatchObject({ state: 'void', void_asked_by: leaving.username, voided_by: agreeing.username })
  expect(await sheetOf(agreeing)).toMatchObject({ given_back: 20_000, closing: -20_000 })
  expect(await sheetOf(taker)).toMatchObject({ taken: { cash: 20_000 }, closing: 20_000 })
  const { admins } = await sheetOf(taker)
  expect(admins.filter((admin) => admin.id === leaving.id)).toEqual([])
  expect(admins).toContainEqual({ id: agreeing.id, username: agreeing.username })
})

// RCP-2
test('an admin who is taking cash at this moment is not deleted', async () => {
  const [leaving, staying] = [await anAdmin(app.db), await anAdmin(app.db)]
  const waiting = (count: number) => expect.poll(() => lockWaits(app.pool)).toBe(count)
  const { taken, removed } = await app.db.transaction().execute(async (held) => {
    // The last table that a payment at the desk writes to.
    await sql`lock table audit in share mode`.execute(held)
    const taken = aDeskFee(app, { amount: 500 }, { by: leaving })
    await waiting(1)
    const removed = app.call(userCalls.delete, { params: { id: String(leaving.id) } }, staying)
    await waiting(2)
    return { taken, removed }
  })
  await taken
  expect(await removed).toMatchObject({ status: 409, error: { code: 'cash_in_hand' } })
  expect(await sheetOf(leaving)).toMatchObject({ closing: 500 })
})
