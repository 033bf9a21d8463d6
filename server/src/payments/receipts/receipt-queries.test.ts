import type { TaxSettings } from '@petsetu/contract/office/foundation-form.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { expect, test } from 'vitest'
import { APPROVAL, changeSettings, FOUNDATION } from '../../../test/foundation.ts'
import { aPaidDonation, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { isDeductible } from './receipt-queries.ts'

const SETTINGS: TaxSettings = {
  donationSection: '133',
  approvalNumber: 'AAATK0000AF20261',
  approvalDay: '2026-05-08',
  approvedFrom: '2026-04-01',
  approvedUntil: '2031-03-31',
  earlierApprovals: [
    {
      donationSection: '80G',
      approvalNumber: 'AAATK0000AF20211',
      approvalDay: '2021-05-28',
      approvedFrom: '2021-04-01',
      approvedUntil: '2024-03-31',
    },
  ],
  deductibleCashMax: 2_000,
  deductibleNeedsPan: true,
  cashDayMax: 1_99_999,
}
const GIFT = { day: '2026-04-01', amount: 5_000, mode: 'online', hasPan: true, isRefunded: false } as const

test.each([
  ['a gift that meets all conditions', {}, {}, true],
  ['the last day of the approval', {}, { day: '2031-03-31' }, true],
  ['a day before the approval', {}, { day: '2026-03-31' }, false],
  ['the last day of an earlier approval', {}, { day: '2024-03-31' }, true],
  ['a day between two approvals', {}, { day: '2024-04-01' }, false],
  ['a day before the earlier approval', {}, { day: '2021-03-31' }, false],
  ['a day after the approval', {}, { day: '2031-04-01' }, false],
  ['no PAN', {}, { hasPan: false }, false],
  ['no PAN where none is needed', { deductibleNeedsPan: false }, { hasPan: false }, true],
  ['cash up to the limit', {}, { mode: 'cash', amount: 2_000 }, true],
  ['cash above the limit', {}, { mode: 'cash', amount: 2_000.5 }, false],
  ['a cheque above the limit of cash', {}, { mode: 'cheque', amount: 50_000 }, true],
  ['a gift that went back', {}, { isRefunded: true }, false],
  ['no section', { donationSection: '' }, {}, false],
  ['no approval number', { approvalNumber: '' }, {}, false],
  ['no day of the approval', { approvalDay: '' }, {}, false],
  ['no first day', { approvedFrom: '' }, {}, false],
  ['no last day', { approvedUntil: '' }, {}, false],
  // TRU-8
] as const)('deductible or not: %s', (_, settings, gift, expected) => {
  expect(isDeductible({ ...SETTINGS, ...settings }, { ...GIFT, ...gift })).toBe(expected)
})

// TRU-8
test('a receipt promises a deduction only while every condition holds', async () => {
  const app = await payingApp({ DONATION_TAX_SECTION: '133' })
  const taxOf = async (path: string) => {
    const { body } = await app.call(receiptCalls.read, { params: { token: path.split('/').at(-1) ?? '' } })
    return [body.data.tax_section, body.data.tax_approval]
  }
  const { receiptPath, checkout } = await aPaidDonation(app)
  const withoutPan = await aPaidDonation(app, { name: 'Without a PAN', pan: null })
  expect(await taxOf(receiptPath)).toEqual(['', null])
  await changeSettings(app, APPROVAL)
  const approved = ['133', { number: APPROVAL.approvalNumber, day: APPROVAL.approvalDay }]
  expect(await taxOf(receiptPath)).toEqual(approved)
  expect(await taxOf(withoutPan.receiptPath)).toEqual(['', null])
  await changeSettings(app, { deductibleNeedsPan: false })
  expect(await taxOf(withoutPan.receiptPath)).toEqual(approved)
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(() => taxOf(receiptPath)).toEqual(['', null])
})

// RCP-1
test('a receipt keeps its issuer when the settings change, its refund has the new one', async () => {
  const app = await payingApp()
  const issuerOf = async (path: string) => {
    const { body } = await app.call(receiptCalls.read, { params: { token: path.split('/').at(-1) ?? '' } })
    const { foundation, legal_name, legal_address, registration_number, foundation_pan, returned_by } = body.data
    return { refund: returned_by, issuer: [foundation, legal_name, legal_address, registration_number, foundation_pan] }
  }
  const { receiptPath, checkout } = await aPaidDonation(app)
  const earlier = await aPaidDonation(app, { name: 'Of an earlier version' })
  await app.pool.query("update receipts set issuer_id = null where paid_by = 'Of an earlier version'")
  const { issuer } = await issuerOf(receiptPath)
  const { foundationName, legalName, legalAddress, registrationNumber, foundationPan } = FOUNDATION
  await changeSettings(app, FOUNDATION)
  expect((await issuerOf(receiptPath)).issuer).toEqual(issuer)
  expect((await issuerOf(earlier.receiptPath)).issuer).toEqual(issuer)
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(async () => (await issuerOf(receiptPath)).refund).not.toBeNull()
  const returned = await issuerOf((await issuerOf(receiptPath)).refund?.path ?? '')
  expect(returned.issuer).toEqual([foundationName, legalName, legalAddress, registrationNumber, foundationPan])
  expect((await issuerOf(receiptPath)).issuer).toEqual(issuer)
})

// TRU-8
test('after a renewal a receipt keeps the approval of the day of its payment', async () => {
  const app = await payingApp()
  await changeSettings(app, { ...APPROVAL, donationSection: '80G', approvalNumber: 'OLD' })
  const { receiptPath } = await aPaidDonation(app)
  const read = async () => {
    const params = { token: receiptPath.split('/').at(-1) ?? '' }
    const { tax_section, tax_approval } = (await app.call(receiptCalls.read, { params })).body.data
    return [tax_section, tax_approval?.number]
  }
  const renewed = { ...APPROVAL, approvalNumber: 'NEW', approvedFrom: '2098-04-01' }
  await changeSettings(app, renewed)
  expect(await read()).toEqual(['80G', 'OLD'])
  const donating = await plainRequest(app.url, { path: '/donate', headers: { accept: 'text/html' } })
  expect(donating.text).toContain('Your gift is deductible from income tax under section 80G if you give your PAN.')
  await app.pool.query("update payments set created_at = '2098-04-01T06:30:00Z'")
  expect(await read()).toEqual(['133', 'NEW'])
})

// TRU-8
test('the page to donate promises a deduction only while the foundation is approved', async () => {
  const app = await payingApp({ DONATION_TAX_SECTION: '133' })
  const shown = async () => (await plainRequest(app.url, { path: '/donate', headers: { accept: 'text/html' } })).text
  expect(await shown()).not.toContain('deductible')
  await changeSettings(app, APPROVAL)
  expect(await shown()).toContain('Your gift is deductible from income tax under section 133 if you give your PAN.')
  await changeSettings(app, { approvedUntil: '2020-05-31' })
  expect(await shown()).not.toContain('deductible')
})
