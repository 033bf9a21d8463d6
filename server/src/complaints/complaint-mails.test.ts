import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../test/factories.ts'
import { payingApp, submit, verify } from '../../test/paying-app.ts'
import { erasePerson } from '../../test/rights.ts'
import { outbox } from '../platform/mail/outbox.ts'
import { noteMails } from './complaint-mails.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
const admin = await anAdmin(app.db)
const { attachments } = app

/** A complaint that was filed in a language. */
async function aComplaintOf(email: string, language: string): Promise<number> {
  const response = await submit(
    { fetch: (path, init) => app.fetch(path, { ...init, headers: { cookie: `lang=${language}` } }) },
    { fields: { email } },
  )
  const { data } = (await response.json()) as { data: { complaint_id: number } }
  return data.complaint_id
}

function open(complaintId: number, email: string) {
  const body = { complaint_id: complaintId, amount: 1250.5, name: 'Kavita', email, phone: '+91 55500 12345' }
  return app.call(complaintCalls.initiatePayment, { body })
}

async function pay(complaintId: number, email: string) {
  const { body: opened } = await open(complaintId, email)
  const checkout = await app.sandbox.pay(opened.data.order_id)
  const { body: verified } = await verify(app, complaintId, checkout)
  return { checkout, receiptPath: verified.data.receipt_path }
}

const setStatus = (id: number, status: 'in_progress' | 'resolved') =>
  app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status } }, admin)

const textsTo = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject).reverse()

// MAIL-1
test('a complaint filed and paid brings one mail with its number and receipt’s page', async () => {
  const email = 'paid@example.org'
  const id = await aComplaintOf(email, 'en')
  expect(await app.mailsTo(email)).toEqual([])
  const { checkout, receiptPath } = await pay(id, email)
  await verify(app, id, checkout)
  await expect.poll(() => textsTo(email)).toEqual([`Your complaint ${id} is filed and paid`])
  const [mail] = await app.mailsTo(email)
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('₹1,250.50')
    expect(part).toMatch(/R-TEST-\d{4}-\d\d-\d{6}/)
    expect(part).toContain(app.config.publicUrl + receiptPath)
  }
})

// MAIL-1, MAIL-6
test('the mails about a complaint come in the language in which it was filed', async () => {
  const email = 'hindi@example.org'
  const id = await aComplaintOf(email, 'hi')
  await pay(id, email)
  await expect.poll(() => textsTo(email)).toEqual([`आपकी शिकायत ${id} दर्ज हो गई है और शुल्क मिल गया है`])
  await setStatus(id, 'in_progress')
  await expect.poll(async () => (await textsTo(email)).at(-1)).toBe(`आपकी शिकायत ${id}: कार्रवाई जारी`)
})

// MAIL-1
test('each change of status is one mail; the same status again is none', async () => {
  const email = 'status@example.org'
  const id = await aComplaintOf(email, 'en')
  for (const status of ['in_progress', 'in_progress', 'resolved'] as const) await setStatus(id, status)
  await Promise.all([setStatus(id, 'in_progress'), setStatus(id, 'in_progress'), setStatus(id, 'in_progress')])
  const rows = await app.db
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
  expect(rows.map(({ subject }) => subject)).toEqual([
    `Your complaint ${id}: In progress`,
    `Your complaint ${id}: Resolved`,
    `Your complaint ${id}: In progress`,
  ])
})

// MAIL-1
test('a refunded fee is followed by one mail with the amount', async () => {
  const email = 'refunded@example.org'
  const id = await aComplaintOf(email, 'en')
  const { checkout } = await pay(id, email)
  const payment = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', checkout.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  await app.call(paymentCalls.refund, { params: { id: String(payment.id) } }, admin)
  await expect.poll(() => textsTo(email)).toContain('We have refunded ₹1,250.50')
  const [mail] = (await app.mailsTo(email)).filter(({ subject }) => subject.includes('refunded'))
  expect(mail?.text).toContain(`Filing fee for complaint ${id}`)
})

// MAIL-5
test('money that arrives for an erased complaint is recorded, and no mail goes out', async () => {
  const email = 'erased@example.org'
  // The money is heard of only after the erasure.
  await app.sandbox.injectFault({ webhooks: 'lost' })
  const id = await aComplaintOf(email, 'en')
  const { body } = await open(id, email)
  const checkout = await app.sandbox.pay(body.data.order_id)
  await erasePerson({ db: app.db, attachments: attachments }, { email })
  await verify(app, id, checkout)
  const { payment_status } = await app.db
    .selectFrom('complaints')
    .select('payment_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(payment_status).toBe('paid')
  expect(await app.db.selectFrom('mails').select('id').where('about', '=', `complaint ${id}`).execute()).toEqual([])
})

// CASE-2, CASE-3
test('the submit answers with a reference, and each mail holds it beside the number', async () => {
  const email = 'reference@example.org'
  const response = await submit(app, { fields: { email } })
  const { data } = (await response.json()) as { data: { complaint_id: number; reference: string } }
  expect(parseReference(data.reference)).toBe(data.complaint_id)
  await pay(data.complaint_id, email)
  await setStatus(data.complaint_id, 'in_progress')
  await expect.poll(() => app.mailsTo(email)).toHaveLength(2)
  for (const { text } of await app.mailsTo(email))
    expect(text).toContain(`Complaint: ${data.complaint_id}\nReference: ${data.reference}\n`)
})

// CASE-3, MAIL-6
test('a note is one mail in the complainant’s language, with the words as written', async () => {
  const email = 'note@example.org'
  const id = await aComplaintOf(email, 'mr')
  const note = 'We found <b>her</b> & took her in.\nThank you!'
  for (const eventId of [1, 1, 2]) {
    await app.db.transaction().execute(async (transaction) => {
      for (const mail of await noteMails(transaction, id, { eventId, note }))
        await outbox(() => app.config, { isHeld: true })(transaction, mail)
    })
  }
  const mails = await app.db.selectFrom('mails').selectAll().where('to_address', '=', email).execute()
  expect(mails).toHaveLength(2)
  expect(mails[0]).toMatchObject({
    subject: `तुमची तक्रार ${id}: आमचा संदेश`,
    text: expect.stringContaining(note.replace('\n', '\n\n')),
  })
  expect(mails[0]?.html).toContain('We found &lt;b&gt;her&lt;/b&gt; &amp; took her in.')
})
