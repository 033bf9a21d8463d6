import { buffer } from 'node:stream/consumers'
import { type Receipt, receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { formatLongInstant } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { APPROVAL, changeSettings } from '../../../test/foundation.ts'
import { aPaidDonation, DONATION, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { formatReceiptNumber, insertRefundReceipt, reissueReceipt } from './receipt-numbers.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { insertReceipt } from './receipt-queries.ts'
import { receiptSheet } from './receipt-sheet.ts'

const app = await payingApp({ REGISTRATION_NUMBER: 'E-77', DONATION_TAX_SECTION: '133' })
const { donationSection: _, ...approval } = APPROVAL
await changeSettings(app, approval)

const tokenOf = (path: string) => path.split('/').at(-1) ?? ''

const readReceipt = (path: string) => app.call(receiptCalls.read, { params: { token: tokenOf(path) } })

/** Refunds a payment; resolves with the number and path of the refund's receipt. */
async function refundReceiptOf(receiptPath: string, checkout: { razorpay_payment_id: string }) {
  await refund(app, checkout.razorpay_payment_id)
  const find = async () => (await readReceipt(receiptPath)).body.data.returned_by
  await expect.poll(find).not.toBeNull()
  return (await find()) ?? { number: '', path: '' }
}

async function pdfOf(path: string, language = 'en') {
  const reply = await app.fetch(`/api/receipts/${tokenOf(path)}/receipt.pdf`, {
    headers: { 'accept-language': language },
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="RF?-TEST-\d{4}-\d\d-\d{6}\.pdf"$/)
  const pdf = await readPdf(await reply.bytes())
  return { ...pdf, all: [...pdf.pieces.map(({ text }) => text), ...pdf.readAloud].join('\n') }
}

// RCP-1
test('a receipt names the foundation by law, amount in words, mode and reference', async () => {
  const { receiptPath, checkout } = await aPaidDonation(app, { amount: 1_00_000.5, purpose: 'Food' })
  const { data } = (await app.call(receiptCalls.read, { params: { token: tokenOf(receiptPath) } })).body
  expect(data).toMatchObject({
    legal_name: app.config.legalName,
    legal_address: app.config.legalAddress,
    registration_number: 'E-77',
    foundation_pan: app.config.foundationPan,
    paid_by: DONATION.name,
    amount: 1_00_000.5,
    amount_in_words: 'One Lakh Rupees And Fifty Paise Only',
    mode: 'online',
    status: 'paid',
    refunded_at: null,
    tax_section: '133',
    tax_approval: { number: 'AAATK0000AF20261', day: '2020-05-08' },
  })
  const { all, pages, title } = await pdfOf(receiptPath)
  expect([pages, title]).toEqual([1, `Receipt ${data.number}`])
  for (const told of [
    ...[app.config.legalName, app.config.legalAddress, 'E-77', DONATION.name, 'Donation: Food', '₹1,00,000.50', 'PAID'],
    ...['One Lakh Rupees And Fifty Paise Only', checkout.razorpay_payment_id, 'Online, through Razorpay', data.number],
  ])
    expect(all).toContain(told)
  expect(all).not.toContain('REFUNDED')
})

test.each([
  ['en', 'This receipt is not the certificate for the deduction.', 'AAATK0000AF20261 of 8 May 2020'],
  ['hi', 'यह रसीद कर छूट का प्रमाणपत्र नहीं है।', 'AAATK0000AF20261, तारीख 8 मई 2020'],
  ['mr', 'ही पावती म्हणजे कर सवलतीचे प्रमाणपत्र नाही.', 'AAATK0000AF20261, तारीख 8 मे, 2020'],
  // TRU-8
])('in %s a deductible receipt says that it is not the certificate', async (language, words, of) => {
  const { receiptPath } = await aPaidDonation(app, { name: `Deducted in ${language}` })
  const written = (await pdfOf(receiptPath, language)).all.replaceAll('\n', ' ')
  expect(written).toContain(of)
  expect(written).toContain(words)
  const other = await aPaidDonation(app, { name: `Not deducted in ${language}`, pan: null })
  expect((await pdfOf(other.receiptPath, language)).all.replaceAll('\n', ' ')).not.toContain(words)
})

// RCP-1
test('the PDF of a receipt says what its page says, in its order, with a large amount', async () => {
  const { receiptPath } = await aPaidDonation(app, { amount: 500 })
  const { pieces } = await pdfOf(receiptPath)
  const written = pieces.map(({ text }) => text)
  const order = ['Receipt', app.config.foundationName, app.config.legalName, 'Receipt number', 'Paid by', 'Paid for']
  const rest = [
    'Date',
    'Mode of payment',
    'Payment ID',
    'Deductible under section',
    'Approval',
    'Amount paid',
    '₹500',
    'PAID',
  ]
  const last = ['In words', 'This receipt is computer-generated and needs no signature.']
  const places = [...order, ...rest, ...last].map((text) => written.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  const widthOf = (text: string) => pieces.find((piece) => piece.text === text)?.width ?? 0
  expect(widthOf('₹500')).toBeGreaterThan(2 * widthOf('PAID'))
})

test.each([
  ['en', 'Shri Vardhaman Prani Raksha ', 'Flat 12, Kshitij Apartments, '],
  ['mr', 'श्री वर्धमान प्राणी रक्षा ', 'फ्लॅट 12, क्षितिज अपार्टमेंट्स, '],
  // RCP-1
])('in %s a long receipt continues on a second page, and nothing is lost', async (language, name, address) => {
  const { receiptPath } = await aPaidDonation(app, { amount: 5_00_000 })
  const receipt: Receipt = {
    ...(await readReceipt(receiptPath)).body.data,
    ...{ legal_name: name.repeat(20).slice(0, 199), legal_address: address.repeat(20).slice(0, 299) },
    ...{ paid_by: 'W'.repeat(100), donated_for: 'M'.repeat(100), mode: 'cheque', desk_reference: '004217' },
    ...{ bank: 'B'.repeat(100), corrected_at: '2026-05-01T10:00:00Z', copy: 'corrected' },
  }
  const bytes = await buffer(receiptPdf(receipt, null, language as Language))
  const [first, second] = [await readPdf(bytes), await readPdf(bytes, 2)]
  expect(first.pages).toBe(2)
  for (const { baseline } of [...first.pieces, ...second.pieces]) expect(baseline).toBeGreaterThan(48)
  const { issuer, lines, later, amount, notes, title, number } = receiptSheet(receipt, language as Language)
  const all = [...lines, ...later, amount].flatMap(({ label, value }) => [label, value])
  for (const told of [...issuer, ...all, ...notes, `${title} ${number}`])
    expect(first.readAloud.join('\n')).toContain(told)
  expect(second.pieces.length).toBeGreaterThan(0)
})

// RCP-1
test('the page and the PDF of a refunded payment say so, with the day', async () => {
  const { receiptPath, checkout } = await aPaidDonation(app, { name: 'Refunded' })
  await refund(app, checkout.razorpay_payment_id)
  const read = async () => (await app.call(receiptCalls.read, { params: { token: tokenOf(receiptPath) } })).body.data
  await expect.poll(async () => (await read()).status).toBe('refunded')
  expect(await read()).toMatchObject({ is_refunded: true, refunded_at: expect.stringMatching(/^\d{4}-/) })
  const { all } = await pdfOf(receiptPath)
  for (const told of ['REFUNDED', 'Refunded on']) expect(all).toContain(told)
})

const PARTLY_RETURNED = [
  ['en', 'Amount returned'],
  ['hi', 'लौटाई गई रकम'],
  ['mr', 'परत केलेली रक्कम'],
] as const

// RCP-1, TRU-8
test.each(PARTLY_RETURNED)(
  'in %s page and PDF say in one line how much of a payment went back',
  async (language, label) => {
    const { receiptPath, checkout } = await aPaidDonation(app, { name: `Part in ${language}`, amount: 900 })
    expect((await readReceipt(receiptPath)).body.data.returned_part).toBeNull()
    await app.sandbox.refundThere(checkout.razorpay_payment_id, 20_050)
    const read = async () => (await readReceipt(receiptPath)).body.data
    await expect.poll(async () => (await read()).returned_part?.amount).toBe(200.5)
    const { returned_part, ...receipt } = await read()
    expect(receipt).toMatchObject({ status: 'paid', amount: 900, returned_by: null, tax_section: '133' })
    const value = `₹200.50, ${formatLongInstant(returned_part?.at ?? '', language)}`
    const written = (await pdfOf(receiptPath, language)).all.replaceAll('\n', ' ')
    for (const told of ['₹900', label, value]) {
      expect(written).toContain(told)
      expect(await mainOf(receiptPath, language)).toContain(told)
    }
    expect(written).toContain('133 (₹699.50)')
    expect(await mainOf(receiptPath, language)).toContain('133 (₹699.50)')
    await app.sandbox.refundThere(checkout.razorpay_payment_id)
    await expect.poll(async () => (await read()).status).toBe('refunded')
    expect((await read()).returned_part).toBeNull()
  },
)

// RCP-1
test('a refund has its own receipt and number, and both receipts name each other', async () => {
  const { receiptPath, checkout } = await aPaidDonation(app, { name: 'Given back', amount: 700 })
  expect((await readReceipt(receiptPath)).body.data).toMatchObject({
    kind: 'payment',
    returns: null,
    returned_by: null,
  })
  const { number, path } = await refundReceiptOf(receiptPath, checkout)
  const payment = (await readReceipt(receiptPath)).body.data
  expect(payment).toMatchObject({ kind: 'payment', status: 'refunded' })
  expect(number).toMatch(/^RF-TEST-\d{4}-\d\d-\d{6}$/)
  const returned = (await readReceipt(path)).body.data
  expect(returned).toMatchObject({
    ...{ kind: 'refund', number, returned_by: null, paid_by: 'Given back', amount: 700, status: 'refunded' },
    ...{ returns: { number: payment.number, path: receiptPath }, refunded_at: expect.stringMatching(/^\d{4}-/) },
    amount_in_words: 'Seven Hundred Rupees Only',
  })
  const { all, title } = await pdfOf(path)
  expect(title).toBe(`Refund receipt ${number}`)
  for (const told of ['Returned to', 'Amount returned', '₹700', payment.number, 'REFUNDED']) expect(all).toContain(told)
  expect((await pdfOf(receiptPath)).all).toContain(number)
})

test.each([
  ['hi', 'जिन्हें लौटाया', 'लौटाई गई रकम'],
  ['mr', 'ज्यांना परत केले', 'परत केलेली रक्कम'],
  // RCP-1
])('in %s the receipt of a refund is in that language', async (language, ...labels) => {
  const { receiptPath, checkout } = await aPaidDonation(app, { name: `Given back in ${language}` })
  const { path } = await refundReceiptOf(receiptPath, checkout)
  const { all, language: written } = await pdfOf(path, language)
  expect(written).toBe(language)
  for (const told of labels) expect(all).toContain(told)
})

// RCP-1
test('refunds at once get numbers without gaps or doubles, each with one receipt', async () => {
  const paid = await Promise.all(
    [1, 2, 3, 4, 5].map((one) => aPaidDonation(app, { name: `Returned ${one}`, amount: 100 + one })),
  )
  await Promise.all(paid.map(({ receiptPath, checkout }) => refundReceiptOf(receiptPath, checkout)))
  await Promise.all(paid.map(({ checkout }) => refund(app, checkout.razorpay_payment_id)))
  const { rows } = await app.pool.query<{ number: number }>('select number from refund_receipts order by number')
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  const { rows: wanted } = await app.pool.query(
    "select from payments join receipts on payment_id = payments.id where status = 'refunded'",
  )
  expect(rows).toHaveLength(wanted.length)
})

test.each([
  ['hi', 'पाँच सौ रुपये मात्र', 'दान: खाना', 'भुगतान हुआ'],
  ['mr', 'पाचशे रुपये फक्त', 'देणगी: अन्न', 'पैसे मिळाले'],
  // RCP-1
])('in %s the PDF is in that language', async (language, words, paidFor, paid) => {
  const { receiptPath } = await aPaidDonation(app, { name: 'मीरा देशपांडे' })
  const { all, language: written } = await pdfOf(receiptPath, language)
  expect(written).toBe(language)
  for (const told of [words, paidFor, paid, 'मीरा देशपांडे']) expect(all).toContain(told)
})

const paymentAt = async (paidAt: string) => {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into payments (provider_payment_id, amount_paise, currency, status, created_at)
     values (gen_random_uuid()::text, 100, 'INR', 'captured', $1) returning id`,
    [paidAt],
  )
  return { paymentId: rows[0]?.id ?? 0, paidAt: new Date(paidAt), isTest: false }
}

const issue = async (paidAt: string) => {
  const payment = await paymentAt(paidAt)
  return app.db
    .transaction()
    .execute((transaction) => insertReceipt(transaction, payment, { paidBy: 'Asha', paidFor: 'Fee' }))
}

// RCP-1
test('the numbers begin anew on 1 April at 00:00 in India', async () => {
  expect((await issue('2031-03-31T18:29:59Z')).number).toBe('R-2030-31-000001')
  expect((await issue('2031-03-31T18:30:00Z')).number).toBe('R-2031-32-000001')
  expect((await issue('2031-03-31T12:00:00Z')).number).toBe('R-2030-31-000002')
  expect(formatReceiptNumber({ year: 2099, number: 1_234_567, isTest: false })).toBe('R-2099-00-1234567')
})

// RCP-1
test('the numbers of refunds begin anew at the same moment, by the day of the refund', async () => {
  const refunded = async (refundedAt: string) => {
    const payment = await paymentAt('2051-03-01T00:00:00Z')
    return app.db.transaction().execute(async (transaction) => {
      await insertReceipt(transaction, payment, { paidBy: 'Asha', paidFor: 'Fee' })
      return (await insertRefundReceipt(transaction, payment.paymentId, new Date(refundedAt)))?.number
    })
  }
  expect(await refunded('2051-03-31T18:29:59Z')).toBe('RF-2050-51-000001')
  expect(await refunded('2051-03-31T18:30:00Z')).toBe('RF-2051-52-000001')
})

// RCP-1
test('ten payments at once, some taken back, get numbers without gaps or doubles', async () => {
  const numbers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      if (index % 5 > 0) return (await issue('2040-06-01T00:00:00Z')).number
      const payment = await paymentAt('2040-06-01T00:00:00Z')
      const taken = app.db.transaction().execute(async (transaction) => {
        await insertReceipt(transaction, payment, { paidBy: 'Asha', paidFor: 'Fee' })
        throw new Error('taken back')
      })
      await expect(taken).rejects.toThrow('taken back')
      return null
    }),
  )
  const kept = numbers.filter((number) => number !== null).sort()
  expect(kept).toEqual(kept.map((_, index) => formatReceiptNumber({ year: 2040, number: index + 1, isTest: false })))
  expect(kept).toHaveLength(8)
})

// RCP-1
test('a receipt from before the years keeps the number that it was issued with', async () => {
  const { receiptPath } = await aPaidDonation(app, { name: 'Of old' })
  await app.pool.query('update receipts set year = null, number = 17, is_test = false where token = $1', [
    tokenOf(receiptPath),
  ])
  const { body } = await app.call(receiptCalls.read, { params: { token: tokenOf(receiptPath) } })
  expect(body.data.number).toBe('R-000017')
})

// RCP-1
test('there is no receipt and no PDF at an unknown address', async () => {
  const params = { token: 'A'.repeat(22) }
  expect((await app.call(receiptCalls.read, { params })).status).toBe(404)
  expect((await app.call(receiptCalls.pdf, { params })).status).toBe(404)
})

const openPage = (path: string, language = 'en') =>
  app.fetch(path, { headers: { accept: 'text/html', 'accept-language': language } })

/** The visible part of a receipt's page as somebody without a script gets it. */
async function mainOf(path: string, language = 'en'): Promise<string> {
  const reply = await openPage(path, language)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return /<main\b.*<\/main>/s.exec(await reply.text())?.[0] ?? ''
}

const SAYS_OF_PDF = [
  ['en', 'Receipt number', 'Paid by', 'Amount paid', 'PAID', 'One Lakh Rupees And Fifty Paise Only', 'Download PDF'],
  ['hi', 'रसीद संख्या', 'भुगतान करने वाले', 'भुगतान की रकम', 'PDF डाउनलोड करें'],
  ['mr', 'पावती क्रमांक', 'PDF डाउनलोड करा'],
] as const

// LIT-1, RCP-1
test.each(SAYS_OF_PDF)(
  'in %s the page of a receipt holds all that its PDF says, before any script',
  async (...says) => {
    const [language, ...labels] = says
    const { receiptPath } = await aPaidDonation(app, { amount: 1_00_000.5, name: 'Asha & <b>Co</b>' })
    const main = await mainOf(receiptPath, language)
    for (const told of [
      ...labels,
      'Asha &amp; &lt;b&gt;Co&lt;/b&gt;',
      '₹1,00,000.50',
      app.config.legalName,
      'AAATK0000AF20261',
    ])
      expect(main).toContain(told)
    expect(main).toContain(`href="/api/receipts/${tokenOf(receiptPath)}/receipt.pdf" download=""`)
    const { pieces } = await pdfOf(receiptPath, language)
    const words = main
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    for (const { text } of pieces.filter(({ text }) => /^[\w ,.₹&<>/-]+$/.test(text)))
      expect(words).toContain(text.trim())
  },
)

// LIT-1, RCP-1
test('an unknown receipt is a page that says so, with 404', async () => {
  for (const token of ['x', 'x'.repeat(22)]) {
    const reply = await openPage(`/receipt/${token}`)
    expect([reply.status, reply.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
    expect(await reply.text()).toContain('Receipt not found')
  }
})

// LIT-2, RCP-1
test('a browser without a script downloads the PDF of a receipt by its link', async () => {
  const { receiptPath } = await aPaidDonation(app, { name: 'Downloaded' })
  const reply = await openPage(`/api/receipts/${tokenOf(receiptPath)}/receipt.pdf`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

// LIT-1, RCP-1
test('the pages of a corrected receipt show both copies and lead to each other', async () => {
  const { receiptPath } = await aPaidDonation(app, { name: 'As first written' })
  const { subject_id: id } = await app.db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select('subject_id')
    .where('token', '=', tokenOf(receiptPath))
    .executeTakeFirstOrThrow()
  await reissueReceipt(app.db, 'donation', id ?? 0, 'As corrected')
  const corrected = await mainOf(receiptPath)
  expect(corrected).toContain('As corrected')
  expect(corrected).toContain(`href="${receiptPath}?copy=first"`)
  const first = await mainOf(`${receiptPath}?copy=first`)
  expect(first).toContain('As first written')
  expect(first).toContain(`href="${receiptPath}"`)
  expect(first).toContain('/first/receipt.pdf"')
})
