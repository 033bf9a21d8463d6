import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPlan, aUser } from '../../../test/factories.ts'
import { APPLICANT, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp({}, undefined, { sendsMail: true })

/** Registers for a plan of this price; the browser asks for this language. */
async function register(email: string, price: number, language: string, as: { token: string } | null = null) {
  const { id } = await aPlan(app.db, { name: 'Guardian', price, duration_months: 12 })
  const body = { ...APPLICANT, email, plan_id: id }
  const again = () => app.call(membershipCalls.register, { body }, as, { 'accept-language': language })
  const { body: reply } = await again()
  return { ...reply.data, again }
}

async function pay({ membership_id, order_id }: { membership_id: number; order_id: string | null }) {
  const checkout = await app.sandbox.pay(order_id ?? '')
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id } })
  return checkout
}

const subjectsTo = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject).reverse()

// MAIL-1
test('a paid membership is followed by one mail with plan, dates and receipt', async () => {
  const email = 'member@example.org'
  const membership = await register(email, 500, 'en')
  await pay(membership)
  await expect.poll(() => subjectsTo(email)).toEqual(['Your membership is active: Guardian'])
  const [mail] = await app.mailsTo(email)
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toMatch(/Valid from[^A-Z]+\d{1,2} \w+ \d{4}/)
    expect(part).toMatch(/Valid until[^A-Z]+\d{1,2} \w+ \d{4}/)
    expect(part).toContain('₹500')
    expect(part).toMatch(new RegExp(`${app.config.publicUrl}/receipt/[\\w-]{22}`))
  }
})

// MBR-2
test('a member without an account reads how to get the card, others do not', async () => {
  const email = 'card@example.org'
  await register(email, 0, 'en')
  await expect.poll(() => subjectsTo(email)).toHaveLength(1)
  for (const part of [(await app.mailsTo(email))[0]?.text, (await app.mailsTo(email))[0]?.html]) {
    expect(part).toContain('register on our site with this email address and confirm it')
    expect(part).toContain(`${app.config.publicUrl}/register?next=%2Fuser%2Fmembership%2Fcard`)
  }
  const user = await aUser(app.db)
  await register(user.email, 0, 'en', user)
  await expect.poll(() => subjectsTo(user.email)).toHaveLength(1)
  expect((await app.mailsTo(user.email))[0]?.text).not.toContain('/register')
})

// MAIL-1
test('a free membership is followed by one mail, without a receipt', async () => {
  const email = 'free@example.org'
  const { again } = await register(email, 0, 'en')
  await again()
  await expect.poll(() => subjectsTo(email)).toEqual(['Your membership is active: Guardian'])
  expect((await app.mailsTo(email))[0]?.text).not.toContain('/receipt/')
})

// MAIL-1, MEM-9
test('the mail about an early renewal says on which day it begins', async () => {
  const user = await aUser(app.db)
  await register(user.email, 0, 'en', user)
  await expect.poll(() => subjectsTo(user.email)).toHaveLength(1)
  await pay(await register(user.email, 500, 'en', user))
  await expect.poll(() => subjectsTo(user.email)).toContain('Your membership is renewed: Guardian')
  const [mail] = await app.mailsTo(user.email)
  const begins = formatLongDay(addMonths(today(), 12), 'en')
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(`begins on ${begins}, when the one you have ends.`)
    expect(part).not.toContain('is active')
  }
})

// MAIL-1
test("the mail comes in the account's language, else in that of the registration", async () => {
  await pay(await register('marathi@example.org', 300, 'mr'))
  await expect.poll(() => subjectsTo('marathi@example.org')).toEqual(['तुमचे सदस्यत्व सक्रिय आहे: Guardian'])

  const user = await aUser(app.db)
  const membership = await register(user.email, 300, 'mr', user)
  await app.db.updateTable('users').set({ language: 'hi' }).where('id', '=', user.id).execute()
  await pay(membership)
  await expect.poll(() => subjectsTo(user.email)).toEqual(['आपकी सदस्यता सक्रिय है: Guardian'])
})

// MEM-14, MBR-2, LNG-2
test('a member reads the plan in their language; the books have its main name', async () => {
  const user = await aUser(app.db)
  const admin = await anAdmin(app.db)
  const { id } = await aPlan(app.db, {
    name: 'Guardian',
    name_hi: 'संरक्षक',
    features: 'A letter',
    features_hi: 'एक चिट्ठी',
  })
  const hindi = { 'accept-language': 'hi' }
  const body = { ...APPLICANT, email: user.email, plan_id: id }
  const { data } = (await app.call(membershipCalls.register, { body }, user, hindi)).body
  expect(data.checkout_data?.description).toContain('संरक्षक')
  await pay(data)
  const [english, other] = [
    (await app.call(membershipCalls.history, {}, user)).body.data[0],
    (await app.call(membershipCalls.history, {}, user, hindi)).body.data[0],
  ]
  expect(english).toMatchObject({ plan_name: 'Guardian', features: '["A letter"]' })
  expect(other).toMatchObject({ plan_name: 'संरक्षक', features: '["एक चिट्ठी"]' })
  expect((await app.call(membershipCalls.active, {}, user, hindi)).body.data?.plan_name).toBe('संरक्षक')
  expect((await app.call(membershipCalls.card, {}, user, hindi)).body.data?.plan_name).toBe('संरक्षक')
  await expect.poll(() => subjectsTo(user.email)).toEqual([expect.stringContaining('संरक्षक')])

  const receipt = async (headers = {}) =>
    (
      await app.call(
        receiptCalls.read,
        { params: { token: other?.receipt_path?.split('/').at(-1) ?? '' } },
        null,
        headers,
      )
    ).body.data
  expect(await receipt(hindi)).toMatchObject({ plan_name: 'संरक्षक', paid_for: expect.stringContaining('Guardian') })
  expect((await receipt()).plan_name).toBe('Guardian')
  const { body: report } = await app.call(reportCalls.payments, { query: {} }, admin, hindi)
  expect(report.data.find(({ username }) => username === user.username)?.plan_name).toBe('Guardian')
})

// MAIL-1
test('a refunded membership is followed by one mail with the amount', async () => {
  const email = 'left@example.org'
  const { razorpay_payment_id } = await pay(await register(email, 750, 'en'))
  // Two mails go out at a time, so that the later one could come first.
  await expect.poll(() => subjectsTo(email)).toHaveLength(1)
  const payment = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', razorpay_payment_id)
    .executeTakeFirstOrThrow()
  const refund = { params: { id: String(payment.id) } }
  await app.call(paymentCalls.refund, refund, await anAdmin(app.db))
  await expect.poll(() => subjectsTo(email)).toEqual(['Your membership is active: Guardian', 'We have refunded ₹750'])
})
