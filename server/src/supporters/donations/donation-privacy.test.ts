import { randomUUID } from 'node:crypto'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aCheque, bounceAtDesk, clearAtDesk, takeAtDesk } from '../../../test/desk.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { aDonation, aPaidDonation, aRegistration, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { finishErasures } from '../../people/privacy/erasing/erase-person.ts'
import { replayErasures } from '../../people/privacy/erasing/replay-erasures.ts'
import { forgetOldDonations } from './donation-purpose.ts'

const app = await payingApp()

const row = (id: number) => app.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

// DON-1
test('the export holds a donation with the end of its PAN, its notice and its receipt', async () => {
  const email = 'exported@example.org'
  const { donationId } = await aPaidDonation(app, { email })
  const whole = await exportPerson(app, { email })
  expect(whole).toMatchObject({
    donations: [{ id: donationId, purpose: 'Food', pan_last: '234F' }],
    consents: [{ purpose: 'donation', subject_id: donationId }],
    receipts: [{ paid_by: 'Lalita Joshi' }],
  })
  expect(JSON.stringify(whole)).not.toContain('pan_enc')
})

// DON-1
test('an erasure removes a paid donation’s contacts, and keeps its tax details', async () => {
  const email = 'erased@example.org'
  const { donationId: paid } = await aPaidDonation(app, { email })
  const { donationId: unpaid } = await aDonation(app, { email, name: 'Unpaid' })
  const { donationId: returned, checkout } = await aPaidDonation(app, { email, name: 'Returned' })
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(async () => (await row(returned)).status).toBe('refunded')
  await erasePerson(app, { email })
  expect(await row(paid)).toMatchObject({
    email: '',
    phone: '',
    name: 'Lalita Joshi',
    pan_last: '234F',
    erased_at: expect.any(Date),
  })
  for (const id of [unpaid, returned])
    expect(await row(id)).toMatchObject({ email: '', phone: '', name: 'Erased', address: '', pan_enc: null })
})

// DON-1, MEM-8, PAY-6
test('money for what an erased person had not paid is surplus', async () => {
  const email = 'erased-unpaid@example.org'
  const { donationId, orderId } = await aDonation(app, { email })
  const { membershipId, orderId: joining } = await aRegistration(app, { email })
  await erasePerson(app, { email })
  expect(await row(donationId)).toMatchObject({ status: 'expired', name: 'Erased' })
  const unused = { error: { code: 'payment_not_used' } }
  const given = { ...(await app.sandbox.pay(orderId)), donation_id: donationId }
  expect(await app.call(donationCalls.verifyPayment, { body: given })).toMatchObject(unused)
  const joined = { ...(await app.sandbox.pay(joining)), membership_id: membershipId }
  expect(await app.call(membershipCalls.verifyPayment, { body: joined })).toMatchObject(unused)
  const { rows } = await app.pool.query(
    'select disposition, return_at is not null as goes_back from payments where order_id in (select id from payment_orders where provider_order_id = any($1))',
    [[orderId, joining]],
  )
  expect(rows).toEqual(Array(2).fill({ disposition: 'surplus', goes_back: true }))
})

// DON-1, RCP-2
test('a donation whose cheque is at the bank stays after an erasure and its replay', async () => {
  const email = 'erased-cheque@example.org'
  const { donationId } = await aDonation(app, { email })
  const cheque = await takeAtDesk(app, { purpose: 'donation', subject_id: donationId, amount: 500, ...aCheque() })
  const { donationId: restored } = await aDonation(app, { email: 'restored@example.org' })
  await erasePerson(app, { email })
  expect(await row(donationId)).toMatchObject({ status: 'pending', email: '' })
  await clearAtDesk(app, cheque.body.data.id)
  expect(await row(donationId)).toMatchObject({ status: 'paid' })
  // It may have been paid after the back-up and before its erasure, as the provider then tells.
  const subjects = { complaint: [], membership: [], donation: [restored] }
  const erasure = { id: randomUUID(), at: new Date().toISOString(), user_id: null, subjects }
  await replayErasures(app.db, [{ ...erasure, messages: [], grievances: [], waits: [] }])
  expect(await row(restored)).toMatchObject({ status: 'pending', email: '' })
})

