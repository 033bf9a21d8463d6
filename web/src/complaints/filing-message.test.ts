import { expect, test } from 'vitest'
import { CallError } from '../lib/request.ts'
import { messageOfEnding } from './filing-message.ts'

const said = (status: number, message: string) => new CallError(status, { status: 'error', message })
const speechless = new CallError(0, null)

function textOf(at: 'submit' | 'initiate' | 'checkout' | 'verify', error: unknown) {
  const { text, more } = messageOfEnding({ kind: 'failed', at, error }) ?? {}
  return more ? [text, more] : [text]
}

test('CMP-9 each step that fails has its own words, beside the server’s', () => {
  expect(textOf('submit', said(429, 'Too many complaints.'))).toEqual(['Too many complaints.'])
  expect(textOf('submit', speechless)).toEqual(['Failed to submit complaint. Please try again.'])
  expect(textOf('checkout', new Error('bug'))).toEqual(['An error occurred. Please try again.'])
  expect(textOf('initiate', speechless)).toEqual(['Failed to initiate payment. Please try again.'])
  expect(textOf('initiate', said(404, 'Complaint not found'))).toEqual([
    'Failed to initiate payment. Please try again.',
    'Complaint not found',
  ])
  expect(textOf('verify', said(400, 'Payment verification failed. Please contact support.'))).toEqual([
    'Payment verification failed. Please contact support.',
  ])
})

test('a payment that the server cannot ask about yet has not failed', () => {
  const message = messageOfEnding({ kind: 'failed', at: 'verify', error: said(503, 'Payment received.') })
  expect(message).toMatchObject({ kind: 'info', text: 'Payment received.' })
})

test('CMP-2 a refused document is spoken of at its field alone', () => {
  expect(messageOfEnding({ kind: 'failed', at: 'submit', error: said(413, 'Too large') })).toBeNull()
  expect(messageOfEnding({ kind: 'failed', at: 'submit', error: said(415, 'Wrong type') })).toBeNull()
})
