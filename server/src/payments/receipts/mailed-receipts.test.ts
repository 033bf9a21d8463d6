import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { expect, test } from 'vitest'
import { aPaidDonation, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { readPdf } from '../../../test/read-pdf.ts'

const app = await payingApp({}, undefined, { sendsMail: true })

async function mailTo(email: string, subject: string) {
  const find = async () => (await app.mailsTo(email)).find((mail) => mail.subject === subject)
  await expect.poll(find).toBeDefined()
  const mail = await find()
  const [attachment] = mail?.attachments ?? []
  const pdf = await readPdf(new Uint8Array(Buffer.from(attachment?.content ?? '', 'base64')))
  return { text: mail?.text ?? '', name: attachment?.name, type: attachment?.type, pdf }
}

async function readReceipt(path: string) {
  const token = path.split('/').at(-1) ?? ''
  return (await app.call(receiptCalls.read, { params: { token } })).body.data
}

// RCP-1
test('a payment’s mail carries its receipt as a PDF, and a refund’s mail its own', async () => {
  const email = 'mailed@example.org'
  const { receiptPath, checkout } = await aPaidDonation(app, { email, amount: 650 })
  const { number } = await readReceipt(receiptPath)
  const paid = await mailTo(email, 'Thank you for your donation')
  expect(paid).toMatchObject({ name: `${number}.pdf`, type: 'application/pdf', pdf: { title: `Receipt ${number}` } })
  expect(paid.text).toContain(receiptPath)

  await refund(app, checkout.razorpay_payment_id)
  const refunded = await mailTo(email, 'We have refunded ₹650')
  const returned = (await readReceipt(receiptPath)).returned_by
  expect(refunded).toMatchObject({
    name: `${returned?.number}.pdf`,
    pdf: { title: `Refund receipt ${returned?.number}` },
  })
  for (const told of [returned?.number, returned?.path]) expect(refunded.text).toContain(told)
})

// RCP-1, PAY-4
test('each part that goes back at the provider is one mail with its amount', async () => {
  const email = 'in-parts@example.org'
  const { checkout } = await aPaidDonation(app, { email, amount: 900 })
  const subjects = async () => (await app.mailsTo(email)).map(({ subject }) => subject)
  await app.sandbox.refundThere(checkout.razorpay_payment_id, 20_050)
  await expect.poll(subjects).toContain('We have refunded ₹200.50')
  await app.sandbox.refundThere(checkout.razorpay_payment_id)
  await expect.poll(subjects).toContain('We have refunded ₹699.50')
  const mails = await app.mailsTo(email)
  expect(mails).toHaveLength(3)
  expect(mails.find(({ subject }) => subject.includes('699.50'))?.text).toMatch(/Amount returned:?\s+₹900/)
})
