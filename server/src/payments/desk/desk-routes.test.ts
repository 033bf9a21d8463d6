import { type DonorAtDesk, deskCalls, type MemberAtDesk } from '@petsetu/contract/payments/desk.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aCheque, aDeskFee, clearAtDesk, takeAtDesk } from '../../../test/desk.ts'
import { anAdmin, aPlan, aUser } from '../../../test/factories.ts'
import { aComplaint, aRegistration, payingApp } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'
import { storedText } from '../../../test/stored.ts'
import { listDeskPaymentsAfter } from './desk-queries.ts'

const app = await payingApp()

const PERSON = {
  name: 'Ram Pawar',
  email: 'ram.pawar@example.org',
  phone: '+91 98765 43210',
  address: '12 Laxmi Road, Pune',
  language: 'mr',
  agreed: true,
} as const

const memberOf = (planId: number, fields: Partial<MemberAtDesk> = {}) => ({
  ...{ ...PERSON, plan_id: planId, why_join: 'To help the strays of our street.', ...fields },
})

const enterMember = async (body: ReturnType<typeof memberOf>) =>
  app.call(deskCalls.enterMember, { body }, await theAdmin(app))

const enterDonation = async (fields: Partial<DonorAtDesk> = {}) =>
  app.call(
    deskCalls.enterDonation,
    { body: { ...PERSON, amount: 2_500, purpose: 'Food', ...fields } },
    await theAdmin(app),
  )

const storedMails = async () => (await app.db.selectFrom('mails').select('id').execute()).length

const receiptOf = async (path: string | null) =>
  (await app.call(receiptCalls.read, { params: { token: path?.split('/').at(-1) ?? '' } })).body.data

// RCP-2
test('a walk-in member pays at the desk, and the membership is not the admin’s', async () => {
  const admin = await theAdmin(app)
  const plan = await aPlan(app.db, { price: 499 })
  const { status, body } = await enterMember(memberOf(plan.id))
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ purpose: 'membership', payer: 'Ram Pawar', amount: 499 })
  const { subject_id } = body.data
  const taken = await takeAtDesk(app, { purpose: 'membership', subject_id, amount: 499 })
  expect(await receiptOf(taken.body.data.receipt_path)).toMatchObject({ paid_by: 'Ram Pawar', amount: 499 })
  expect((await app.call(membershipCalls.active, {}, admin)).body.data).toBeNull()
  const member = await aUser(app.db)
  const confirmed = { email: PERSON.email, email_confirmed_at: new Date() }
  await app.db.updateTable('users').set(confirmed).where('id', '=', member.id).execute()
  expect((await app.call(membershipCalls.active, {}, member)).body.data).toMatchObject({
    id: subject_id,
    status: 'active',
  })
})

// RCP-2
test('a walk-in member with a plan without a price is a member at once', async () => {
  const { body } = await enterMember(memberOf((await aPlan(app.db, { price: 0 })).id))
  expect(body.data.amount).toBe(0)
  const row = app.db.selectFrom('memberships').select(['status', 'user_id', 'language'])
  const stored = await row.where('id', '=', body.data.subject_id).executeTakeFirst()
  expect(stored).toEqual({ status: 'active', user_id: null, language: 'mr' })
})

// RCP-2
test('a second click on a membership without a price means the same one', async () => {
  const plan = await aPlan(app.db, { price: 0 })
  const [one, again] = [await enterMember(memberOf(plan.id)), await enterMember(memberOf(plan.id))]
  expect(again.body.data.subject_id).toBe(one.body.data.subject_id)
})

// RCP-2
test('a cheque above what the payment provider carries out can be entered', async () => {
  expect((await enterDonation({ amount: 10_00_000 })).body.data.amount).toBe(10_00_000)
  expect((await enterDonation({ amount: 50_00_001 })).status).toBe(400)
})

