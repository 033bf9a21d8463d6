import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../../test/factories.ts'
import { aDonation, aPaidDonation, DONATION, payingApp } from '../../../test/paying-app.ts'
import { refund, theAdmin } from '../../../test/payment-state.ts'
import { readPdf } from '../../../test/read-pdf.ts'

const app = await payingApp({}, undefined, { sendsMail: true })

const row = (id: number) => app.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

// TRU-7
test('a donor’s statement of where the money comes from is kept with the donation', async () => {
  for (const money_source of ['indian-citizen', 'indian-source', undefined] as const) {
    const { donationId } = await aDonation(app, { money_source })
    expect(await row(donationId)).toMatchObject({ money_source: money_source ?? null })
  }
  const unknown = await app.fetch(donationCalls.donate.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...DONATION, money_source: 'the moon' }),
  })
  expect(unknown.status).toBe(400)
})

// TRU-7
test('a foreign donation is refused online and at the desk, unless settings take it', async () => {
  const admin = await theAdmin(app)
  const { settings: now } = (await app.call(foundationCalls.read, {}, admin)).body.data
  const settings = (takesForeignMoney: boolean) =>
    app.call(foundationCalls.update, { body: { ...now, takesForeignMoney } }, admin)
  const body = { ...DONATION, name: 'A foreign donor', money_source: 'foreign' as const }
  const atDesk = { ...body, language: 'en' as const, agreed: true as const }
  const give = () => app.call(donationCalls.donate, { body })
  const enter = () => app.call(deskCalls.enterDonation, { body: atDesk }, admin)
  await settings(false)
  for (const reply of [await give(), await enter()]) {
    expect(reply).toMatchObject({
      status: 409,
      error: {
        code: 'donation_from_abroad',
        message: expect.stringContaining('only from Indian citizens and from sources in India'),
      },
    })
  }
  const { count } = await app.db
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('name', '=', body.name)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
  await settings(true)
  expect((await give()).status).toBe(200)
  expect((await enter()).status).toBe(200)
  await settings(false)
})

// DON-1
test('a donation opens an order for its amount; the payment gives it a receipt', async () => {
  const given = await app.call(donationCalls.donate, { body: { ...DONATION, amount: 250.5 } })
  const { donation_id, order_id, checkout_data } = given.body.data
  expect(checkout_data).toEqual({
    key: app.provider.keyId,
    amount: 25_050,
    currency: 'INR',
    name: app.config.foundationName,
    description: 'Donation: Food',
  })
  expect(await row(donation_id)).toMatchObject({ status: 'pending', amount_paise: 25_050, paid_at: null })

  const checkout = await app.sandbox.pay(order_id ?? '')
  const verified = await app.call(donationCalls.verifyPayment, { body: { ...checkout, donation_id } })
  expect(verified.body).toMatchObject({ status: 'success', data: { donation_id } })
  expect(await row(donation_id)).toMatchObject({
    status: 'paid',
    razorpay_payment_id: checkout.razorpay_payment_id,
    paid_at: expect.any(Date),
  })
  const token = verified.body.data.receipt_path?.split('/').at(-1) ?? ''
  expect((await app.call(receiptCalls.read, { params: { token } })).body.data).toMatchObject({
    paid_by: DONATION.name,
    paid_for: 'Donation: Food',
    purpose: 'donation',
    donated_for: 'Food',
    amount: 250.5,
    is_refunded: false,
  })
})

// DON-1
test('the same details again continue one unpaid donation, and a paid one starts anew', async () => {
  const give = () => aDonation(app, { name: 'The same' })
  const replies = await Promise.all(Array.from({ length: 10 }, give))
  expect(new Set(replies.map(({ donationId }) => donationId)).size).toBe(1)
  expect(new Set(replies.map(({ orderId }) => orderId)).size).toBe(1)
  for (const other of [{ amount: 501 }, { pan: null }, { purpose: 'Shelter' }]) {
    const { donationId } = await aDonation(app, { name: 'The same', ...other })
    expect(donationId).not.toBe(replies[0]?.donationId)
  }
  await aPaidDonation(app, { name: 'The same' })
  expect((await give()).donationId).not.toBe(replies[0]?.donationId)
})

