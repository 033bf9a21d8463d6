import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, bounceAtDesk, clearAtDesk, takeAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import {
  APPLICANT,
  aComplaint,
  aDonation,
  anOrder,
  aPaidComplaint,
  aRegistration,
  payingApp,
  verify,
} from '../../../test/paying-app.ts'
import { adminView, moneyOf, refund, theAdmin } from '../../../test/payment-state.ts'
import { storedText } from '../../../test/stored.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { forgetOldDonations } from '../../supporters/donations/donation-purpose.ts'
import { expirePending } from '../../supporters/memberships/membership-purpose.ts'
import { clearCheque, voidDeskPayment } from './change-desk-payment.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
await app.sandbox.injectFault({ webhooks: 'lost' })

const revenue = async () =>
  (await app.call(reportCalls.payments, { query: {} }, await theAdmin(app))).body.summary.total_revenue

async function receiptOf(path: string | null) {
  const token = path?.split('/').at(-1) ?? ''
  return (await app.call(receiptCalls.read, { params: { token } })).body.data
}

async function read(id: number) {
  const { body } = await app.call(deskCalls.list, { query: { limit: '100' } }, await theAdmin(app))
  return body.data.find((payment) => payment.id === id)
}

/** A member whose membership runs, and a renewal of it that is not paid yet. */
async function aRenewal() {
  const member = await aUser(app.db)
  const { membershipId } = await aRegistration(app, { as: member, plan: { price: 500, duration_months: 12 } })
  const running = { purpose: 'membership', subject_id: membershipId, amount: 500 } as const
  await takeAtDesk(app, running)
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const reply = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id, is_another: true } }, member)
  const renewal = { purpose: 'membership', subject_id: reply.body.data.membership_id, amount: 500 } as const
  const history = async () => (await app.call(membershipCalls.history, {}, member)).body.data
  return { member, renewal, history }
}

// RCP-2
test('a cheque counts nowhere until cleared, and then gets its receipt of that day', async () => {
  const before = await revenue()
  const { complaintId, id } = await aDeskFee(app, { ...aCheque(), amount: 300 })
  expect(await moneyOf(app, complaintId)).toBe('pending: created/none')
  expect(await adminView(app, complaintId)).toMatchObject({ receipt_path: null })
  expect(await read(id)).toMatchObject({ state: 'pending', receipt_path: null, decided_at: null })
  expect(await revenue()).toBe(before)
  await app.pool.query(`update payments set created_at = created_at - interval '20 days' where id = $1`, [id])

  const cleared = await clearAtDesk(app, id)
  expect(cleared.body.data).toMatchObject({ state: 'cleared', disposition: 'applied' })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  expect(await revenue()).toBe(before + 300)
  const receipt = await receiptOf(cleared.body.data.receipt_path)
  expect(receipt).toMatchObject({ mode: 'cheque', bank: 'Bank of Test', paid_at: cleared.body.data.decided_at })
  expect((await clearAtDesk(app, id)).error).toMatchObject({ code: 'cheque_cleared_already' })
  expect((await bounceAtDesk(app, id)).error).toMatchObject({ code: 'cheque_cleared_already' })
})

// RCP-2
test('a renewal’s bounced cheque leaves the running term, and can be paid again', async () => {
  const { renewal, history } = await aRenewal()
  const before = await history()
  const taken = await takeAtDesk(app, { ...renewal, ...aCheque() })
  expect(await history()).toEqual(before)
  expect((await takeAtDesk(app, renewal)).error).toMatchObject({ code: 'cheque_is_pending' })
  const bounced = await bounceAtDesk(app, taken.body.data.id)
  expect(bounced.body.data).toMatchObject({ state: 'bounced', receipt_path: null })
  expect(await history()).toEqual(before)
  expect((await clearAtDesk(app, taken.body.data.id)).error).toMatchObject({ code: 'cheque_bounced_already' })
  expect((await voidAtDesk(app, taken.body.data.id)).error).toMatchObject({ code: 'cheque_bounced_already' })
  expect((await takeAtDesk(app, renewal)).status).toBe(201)
  const [renewed, running] = await history()
  expect(renewed).toMatchObject({ status: 'active', start_date: running?.expiry_date })
})