// RCP-2
test('a walk-in is found by the phone number, however it is written', async () => {
  const plan = await aPlan(app.db, { price: 150 })
  const { subject_id } = (await enterMember({ ...memberOf(plan.id), phone: '+91 91234 50099' })).body.data
  for (const search of ['9123450099', '+91 91234 50099', '09123450099']) {
    const query = { purpose: 'membership', search } as const
    const found = await app.call(deskCalls.subjects, { query }, await theAdmin(app))
    expect(found.body.data.map((subject) => subject.subject_id)).toEqual([subject_id])
  }
})

// RCP-2, DSK-2
test('a member with a card is found by its number when the next membership is paid', async () => {
  const plan = await aPlan(app.db, { price: 150 })
  const member = { name: 'Savita More', email: 'savita.more@example.org', phone: '+91 91234 50777' }
  const first = (await enterMember(memberOf(plan.id, member))).body.data.subject_id
  await takeAtDesk(app, { purpose: 'membership', subject_id: first, amount: 150 })
  const next = (await enterMember(memberOf(plan.id, member))).body.data.subject_id
  expect(next).not.toBe(first)
  const search = memberNumber({ number: first, start_date: today() })
  const found = await app.call(deskCalls.subjects, { query: { search } }, await theAdmin(app))
  expect(found.body.data).toMatchObject([{ purpose: 'membership', subject_id: next }])
  expect(found.body.data).toHaveLength(1)
})

// RCP-2
test('what has the searched number comes before newer things with its digits', async () => {
  const complaintId = await aComplaint(app)
  for (let more = 0; more < 21; more++) await enterDonation({ name: `Ram ${complaintId} Pawar`, amount: 3_000 + more })
  const query = { search: String(complaintId) }
  const { data } = (await app.call(deskCalls.subjects, { query }, await theAdmin(app))).body
  expect(data).toHaveLength(20)
  const exact = data.filter(({ subject_id }) => subject_id === complaintId)
  expect(exact.map(({ purpose }) => purpose)).toContain('complaint')
  expect(data.slice(0, exact.length)).toEqual(exact)
})

// RCP-2
test('at the desk the same can be given twice a day, and a second click gives once', async () => {
  const plan = await aPlan(app.db, { price: 150 })
  const [one, again] = [await enterMember(memberOf(plan.id)), await enterMember(memberOf(plan.id))]
  expect(again.body.data.subject_id).toBe(one.body.data.subject_id)
  const first = (await enterDonation()).body.data
  await takeAtDesk(app, { purpose: 'donation', subject_id: first.subject_id, amount: 2_500 })
  const second = (await enterDonation()).body.data
  expect(second.subject_id).not.toBe(first.subject_id)
  const taken = await takeAtDesk(app, { purpose: 'donation', subject_id: second.subject_id, amount: 2_500 })
  expect(await receiptOf(taken.body.data.receipt_path)).toMatchObject({ paid_by: 'Ram Pawar', donated_for: 'Food' })
})

// RCP-2, DON-1
test('a second cheque for the same can be taken while the first is at the bank', async () => {
  const give = async () => (await enterDonation({ amount: 1_100 })).body.data.subject_id
  const takeCheque = async (subject_id: number) =>
    (await takeAtDesk(app, { purpose: 'donation', subject_id, amount: 1_100, ...aCheque() })).body.data.id
  const first = await give()
  const firstCheque = await takeCheque(first)
  const second = await give()
  expect(second).not.toBe(first)
  expect(await give()).toBe(second)
  for (const id of [firstCheque, await takeCheque(second)])
    expect((await clearAtDesk(app, id)).body.data).toMatchObject({ state: 'cleared', disposition: 'applied' })
})