// DON-1
test('the server checks every field; nothing but the PAN is optional', async () => {
  const empty = { amount: '500', purpose: '', name: ' ', email: 'nobody', phone: '', address: '', pan: 'ABCXE1234F' }
  const refused = await app.call(donationCalls.donate, { body: empty as never })
  expect(refused.status).toBe(400)
  expect(refused.error.errors).toEqual({
    amount: 'Amount is required',
    purpose: 'What it is for is required',
    name: 'Name is required',
    email: 'Invalid email address',
    phone: 'Phone number is required',
    address: 'Address is required',
    pan: 'A PAN has five letters, four digits and a letter, like ABCPE1234F',
  })
  for (const amount of [9, 500_001, 10.001, -500]) {
    expect((await app.call(donationCalls.donate, { body: { ...DONATION, amount } })).status, String(amount)).toBe(400)
  }
  const { donationId } = await aDonation(app, { pan: null, name: 'No PAN' })
  expect(await row(donationId)).toMatchObject({ pan_enc: null, pan_last: null })
})

// DON-1
test('the PAN is encrypted in the table, and stands in no log and in no mail', async () => {
  const email = 'secret-pan@example.org'
  const { donationId } = await aPaidDonation(app, { pan: 'zyxpq9876k', email })
  const stored = await row(donationId)
  expect(stored.pan_last).toBe('876K')
  const dump = await app.pool.query<{ line: string }>('select row_to_json(d)::text as line from donations d')
  expect(dump.rows.map(({ line }) => line).join()).not.toMatch(/zyxpq9876k/i)
  expect(app.logged()).not.toMatch(/zyxpq9876k/i)
  await expect
    .poll(async () => (await app.mailsTo(email)).map(({ subject }) => subject))
    .toEqual(['Thank you for your donation'])
  const [mail] = await app.mailsTo(email)
  expect(mail?.text).toMatch(new RegExp(`${app.config.publicUrl}/receipt/[\\w-]{22}`))
  expect(mail?.text).toContain('₹500')
  // The bytes of the receipt are random enough to hold the letters; what it says is read.
  const attachments = mail?.attachments ?? []
  const read = await Promise.all(attachments.map(({ content }) => readPdf(Buffer.from(content, 'base64'))))
  const names = attachments.map(({ name, type }) => ({ name, type }))
  expect(JSON.stringify([{ ...mail, attachments: names }, read])).not.toMatch(/zyxpq9876k|876K/i)
  expect(read).toHaveLength(1)
})

// DON-1
test('a payment with somebody else’s donation, or with another signature, is rejected', async () => {
  const [one, other] = [await aDonation(app, { name: 'One' }), await aDonation(app, { name: 'Other' })]
  const checkout = await app.sandbox.pay(one.orderId)
  const verify = (body: object) => app.call(donationCalls.verifyPayment, { body: body as never })
  expect((await verify({ ...checkout, donation_id: other.donationId })).status).toBe(400)
  const forged = { ...checkout, donation_id: one.donationId, razorpay_signature: '0'.repeat(64) }
  expect((await verify(forged)).status).toBe(400)
  expect(await row(other.donationId)).toMatchObject({ status: 'pending' })
})

// DON-1
test('a refund shows on the donation and its receipt, and is mailed', async () => {
  const email = 'back@example.org'
  const { donationId, checkout, receiptPath } = await aPaidDonation(app, { email })
  expect((await refund(app, checkout.razorpay_payment_id)).status).toBe(200)
  await expect.poll(async () => (await row(donationId)).status).toBe('refunded')
  const token = receiptPath.split('/').at(-1) ?? ''
  expect((await app.call(receiptCalls.read, { params: { token } })).body.data).toMatchObject({ is_refunded: true })
  await expect
    .poll(async () => (await app.mailsTo(email)).map(({ subject }) => subject).sort())
    .toEqual(['Thank you for your donation', 'We have refunded ₹500'])
})

// DON-2
test('the payment report and its revenue hold donations, found by the giver’s account', async () => {
  const giver = await aUser(app.db)
  const query = { user_id: String(giver.id) }
  await aPaidDonation(app, { name: 'Giver of the report', amount: 700 }, giver)
  const { data, summary } = (await app.call(reportCalls.payments, { query }, await theAdmin(app))).body
  expect(data).toMatchObject([
    { username: 'Giver of the report', purpose: 'donation', plan_name: 'Donation: Food', amount: 700 },
  ])
  expect(summary).toMatchObject({ total_revenue: 700, successful_transactions: 1 })
})