// RCP-2
test('a bounced cheque that is presented again is a payment of its own', async () => {
  const cheque = aCheque()
  const { complaintId, id } = await aDeskFee(app, cheque)
  await bounceAtDesk(app, id)
  expect(await moneyOf(app, complaintId)).toBe('failed: failed/none')
  const again = await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId, ...cheque })
  expect(again.status).toBe(201)
  await clearAtDesk(app, again.body.data.id)
  expect(await moneyOf(app, complaintId)).toBe('paid: failed/none captured/applied')
})

// RCP-2
test('a cheque that two admins clear at once is cleared once, with one receipt', async () => {
  for (let round = 0; round < 5; round++) {
    const { complaintId, id } = await aDeskFee(app, aCheque())
    const replies = await Promise.all([clearAtDesk(app, id), clearAtDesk(app, id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
    const journal = await app.pool.query('select 1 from payment_journal where payment_id = $1', [id])
    expect(journal.rowCount).toBe(2)
  }
})

// RCP-2
test('a cheque cleared, bounced and voided at once ends in one state in all books', async () => {
  const ends = { cleared: 'paid: captured/applied', bounced: 'failed: failed/none', void: 'refunded: refunded/applied' }
  for (let round = 0; round < 8; round++) {
    const { complaintId, id } = await aDeskFee(app, aCheque())
    const orders = [clearAtDesk, bounceAtDesk, (one: typeof app, number: number) => voidAtDesk(one, number)]
    const turned = [...orders.slice(round % 3), ...orders.slice(0, round % 3)]
    const replies = await Promise.all(turned.map((decide) => decide(app, id)))
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    const state = (await read(id))?.state ?? 'pending'
    const money = await moneyOf(app, complaintId)
    // A cheque that was voided before it was cleared never counted.
    expect(state === 'void' && money === 'failed: failed/none' ? ends.void : money).toBe(
      ends[state as keyof typeof ends],
    )
  }
})

// RCP-2
test('a void needs a reason, takes money and term back, and deletes nothing', async () => {
  const { renewal, history } = await aRenewal()
  const before = await revenue()
  const { id } = (await takeAtDesk(app, renewal)).body.data
  const blank = await app.call(
    deskCalls.void,
    { params: { id: String(id) }, body: { reason: '  ' } },
    await theAdmin(app),
  )
  expect(blank.status).toBe(400)
  const admin = await theAdmin(app)
  const reply = await voidAtDesk(app, id)
  expect(reply.body.data).toMatchObject({
    ...{ state: 'void', void_reason: 'Entered twice', void_asked_by: admin.username, voided_by: admin.username },
  })
  expect(await revenue()).toBe(before)
  const [renewed, running] = await history()
  expect([renewed?.status, running?.status]).toEqual(['cancelled', 'active'])
  expect(await receiptOf(reply.body.data.receipt_path)).toMatchObject({ status: 'refunded', amount: 500 })
  expect((await voidAtDesk(app, id)).error).toMatchObject({ code: 'void_already' })
  for (const statement of ['delete from desk_payments', 'truncate desk_payments'])
    await expect(app.pool.query(statement)).rejects.toThrow('rows of desk_payments are only added')
})

// RCP-2
test('the payer of a void payment is told that it was handed back at the desk', async () => {
  const email = `void${Date.now()}@example.org`
  const { donationId } = await aDonation(app, { email })
  const { id } = (await takeAtDesk(app, { purpose: 'donation', subject_id: donationId, amount: 500 })).body.data
  await voidAtDesk(app, id)
  const subjects = async () => (await app.mailsTo(email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('We have refunded ₹500')
  const mail = (await app.mailsTo(email)).find(({ subject }) => subject.startsWith('We have refunded'))
  expect(mail?.text).toContain('at our desk')
})

// RCP-2
test('a pending cheque can be voided; its number can then be entered again', async () => {
  const cheque = aCheque()
  const { complaintId, id } = await aDeskFee(app, cheque)
  expect((await voidAtDesk(app, id)).body.data).toMatchObject({ state: 'void', disposition: 'none' })
  expect(await moneyOf(app, complaintId)).toBe('failed: failed/none')
  expect((await clearAtDesk(app, id)).error).toMatchObject({ code: 'void_already' })
  expect((await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId, ...cheque })).status).toBe(201)
})

// RCP-2
test('a fee voided by mistake is taken at the desk once more, with a receipt', async () => {
  const email = `again${Date.now()}@example.org`
  const complaintId = await aComplaint(app, { email })
  const fee = { purpose: 'complaint', subject_id: complaintId } as const
  const slip = (await takeAtDesk(app, { ...fee, amount: 1000 })).body.data
  const search = async () => {
    const query = { purpose: 'complaint' as const, search: String(complaintId) }
    const { body } = await app.call(deskCalls.subjects, { query }, await theAdmin(app))
    return body.data.some(({ subject_id }) => subject_id === complaintId)
  }
  expect(await search()).toBe(false)
  await voidAtDesk(app, slip.id)
  const before = await revenue()
  expect(await search()).toBe(true)

  const again = await takeAtDesk(app, fee)
  expect(again.body.data).toMatchObject({ state: 'cleared', disposition: 'applied', amount: 100 })
  expect(await moneyOf(app, complaintId)).toBe('paid: refunded/surplus captured/applied')
  expect(await revenue()).toBe(before + 100)
  expect(await adminView(app, complaintId)).toMatchObject({
    payment_amount: 100,
    receipt_path: again.body.data.receipt_path,
  })
  expect(await receiptOf(slip.receipt_path)).toMatchObject({ status: 'refunded', amount: 1000 })
  expect(await receiptOf(again.body.data.receipt_path)).toMatchObject({ status: 'paid', amount: 100 })
  const receipts = async () =>
    (await app.mailsTo(email)).filter(({ text }) => /receipt number/i.test(text ?? '')).length
  await expect.poll(receipts).toBe(3)
  expect((await takeAtDesk(app, fee)).error).toMatchObject({ code: 'nothing_to_pay' })
})

/** A complaint whose fee the desk has voided, and ways to begin to pay it online. */
async function aVoidFee(email = `void${Date.now()}@example.org`) {
  const complaintId = await aComplaint(app, { email })
  const slip = (await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId })).body.data
  await voidAtDesk(app, slip.id)
  const body = { complaint_id: complaintId, amount: 100, name: 'Kavita', email, phone: '+91 55500 12345' }
  return { complaintId, slip, initiate: () => app.call(complaintCalls.initiatePayment, { body }) }
}

// RCP-2, CMP-5
test('a fee voided at the desk is paid online once more, also if two begin at once', async () => {
  const { complaintId, slip, initiate } = await aVoidFee()
  const before = await revenue()
  const begun = await Promise.all([initiate(), initiate(), initiate()])
  expect(begun.map(({ status }) => status)).toEqual([200, 200, 200])
  const [orderId = '', ...others] = new Set(begun.map(({ body }) => body.data.order_id))
  expect(others).toEqual([])
  expect(await moneyOf(app, complaintId)).toBe('pending: refunded/surplus')
  await verify(app, complaintId, await app.sandbox.pay(orderId))
  expect(await moneyOf(app, complaintId)).toBe('paid: refunded/surplus captured/applied')
  expect(await revenue()).toBe(before + 100)
  expect(await receiptOf(slip.receipt_path)).toMatchObject({ status: 'refunded', amount: 100 })
  expect((await initiate()).error).toMatchObject({ code: 'nothing_to_pay' })
})

// RCP-2, CMP-8, LNK-1
test('the complainant’s page and a pay link ask for a fee that was voided at the desk', async () => {
  const person = await aUser(app.db)
  const { complaintId } = await aVoidFee(person.email)
  await app.pool.query('update users set email_confirmed_at = now() where id = $1', [person.id])
  const own = { body: { complaint_id: complaintId } }
  expect((await app.call(complaintCalls.readUnpaid, own, person)).body.data).toMatchObject({ order_id: null })
  const { body } = await app.call(complaintCalls.listOwn, { query: {} }, person)
  expect(body.data).toMatchObject([{ payment_status: 'refunded', is_payable: true }])
  const paying = await app.call(complaintCalls.payUnpaid, { body: { ...own.body, amount: 100 } }, person)
  expect(paying.status).toBe(200)
  const other = await aVoidFee()
  const link = { params: { id: String(other.complaintId) }, body: { amount: 250 } }
  const made = await app.call(linkCalls.makeForComplaint, link, await theAdmin(app))
  expect(made.body.data.link).toMatchObject({ state: 'open', amount: 250 })
  expect(await moneyOf(app, other.complaintId)).toBe('none: refunded/surplus')
})

// RCP-2
test('after a void a cheque pays the fee, and a void of both leaves it due again', async () => {
  const { complaintId, id } = await aDeskFee(app)
  await voidAtDesk(app, id)
  const fee = { purpose: 'complaint', subject_id: complaintId } as const
  const cheque = await takeAtDesk(app, { ...fee, ...aCheque() })
  expect(await moneyOf(app, complaintId)).toBe('pending: refunded/surplus created/none')
  await clearAtDesk(app, cheque.body.data.id)
  expect(await moneyOf(app, complaintId)).toBe('paid: refunded/surplus captured/applied')
  await voidAtDesk(app, cheque.body.data.id)
  expect((await takeAtDesk(app, fee)).status).toBe(201)
  expect(await moneyOf(app, complaintId)).toBe('paid: refunded/surplus refunded/surplus captured/applied')
})

// RCP-2
test('above a sum, a void needs another admin, who neither took the money nor asked', async () => {
  const [taker, asker, another] = [await anAdmin(app.db), await anAdmin(app.db), await anAdmin(app.db)]
  const { complaintId, id } = await aDeskFee(app, { amount: 10_000.5 }, { by: taker })
  const asked = await voidAtDesk(app, id, asker)
  const wish = { void_asked_by: asker.username, void_asked_by_id: asker.id }
  expect(asked.body.data).toMatchObject({ state: 'cleared', ...wish, voided_by: null })
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  for (const unfit of [asker, taker])
    expect((await voidAtDesk(app, id, unfit)).error).toMatchObject({ code: 'void_needs_another_admin' })
  const waiting = await app.call(deskCalls.list, { query: { void_asked: 'yes' } }, asker)
  expect(waiting.body.data.map((payment) => payment.id)).toEqual([id])
  const done = await voidAtDesk(app, id, another)
  expect(done.body.data).toMatchObject({ state: 'void', void_asked_by: asker.username, voided_by: another.username })
  expect(await moneyOf(app, complaintId)).toBe('refunded: refunded/applied')
  const small = await aDeskFee(app, { amount: 10_000 }, { by: taker })
  expect((await voidAtDesk(app, small.id, taker)).body.data.state).toBe('void')
})

// RCP-2
test('only whoever asked for a void can take it back, as if nobody had asked', async () => {
  const [asker, another] = [await anAdmin(app.db), await anAdmin(app.db)]
  const { complaintId, id } = await aDeskFee(app, { amount: 20_000 }, { by: asker })
  const withdraw = (by: typeof asker) => app.call(deskCalls.withdrawVoid, { params: { id: String(id) } }, by)
  const before = await read(id)
  expect((await withdraw(asker)).error).toMatchObject({ code: 'void_not_asked' })
  await voidAtDesk(app, id, asker)
  expect((await withdraw(another)).error).toMatchObject({ code: 'void_asked_by_another' })
  expect((await withdraw(asker)).body.data).toEqual(before)
  expect(await moneyOf(app, complaintId)).toBe('paid: captured/applied')
  await voidAtDesk(app, id, asker)
  // The second admin agrees, or comes too late and asks anew.
  const [, withdrawn] = await Promise.all([voidAtDesk(app, id, await anAdmin(app.db)), withdraw(asker)])
  expect((await read(id))?.state).toBe(withdrawn.status === 200 ? 'cleared' : 'void')
})

// RCP-2
test('anybody takes back the wish of an admin who has left, or lost the duty', async () => {
  const [lead, another] = [await theAdmin(app), await anAdmin(app.db, ['money'])]
  const withdraw = (id: number) => app.call(deskCalls.withdrawVoid, { params: { id: String(id) } }, another)
  const leave = async (asker: { id: number }) => app.call(userCalls.delete, { params: { id: String(asker.id) } }, lead)
  const lose = async (asker: { id: number }) =>
    app.call(userCalls.giveDuties, { params: { id: String(asker.id) }, body: { duties: ['cases'] } }, lead)
  for (const end of [leave, lose]) {
    const asker = await anAdmin(app.db)
    const { id } = await aDeskFee(app, { amount: 20_000 }, { by: lead })
    await voidAtDesk(app, id, asker)
    expect((await withdraw(id)).error).toMatchObject({ code: 'void_asked_by_another' })
    expect(await end(asker)).toMatchObject({ status: expect.toBeOneOf([200, 204]) })
    expect(await read(id)).toMatchObject({ void_asked_by: asker.username, void_asked_by_id: null })
    expect((await withdraw(id)).body.data).toMatchObject({ state: 'cleared', void_asked_at: null, void_reason: null })
  }
})

// RCP-2
test('a cheque cleared after an online payment is surplus; its void cancels nothing', async () => {
  const { complaintId, id } = await aDeskFee(app, aCheque())
  const { orderId } = await app
    .call(complaintCalls.initiatePayment, {
      body: {
        complaint_id: complaintId,
        amount: 100,
        name: 'Kavita Rao',
        email: 'kavita@example.org',
        phone: '1234567',
      },
    })
    .then(({ body }) => ({ orderId: body.data.order_id }))
  await verify(app, complaintId, await app.sandbox.pay(orderId))
  expect((await clearAtDesk(app, id)).body.data).toMatchObject({
    state: 'cleared',
    disposition: 'surplus',
    receipt_path: null,
  })
  expect(await moneyOf(app, complaintId)).toMatch(/^paid: /)
  const unmatched = await app.call(reportCalls.payments, { query: { unmatched: 'yes' } }, await theAdmin(app))
  expect(unmatched.body.data.map(({ payment }) => payment)).toContain(id)
  await voidAtDesk(app, id)
  expect(await moneyOf(app, complaintId)).toMatch(/^paid: /)
})

// RCP-2
test('a merged complaint’s cheque does not count, and its cash is handed back', async () => {
  const into = await aComplaint(app)
  const [cash, cheque] = [await aDeskFee(app), await aDeskFee(app, aCheque())]
  for (const { complaintId } of [cash, cheque]) {
    const merged = { params: { id: String(complaintId) }, body: { into } }
    expect((await app.call(caseCalls.merge, merged, await theAdmin(app))).status).toBe(200)
  }
  expect(await moneyOf(app, cash.complaintId)).toBe('paid: captured/applied')
  expect((await voidAtDesk(app, cash.id)).body.data.state).toBe('void')
  expect(await moneyOf(app, cash.complaintId)).toBe('refunded: refunded/applied')
  expect((await clearAtDesk(app, cheque.id)).body.data).toMatchObject({ disposition: 'surplus' })
  expect(await moneyOf(app, cheque.complaintId)).toBe('pending: captured/surplus')
})

// RCP-2
test('what waits for a cheque does not expire', async () => {
  const { membershipId } = await aRegistration(app, { plan: { price: 500 } })
  const form = { purpose: 'membership', subject_id: membershipId, amount: 500, ...aCheque() } as const
  const { id } = (await takeAtDesk(app, form)).body.data
  for (const table of ['memberships', 'payments', 'payment_orders'])
    await app.pool.query(`update ${table} set created_at = now() - interval '30 days'`)
  await expirePending(app.db)
  expect((await clearAtDesk(app, id)).body.data).toMatchObject({ disposition: 'applied' })
})

for (const [what, end] of [
  ['has bounced', bounceAtDesk],
  ['was voided', voidAtDesk],
] as const) {
  // RCP-2, DON-1
  test(`what waited for a cheque that ${what} can be paid for another week`, async () => {
    const { membershipId } = await aRegistration(app, { plan: { price: 500 } })
    const { donationId } = await aDonation(app, { amount: 500 })
    const take = async (subject: { purpose: 'membership' | 'donation'; subject_id: number }) =>
      (await takeAtDesk(app, { ...subject, amount: 500, ...aCheque() })).body.data.id
    const cheques = [
      await take({ purpose: 'membership', subject_id: membershipId }),
      await take({ purpose: 'donation', subject_id: donationId }),
    ]
    for (const table of ['memberships', 'donations', 'payments', 'payment_orders'])
      await app.pool.query(`update ${table} set created_at = now() - interval '30 days'`)
    for (const id of cheques) expect((await end(app, id)).status).toBe(200)
    const statusesAfter = async (days: number) => {
      await app.pool.query(
        `update desk_payments set decided_at = ended_at.at, voided_at = case when voided_at is not null then ended_at.at end
         from (select now() - make_interval(days => $1) as at) ended_at where payment_id = any($2)`,
        [days, cheques],
      )
      await expirePending(app.db)
      await forgetOldDonations(app.db)
      const { rows } = await app.pool.query<{ statuses: string[] }>(
        'select array[(select status from memberships where id = $1), (select status from donations where id = $2)] as statuses',
        [membershipId, donationId],
      )
      return rows[0]?.statuses
    }
    expect(await statusesAfter(6)).toEqual(['pending', 'pending'])
    expect(await statusesAfter(8)).toEqual(['cancelled', 'expired'])
  })
}

// RCP-2
test('a step that fails leaves nothing of a clearing or of a void', async () => {
  const broken = {
    ...{ db: app.db, payables: PURPOSE_RULES, foundation: app.payments.foundation },
    enqueueMail: async () => {
      throw new Error('The database is gone')
    },
  }
  const { id } = await aDeskFee(app, aCheque())
  const { id: cash } = await aDeskFee(app)
  const { id: adminId, username } = await theAdmin(app)
  const person = { id: adminId, username, role: 'admin' as const, language: null, mustEnrol: false, duties: null }
  const by = { person, request: { id: 'a request' } }
  // A job sends the mails of the other payments meanwhile.
  const stored = () => storedText(app.pool, { except: ['mails'] })
  const before = await stored()
  await expect(clearCheque(broken, id, by)).rejects.toThrow('gone')
  const voiding = { by, reason: 'Twice', aloneMaxPaise: 1_000_000 }
  await expect(voidDeskPayment(broken, cash, voiding)).rejects.toThrow('gone')
  expect(await stored()).toBe(before)
})

// RCP-2
test('money of the provider is nothing for the desk, and only a cheque is cleared', async () => {
  const { complaintId, orderId } = await anOrder(app)
  await verify(app, complaintId, await app.sandbox.pay(orderId))
  const [payment] = (await adminView(app, complaintId)).payments
  for (const decide of [clearAtDesk, bounceAtDesk])
    expect((await decide(app, payment?.id ?? 0)).error).toMatchObject({ code: 'payment_not_found' })
  expect((await voidAtDesk(app, payment?.id ?? 0)).status).toBe(404)
  const { id } = await aDeskFee(app)
  expect((await clearAtDesk(app, id)).error).toMatchObject({ code: 'not_a_cheque' })
  const { rows } = await sql<{ count: number }>`select count(*) as count from refunds`.execute(app.db)
  expect(rows).toEqual([{ count: 0 }])
})

// RCP-2
test('a fee that went back online, and that of a duplicate, is not taken at the desk', async () => {
  const { complaintId, checkout } = await aPaidComplaint(app)
  await refund(app, checkout.razorpay_payment_id)
  const reply = await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId })
  expect(reply.error).toMatchObject({ code: 'complaint_refunded' })
  const merged = await aDeskFee(app)
  const body = { into: await aComplaint(app) }
  await app.call(caseCalls.merge, { params: { id: String(merged.complaintId) }, body }, await theAdmin(app))
  await voidAtDesk(app, merged.id)
  const again = await takeAtDesk(app, { purpose: 'complaint', subject_id: merged.complaintId })
  expect(again.error).toMatchObject({ code: 'complaint_is_duplicate' })
  expect(await moneyOf(app, merged.complaintId)).toBe('refunded: refunded/applied')
})
