import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { expect, test } from 'vitest'
import { paidForOf, type Receipt } from './receipts.ts'

const UNKNOWN: Receipt = {
  kind: 'payment',
  copy: 'only',
  corrected_at: null,
  number: 'R-000001',
  returns: null,
  returned_by: null,
  foundation: 'PetSetu',
  paid_by: 'Asha',
  paid_for: 'Membership: Friend, 12 months',
  purpose: null,
  complaint_id: null,
  complaint_reference: null,
  plan_name: null,
  duration_months: null,
  donated_for: null,
  amount: 500,
  paid_at: '2026-01-31T10:00:00.000Z',
  razorpay_payment_id: 'pay_1',
  is_refunded: false,
  status: 'paid',
  refunded_at: null,
  returned_part: null,
  amount_in_words: 'Five Hundred Rupees Only',
  mode: 'online',
  desk_reference: null,
  bank: null,
  legal_name: 'Karuna Animal Welfare Trust',
  legal_address: 'Pune',
  registration_number: '',
  foundation_pan: '',
  tax_section: '',
  tax_approval: null,
}

// LNG-1
test('a receipt says what it is for in the page’s language and in English', () => {
  const membership: Receipt = { ...UNKNOWN, purpose: 'membership', plan_name: 'Friend', duration_months: 12 }
  expect(paidForOf(membership, allTextsIn('en'))).toBe(membership.paid_for)
  expect(paidForOf(membership, allTextsIn('hi'))).toBe('सदस्यता: Friend, 12 महीने')
  const complaint: Receipt = { ...UNKNOWN, purpose: 'complaint', complaint_id: 7 }
  expect(paidForOf(complaint, allTextsIn('en'))).toBe('Filing fee for complaint 7')
  expect(paidForOf(complaint, allTextsIn('mr'))).toBe('तक्रार शुल्क: तक्रार क्र. 7')
})

// LNG-1, RCP-1
test('a receipt says in the page’s language that its cause was erased', () => {
  const donation: Receipt = { ...UNKNOWN, purpose: 'donation', donated_for: 'Erased' }
  const shown = (['en', 'hi', 'mr'] as const).map((language) => paidForOf(donation, allTextsIn(language)))
  expect(shown).toEqual(['Donation: Erased', 'दान: हटाया गया', 'देणगी: पुसले'])
})

// LNG-1
test('a receipt with an unknown plan says what was written when it was paid', () => {
  expect(paidForOf(UNKNOWN, allTextsIn('hi'))).toBe(UNKNOWN.paid_for)
  expect(paidForOf({ ...UNKNOWN, purpose: 'membership' }, allTextsIn('hi'))).toBe(UNKNOWN.paid_for)
})
