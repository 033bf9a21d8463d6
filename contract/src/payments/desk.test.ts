import { expect, test } from 'vitest'
import { messagesOf } from '../../test/messages-of.ts'
import { DeskPaymentForm } from './desk.ts'

const CASH = { purpose: 'complaint', subject_id: 1, mode: 'cash', amount: 500 }
const CHEQUE = { ...CASH, mode: 'cheque', reference: '012345', bank: 'State Bank' }
const UPI = { ...CASH, mode: 'upi', reference: 'abc123' }

const messages = (form: object) => messagesOf(DeskPaymentForm, form)

// RCP-2
test('cash is taken up to one rupee below two lakh, anything else up to 50 lakh', () => {
  for (const form of [CASH, CHEQUE, UPI]) {
    expect(messages({ ...form, amount: 1 })).toEqual({})
    expect(messages({ ...form, amount: 0.99 })).toEqual({ amount: 'The amount is at least ₹1' })
  }
  expect(messages({ ...CASH, amount: 1_99_999 })).toEqual({})
  expect(messages({ ...CASH, amount: 2_00_000 })).toEqual({ amount: 'The law allows at most ₹1,99,999 in cash' })
  for (const form of [CHEQUE, UPI]) {
    expect(messages({ ...form, amount: 50_00_000 })).toEqual({})
    expect(messages({ ...form, amount: 50_00_001 })).toEqual({ amount: 'The amount is at most ₹50,00,000' })
  }
})

// RCP-2
test('a cheque has a number of six digits, a UPI payment one of 6 to 35 signs', () => {
  const wrongCheque = { reference: 'A cheque number has six digits' }
  for (const reference of ['01234', '0123456', '01234a'])
    expect(messages({ ...CHEQUE, reference })).toEqual(wrongCheque)
  expect(messages({ ...CHEQUE, reference: ' 012345 ' })).toEqual({})
  const wrongUpi = { reference: 'A UPI reference has 6 to 35 letters and digits' }
  for (const reference of ['abc12', 'abc-123']) expect(messages({ ...UPI, reference })).toEqual(wrongUpi)
  for (const reference of ['abc123', 'x'.repeat(35)]) expect(messages({ ...UPI, reference })).toEqual({})
  expect(messages({ ...UPI, reference: 'x'.repeat(36) })).toEqual({
    reference: 'Number or reference must be at most 35 characters long',
  })
})
