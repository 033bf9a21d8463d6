import { describe, expect, test } from 'vitest'
import { contactLinks, whatsAppNumberOf } from './contact-links.ts'

const hrefs = (text: string) => contactLinks(text).map((link) => link.href)

// PET-14
describe('the contact details can be tapped', () => {
  test.each([
    ['9876543210', 'tel:+919876543210'],
    ['98765 43210', 'tel:+919876543210'],
    ['98765-43210', 'tel:+919876543210'],
    ['+91-98765-43210', 'tel:+919876543210'],
    ['+91 (0) 98765 43210', 'tel:+919876543210'],
    ['919876543210', 'tel:+919876543210'],
    ['0091 98765 43210', 'tel:+919876543210'],
    ['098765 43210', 'tel:+919876543210'],
    ['987 654 3210', 'tel:+919876543210'],
    ['022-2345 6789', 'tel:+912223456789'],
    ['(022) 2345-6789', 'tel:+912223456789'],
    ['020.2553.1234', 'tel:+912025531234'],
    ['2553 1234', 'tel:25531234'],
    ['1800-123-4567', 'tel:18001234567'],
    ['+44 20 7946 0958', 'tel:+442079460958'],
    ['९८७६५ ४३२१०', 'tel:+919876543210'],
  ])('%s is dialled as %s', (typed, href) => {
    expect(contactLinks(typed)).toEqual([{ kind: 'phone', href, text: typed.replace(/^\(/, '') }])
  })

  test('text around a number does not matter', () => {
    expect(contactLinks('Asha (flat 12): 98765 43210, evenings after 6')).toEqual([
      { kind: 'phone', href: 'tel:+919876543210', text: '98765 43210' },
    ])
    expect(hrefs('मोबाईल ९८७६५४३२१० (आशा)')).toEqual(['tel:+919876543210'])
    expect(hrefs('Ph.9876543210.')).toEqual(['tel:+919876543210'])
  })

  test.each([
    '98765 43210, 91234 56789',
    '98765 43210 / 91234 56789',
    '98765 43210\n91234 56789',
    '98765 43210 91234 56789',
  ])('two numbers are two links: %j', (typed) =>
    expect(hrefs(typed)).toEqual(['tel:+919876543210', 'tel:+919123456789']),
  )

  test('the same number written in two ways is one link', () => {
    expect(hrefs('98765 43210 or +91 9876543210')).toEqual(['tel:+919876543210'])
  })

  test('e-mail addresses come after phone numbers', () => {
    expect(contactLinks('asha.p+moti@example.co.in. Call 9876543210')).toEqual([
      { kind: 'phone', href: 'tel:+919876543210', text: '9876543210' },
      { kind: 'email', href: 'mailto:asha.p+moti@example.co.in', text: 'asha.p+moti@example.co.in' },
    ])
  })

  test('digits in an e-mail address are not a phone number', () => {
    expect(hrefs('9876543210@example.com')).toEqual(['mailto:9876543210@example.com'])
  })

  test.each(['Ask at the tea stall', 'Pune 411001', '12-05-2024', 'asha@okbank', '12345', '', '1234 5678 9012 3456'])(
    'nothing to tap in %j',
    (typed) => expect(contactLinks(typed)).toEqual([]),
  )

  test('a PIN code beside a number is not part of it', () => {
    expect(hrefs('Pune 411001 98765 43210')).toEqual(['tel:+919876543210'])
  })

  test('text that is made to be slow to parse is parsed quickly', () => {
    const times = Array.from({ length: 5 }, () => {
      const startedAt = performance.now()
      contactLinks('1 '.repeat(150))
      contactLinks(`${'a.'.repeat(149)}@`)
      return performance.now() - startedAt
    })
    // A busy machine pauses some of them, but not each.
    expect(Math.min(...times)).toBeLessThan(200)
  })
})

// FND-1
describe('WhatsApp is offered for Indian mobile numbers only', () => {
  const numberOf = (typed: string) => whatsAppNumberOf(contactLinks(typed))

  test.each([
    ['98765 43210', '919876543210'],
    ['+91-98765-43210', '919876543210'],
    ['0091 60000 00000', '916000000000'],
    ['(0) 70123 45678', '917012345678'],
    ['08012345678', '918012345678'],
    ['९८७६५ ४३२१०', '919876543210'],
    ['Asha, flat 12: 98765 43210, evenings', '919876543210'],
    ['020 2553 1234 or 91234 56789', '919123456789'],
    ['asha@example.org, 98765 43210, 91234 56789', '919876543210'],
  ])('%j is %s', (typed, number) => expect(numberOf(typed)).toBe(number))

  test.each([
    '',
    'Ask at the tea stall',
    '020 2553 1234',
    '2553 1234',
    '55500 12345',
    '1800-123-4567',
    '+44 7911 123456',
    '+1 987 654 3210',
    '+977 98412 34567',
    '98765 4321',
    '98765 432101 2',
    '9876543210@example.com',
    'Aadhaar 9876 5432 1012',
    '98765x43210',
    '+91 5876543210',
  ])('none in %j', (typed) => expect(numberOf(typed)).toBeNull())
})