// DON-1, RCP-2, TRU-3
test('the books know who gave a cheque that the bank pays after the erasure', async () => {
  const cheques = []
  for (const email of ['erased-cleared@example.org', 'erased-bounced@example.org']) {
    const { donationId } = await aDonation(app, { email, name: 'Chitra Cheque' })
    const taken = await takeAtDesk(app, { purpose: 'donation', subject_id: donationId, amount: 500, ...aCheque() })
    await erasePerson(app, { email })
    expect(await row(donationId)).toMatchObject({ name: 'Chitra Cheque', email: '', phone: '', pan_last: '234F' })
    cheques.push({ donationId, id: taken.body.data.id })
  }
  const [paid, bounced] = cheques
  const { body } = await clearAtDesk(app, paid?.id ?? 0)
  const receipt = await app.call(receiptCalls.read, {
    params: { token: body.data.receipt_path?.split('/').at(-1) ?? '' },
  })
  expect(receipt.body.data).toMatchObject({ paid_by: 'Chitra Cheque', mode: 'cheque' })
  await bounceAtDesk(app, bounced?.id ?? 0)
  await finishErasures(app)
  expect(await row(paid?.donationId ?? 0)).toMatchObject({ status: 'paid', name: 'Chitra Cheque', pan_last: '234F' })
  expect(await row(bounced?.donationId ?? 0)).toMatchObject({ name: 'Erased', address: '', pan_enc: null })
})

// DON-1
test('a donation that is refunded after its erasure loses who gave it at once', async () => {
  const email = 'refunded-later@example.org'
  const { donationId, checkout } = await aPaidDonation(app, { email, name: 'Refunded Later' })
  await erasePerson(app, { email })
  expect(await row(donationId)).toMatchObject({ name: 'Refunded Later', pan_last: '234F' })
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(async () => (await row(donationId)).status).toBe('refunded')
  expect(await row(donationId)).toMatchObject({ name: 'Erased', address: '', pan_enc: null, pan_last: null })
})

// DON-1, RCP-1
test('an erasure removes what the donor typed about the purpose, also from the receipt', async () => {
  const email = 'purposeful@example.org'
  const { donationId } = await aPaidDonation(app, { email, purpose: 'In memory of Zarina Begum' })
  expect(await storedText(app.pool)).toContain('Zarina Begum')
  await erasePerson(app, { email })
  expect(await storedText(app.pool)).not.toContain('Zarina Begum')
  expect(await row(donationId)).toMatchObject({ purpose: 'Erased', name: 'Lalita Joshi' })
})

// DON-1, LNG-1, RCP-1
test.each([
  ['en', 'Donation: Erased', 'Erased'],
  ['hi', 'दान: हटाया गया', 'हटाया गया'],
  ['mr', 'देणगी: पुसले', 'पुसले'],
])('in %s receipt and CSV say in its words that a cause was erased', async (language, paidFor, erased) => {
  const email = `removed-in-${language}@example.org`
  const { receiptPath, donationId } = await aPaidDonation(app, { email })
  await erasePerson(app, { email })
  const page = await app.fetch(receiptPath, { headers: { 'accept-language': language, accept: 'text/html' } })
  expect(await page.text()).toContain(paidFor)
  const { body } = await app.call(donationCalls.listCsv, { query: {} }, await anAdmin(app.db), {
    'accept-language': language,
  })
  const line = body.split('\r\n').find((each) => each.startsWith(`${donationId},`))
  expect(line?.split(',')).toContain(erased)
})