// RCP-2, DON-2, TRU-8
test('a walk-in donor needs no e-mail address, and an address only with a PAN', async () => {
  const unknown = { name: 'Bai Kamble', phone: '98230 44556', email: '', address: '' }
  const { subject_id } = (await enterDonation(unknown)).body.data
  const mailsBefore = await storedMails()
  const taken = await takeAtDesk(app, { purpose: 'donation', subject_id, amount: 2_500 })
  expect(await receiptOf(taken.body.data.receipt_path)).toMatchObject({ paid_by: 'Bai Kamble', tax_section: '' })
  expect(await storedMails()).toBe(mailsBefore)
  const given = await app.call(
    deskCalls.cashToday,
    { query: { purpose: 'donation', subject_id: String(subject_id) } },
    await theAdmin(app),
  )
  expect(given.body.data.given).toBe(2_500)
  const year = { financial_year: String(financialYearOf(today())) }
  const withoutPan = await app.fetch(`${donationCalls.withoutPanCsv.path}?${new URLSearchParams(year)}`, {
    headers: { authorization: `Bearer ${(await theAdmin(app)).token}` },
  })
  expect(await withoutPan.text()).toMatch(/,Bai Kamble,,98230 44556,,Cash,2500/)

  expect((await enterDonation({ ...unknown, pan: 'ABCPE1234F' })).status).toBe(400)
  expect((await enterDonation({ ...unknown, pan: 'ABCPE1234F', address: 'Pune' })).status).toBe(200)
})

// RCP-2, PRV-2
test('nobody is entered without agreeing, without the duty, or with bad fields', async () => {
  const plan = await aPlan(app.db, { price: 150 })
  const cases = await anAdmin(app.db, ['cases'])
  const { token } = await theAdmin(app)
  const before = await storedText(app.pool)
  const refused = await app.fetch('/api/admin/desk-payments/members', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...memberOf(plan.id), agreed: false }),
  })
  expect([refused.status, Object.keys(((await refused.json()) as { errors: object }).errors)]).toEqual([
    400,
    ['agreed'],
  ])
  expect((await app.call(deskCalls.enterMember, { body: memberOf(plan.id) }, cases)).status).toBe(403)
  expect((await enterMember(memberOf(999_999))).status).toBe(404)
  expect((await enterDonation({ pan: 'ABC' })).status).toBe(400)
  expect(await storedText(app.pool)).toBe(before)
})

// RPT-9, RCP-2
test('the money taken at the desk is saved as CSV, also in batches, with its filters', async () => {
  const admin = await theAdmin(app)
  const waiting = []
  for (let taken = 0; taken < 3; taken++) waiting.push((await aDeskFee(app, aCheque())).id)
  await aDeskFee(app)
  const { body } = await app.call(deskCalls.csv, { query: { state: 'pending' } }, admin)
  const [head, ...lines] = body.trimEnd().split('\r\n')
  expect(head?.replace('\uFEFF', '')).toBe('Date,ID,Paid for,Name,Mode,Amount (₹),Status,Taken by,Reason')
  expect(lines.map((line) => line.split(',')[1])).toEqual(waiting.map(String).toReversed())
  expect(lines[0]).toMatch(/T[\d:]{8}\+05:30,\d+,Complaint,Kavita Rao,Cheque \d{6} Bank of Test,100,Uncleared,/)
  const [first, second] = await listDeskPaymentsAfter(app.db, {}, null, 2)
  const rest = await listDeskPaymentsAfter(app.db, {}, second ?? null, 100)
  const all = await listDeskPaymentsAfter(app.db, {}, null, 100)
  expect([first, second, ...rest]).toEqual(all)
})

// RCP-2
test('money taken at the desk has the account of the payer, where that is known', async () => {
  const owner = await aUser(app.db)
  const { membershipId } = await aRegistration(app, { plan: { price: 150 }, as: owner })
  const walkIn = (await enterDonation({ name: 'Without an account', amount: 1_300 })).body.data.subject_id
  const paid = [
    await takeAtDesk(app, { purpose: 'membership', subject_id: membershipId, amount: 150 }),
    await takeAtDesk(app, { purpose: 'donation', subject_id: walkIn, amount: 1_300 }),
    await takeAtDesk(app, { purpose: 'complaint', subject_id: await aComplaint(app) }),
  ]
  expect(paid.map(({ body }) => body.data.user_id)).toEqual([owner.id, null, null])
})
