import type { ErrorCode } from '@petsetu/contract/platform/envelope.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../platform/lib/requests/request.ts'
import { messageOfOutcome, messageOfRefusal, refusalOf } from './pay-messages.ts'
import type { Refusal, Step } from './run-payment.ts'

const said = (status: number, message: string, code: ErrorCode = 'unexpected') =>
  new CallError(status, { status: 'error', code, message })
const english = allTextsIn('en')
const silent = (status: number) => new CallError(status, null)

function messageOf(purpose: Purpose, step: Step, error: unknown) {
  return messageOfOutcome(purpose, { kind: 'failed', step, error }, english)
}

function textOf(purpose: Purpose, step: Step, error: unknown) {
  const { text, more } = messageOf(purpose, step, error) ?? {}
  return more ? [text, more] : [text]
}

// CMP-9
test('each step that fails has its own words, beside the server’s', () => {
  expect(textOf('complaint', 'create', said(429, 'Too many complaints.'))).toEqual(['Too many complaints.'])
  expect(textOf('complaint', 'create', silent(0))).toEqual(['Failed to submit complaint. Please try again.'])
  expect(textOf('complaint', 'checkout', new Error('bug'))).toEqual(['An error occurred. Please try again.'])
  expect(textOf('complaint', 'order', silent(0))).toEqual(['Failed to initiate payment. Please try again.'])
  expect(textOf('complaint', 'order', said(404, 'Complaint not found'))).toEqual([
    'Failed to initiate payment. Please try again.',
    'Complaint not found',
  ])
  const verifyFailed = 'Payment verification failed. Please contact support.'
  expect(textOf('complaint', 'verify', said(400, verifyFailed, 'payment_not_verified'))).toEqual([verifyFailed])
})

test('a payment that the server cannot check yet has not failed', () => {
  const message = messageOf('complaint', 'verify', said(503, 'Payment received.'))
  expect(message).toMatchObject({ kind: 'info', text: 'Payment received.' })
})

// CMP-2
test('a rejected document is reported only at its field', () => {
  expect(messageOf('complaint', 'create', said(413, 'Too large'))).toBeNull()
  expect(messageOf('complaint', 'create', said(415, 'Wrong type'))).toBeNull()
})

// MEM-4
test('a failed registration shows the product’s message, and below it the server’s', () => {
  const failed = 'Failed to register membership. Please try again.'
  expect(textOf('membership', 'create', silent(0))).toEqual([failed])
  expect(textOf('membership', 'create', silent(500))).toEqual([failed])
  expect(textOf('membership', 'create', said(400, 'Phone number is required'))).toEqual([
    failed,
    'Phone number is required',
  ])
  expect(textOf('membership', 'create', said(404, 'This plan is gone'))).toEqual([failed, 'This plan is gone'])
})

// MEM-6
test('a rejected verification asks to contact support; an unanswered one does not', () => {
  expect(messageOf('membership', 'verify', silent(400))).toEqual({
    kind: 'failed',
    text: 'Payment verification failed. Please contact support.',
  })
  expect(messageOf('membership', 'verify', said(409, 'Payment amount does not match.'))?.more).toBe(
    'Payment amount does not match.',
  )
  expect(messageOf('membership', 'verify', silent(503))?.text).toBe('Payment received. Confirmation is in progress.')
})

// MEM-4, MEM-6, CMP-5, CMP-6
test('an answer that does not say success has failed, in the words of its call', () => {
  expect(textOf('complaint', 'order', silent(200))).toEqual(['Failed to initiate payment. Please try again.'])
  expect(textOf('complaint', 'verify', silent(200))).toEqual(['Payment verification failed. Please contact support.'])
  expect(textOf('membership', 'create', silent(200))).toEqual(['Failed to register membership. Please try again.'])
})

// MEM-4
test('a changed price is named in rupees', () => {
  const message = messageOfOutcome('membership', { kind: 'repriced', pricePaise: 1_20_000_00 }, english)
  expect(message?.text).toContain('it is ₹1,20,000 now')
})

// TRU-7
test('of money that is held the notice says so alone, at once and after a reload', () => {
  const held = new CallError(409, { status: 'error', code: 'payment_from_abroad', message: 'It goes back to you.' })
  const alone = { kind: 'failed', text: 'It goes back to you.' }
  for (const purpose of ['complaint', 'membership', 'donation'] as const)
    expect(messageOf(purpose, 'verify', held)).toEqual(alone)
  expect(messageOfRefusal('membership', refusalOf(held, 'en'), { text: english, language: 'en' })).toEqual(alone)
})

// LNG-1
test('a stored rejection is shown in the page’s language, without a foreign reason', () => {
  const refusal = refusalOf(said(409, 'Your payment has been returned.'), 'en')
  expect(messageOfRefusal('complaint', refusal, { text: english, language: 'en' })).toEqual({
    kind: 'failed',
    text: 'Payment verification failed. Please contact support.',
    more: 'Your payment has been returned.',
  })
  const failedInHindi = {
    kind: 'failed',
    text: 'भुगतान की पुष्टि नहीं हो सकी। कृपया सहायता टीम से संपर्क करें।',
  }
  const hindi = { text: allTextsIn('hi'), language: 'hi' } as const
  expect(messageOfRefusal('complaint', refusal, hindi)).toEqual(failedInHindi)
  // As an earlier version stored it.
  const sentence = { kind: 'failed', text: 'Payment verification failed.' } as unknown as Refusal
  expect(messageOfRefusal('complaint', sentence, hindi)).toEqual(failedInHindi)
})

// LNG-1
test('each message of a payment is in the language of the page', () => {
  const hindi = allTextsIn('hi')
  expect(messageOfOutcome('membership', { kind: 'repriced', pricePaise: 1_20_000_00 }, hindi)?.text).toContain(
    'अब ₹1,20,000 है',
  )
  expect(messageOfOutcome('complaint', { kind: 'unpaid', reason: null }, hindi)).toEqual({
    kind: 'info',
    text: 'शुल्क का भुगतान होने से पहले भुगतान की विंडो बंद हो गई।',
    more: 'अगर पैसे कट गए हैं तो कुछ मिनट रुकें: हम भुगतान को अपने-आप जोड़ लेंगे।',
  })
})

// LNG-4
test('what the server says in other words than the page is not shown beside it', () => {
  const hindi = allTextsIn('hi')
  const notStarted = said(503, 'भुगतान आरंभ नहीं हुआ।', 'payment_not_started')
  const notVerified = said(400, 'भुगतान सत्यापित नहीं हुआ।', 'payment_not_verified')
  expect(messageOfOutcome('complaint', { kind: 'failed', step: 'order', error: notStarted }, hindi)).toEqual({
    kind: 'failed',
    text: 'भुगतान शुरू नहीं हो सका। कृपया फिर कोशिश करें।',
  })
  expect(refusalOf(notVerified, 'hi')).toEqual({ reason: null })
})