// MAIL-6, DON-1
test('what a donor typed about the purpose is no link in the mails about it', async () => {
  const email = 'linked@example.org'
  const { checkout } = await aPaidDonation(app, { email, purpose: 'Win at https://prize.example.com' })
  await refund(app, checkout.razorpay_payment_id)
  const mails = () =>
    app.db.selectFrom('mails').select(['kind', 'text', 'html']).where('to_address', '=', email).orderBy('id').execute()
  await expect.poll(async () => (await mails()).map(({ kind }) => kind)).toEqual(['donation-paid', 'refund'])
  for (const { text, html } of await mails())
    for (const said of [text, html]) {
      expect(said).toContain('Win at https prize. example. com')
      expect(said).not.toContain('prize.example')
    }
})

// DON-1
test('an unpaid donation loses its personal data in a week, and late money is surplus', async () => {
  const { donationId, orderId } = await aDonation(app, { name: 'Old', purpose: 'In memory of Old Zarina' })
  const { donationId: younger } = await aDonation(app, { name: 'Young' })
  await app.pool.query("update donations set created_at = now() - interval '8 days' where id = $1", [donationId])
  await forgetOldDonations(app.db)
  expect(await row(donationId)).toMatchObject({ status: 'pending' })
  await app.pool.query("update payment_orders set created_at = now() - interval '8 days' where purpose = 'donation'")
  await forgetOldDonations(app.db)
  expect(await row(donationId)).toMatchObject({ status: 'expired', name: 'Expired', email: '', pan_enc: null })
  expect(await row(donationId)).toMatchObject({ purpose: 'Erased' })
  expect(await row(younger)).toMatchObject({ status: 'pending' })
  const body = { ...(await app.sandbox.pay(orderId)), donation_id: donationId }
  expect(await app.call(donationCalls.verifyPayment, { body })).toMatchObject({ error: { code: 'payment_not_used' } })
})

// DON-1, TRU-3
test('after the years of the settings a donation’s giver is removed; the amount stays', async () => {
  const giver = await aUser(app.db)
  const { donationId } = await aPaidDonation(app, { name: 'Long ago', purpose: 'For Long Zarina' }, giver)
  const move = (years: number) =>
    app.pool.query('update donations set paid_at = now() - make_interval(years => $1) where id = $2', [
      years,
      donationId,
    ])
  await move(8)
  await forgetOldDonations(app.db)
  expect(await row(donationId)).toMatchObject({ name: 'Long ago' })
  await app.pool.query(`insert into foundation_settings (name, value) values ('foundation', '{"bookYears": 10}')`)
  await move(10)
  await forgetOldDonations(app.db)
  expect(await row(donationId)).toMatchObject({ name: 'Long ago' })
  await move(11)
  await forgetOldDonations(app.db)
  expect(await row(donationId)).toMatchObject({ name: 'Erased', user_id: null, pan_enc: null, amount_paise: 50_000 })
  const { rows } = await app.pool.query(
    'select donations.purpose, paid_for from donations join payments on subject_id = donations.id join receipts on payment_id = payments.id where donations.id = $1',
    [donationId],
  )
  expect(rows).toEqual([{ purpose: 'Erased', paid_for: 'Donation: Erased' }])
})

// DON-1, TRU-3
test('a giver’s removal that breaks off half-way is made whole the next time', async () => {
  const { donationId } = await aPaidDonation(app, { name: 'Half gone', purpose: 'For Half Zarina' })
  await app.pool.query("update donations set paid_at = now() - interval '30 years' where id = $1", [donationId])
  await app.pool.query(`
    create function refuse_certificate() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger refused before delete on donation_certificates for each statement execute function refuse_certificate()`)
  await expect(forgetOldDonations(app.db)).rejects.toThrow('broken off')
  await app.pool.query('drop trigger refused on donation_certificates')
  expect(await row(donationId)).toMatchObject({ name: 'Half gone' })
  await forgetOldDonations(app.db)
  expect(await row(donationId)).toMatchObject({ name: 'Erased' })
})
