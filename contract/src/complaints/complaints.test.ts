import { englishTexts } from '@petsetu/languages/all-texts.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { today } from '../platform/dates.ts'
import { describeProblem } from '../platform/problem.ts'
import { COMPLAINT_TYPES } from './complaint-facts.ts'
import { ComplaintForm, FilingFee } from './complaint-schemas.ts'

const FORM = {
  fullname: 'Kavita Rao',
  email: 'kavita@example.org',
  phone: '+91 55500 12345',
  type_of_complaint: 'Cruelty',
  location_of_incident: 'Kothrud, Pune',
  date_of_incident: '2026-01-31',
  description: 'A dog is chained in the sun.',
}

/** The first message of each invalid field. */
function messagesFor(fields: Record<string, unknown>): Record<string, string> {
  const result = ComplaintForm.safeParse({ ...FORM, ...fields })
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), describeProblem(englishTexts, issue.message)]),
  )
}

const DAY_MS = 86_400_000

// CMP-1
test('every field is required, and says so by its name', () => {
  const required = {
    fullname: 'Full name is required',
    email: 'Email is required',
    phone: 'Phone number is required',
    type_of_complaint: 'Type of complaint is required',
    location_of_incident: 'Location of incident is required',
    date_of_incident: 'Date of incident is required',
    description: 'Description is required',
  }
  expect(messagesFor(Object.fromEntries(Object.keys(FORM).map((name) => [name, undefined])))).toEqual(required)
  for (const blank of ['', '   ', '\t']) {
    expect(messagesFor(Object.fromEntries(Object.keys(FORM).map((name) => [name, blank])))).toEqual(required)
  }
})

// CMP-1
test('a description has at least 10 characters, not counting surrounding space', () => {
  const message = { description: 'Description must be at least 10 characters long' }
  expect(messagesFor({ description: '123456789' })).toEqual(message)
  expect(messagesFor({ description: '  123456789  ' })).toEqual(message)
  expect(messagesFor({ description: '🐕'.repeat(9) })).toEqual(message)
  expect(messagesFor({ description: '🐕'.repeat(10) })).toEqual({})
  expect(messagesFor({ description: '1234567890' })).toEqual({})
  expect(messagesFor({ description: 'one\ntwo\nthree' })).toEqual({})
  expect(messagesFor({ description: 'x'.repeat(5_000) })).toEqual({})
  expect(messagesFor({ description: 'x'.repeat(5_001) })).toEqual({
    description: 'Description must be at most 5000 characters long',
  })
})

// CMP-3
test('the type of complaint is one of those that are offered or any other text', () => {
  for (const type_of_complaint of [...COMPLAINT_TYPES, 'A peacock on my roof', 'पशु क्रूरता']) {
    expect(messagesFor({ type_of_complaint })).toEqual({})
  }
  expect(messagesFor({ type_of_complaint: 'x'.repeat(101) })).toHaveProperty('type_of_complaint')
})

// CMP-1, CASE-1
test('each text has a length of its own, and not one letter more', () => {
  const lengths = {
    ...{ fullname: 100, phone: 30, type_of_complaint: 100, location_of_incident: 300 },
    ...{ landmark: 200, offender: 300, vehicle: 100, witness: 300, fir_number: 100 },
  }
  for (const [field, max] of Object.entries(lengths)) {
    expect(messagesFor({ [field]: 'x'.repeat(max) }), field).toEqual({})
    expect(messagesFor({ [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: expect.stringContaining(`must be at most ${max} characters long`),
    })
  }
  const host = '@example.org'
  expect(messagesFor({ email: `${'x'.repeat(254 - host.length)}${host}` })).toEqual({})
  expect(messagesFor({ email: `${'x'.repeat(255 - host.length)}${host}` })).toEqual({
    email: 'Email must be at most 254 characters long',
  })
})

// CASE-1
test('a location goes up to the poles and the date line, and not beyond', () => {
  expect(messagesFor({ lat: '90', lon: '180', accuracy: '0' })).toEqual({})
  expect(messagesFor({ lat: '-90', lon: '-180', accuracy: '100000000' })).toEqual({})
  const beyond = {
    lat: 'Latitude must be a number from -90 to 90',
    lon: 'Longitude must be a number from -180 to 180',
    accuracy: 'Accuracy must be a number from 0 to 100000000',
  }
  expect(messagesFor({ lat: '90.01', lon: '180.01', accuracy: '-0.01' })).toEqual(beyond)
  expect(messagesFor({ lat: '-90.01', lon: '-180.01', accuracy: '100000001' })).toEqual(beyond)
})

// CMP-3
test('the day of the incident exists and is not in the future in India', () => {
  const tomorrow = new Date(new Date(`${today()}T00:00:00Z`).getTime() + DAY_MS).toISOString().slice(0, 10)
  expect(messagesFor({ date_of_incident: today() })).toEqual({})
  expect(messagesFor({ date_of_incident: '1999-12-31' })).toEqual({})
  for (const date_of_incident of [tomorrow, '9999-12-31']) {
    expect(messagesFor({ date_of_incident })).toEqual({
      date_of_incident: 'Date of incident cannot be in the future. Please check the date of your device, too',
    })
  }
  for (const date_of_incident of [
    '2026-02-30',
    '31-01-2026',
    '2026-1-31',
    '2026-01-31T10:00',
    'yesterday',
    '0000-01-01',
    // Made by a browser of a year with two digits.
    '0026-01-31',
    '1899-12-31',
  ]) {
    expect(messagesFor({ date_of_incident })).toEqual({
      date_of_incident: 'Date of incident must be a date like 2026-03-31',
    })
  }
})

// CMP-3
test('the day changes at midnight in India, not in London', () => {
  expect(today(new Date('2026-01-31T18:29:59Z'))).toBe('2026-01-31')
  expect(today(new Date('2026-01-31T18:30:00Z'))).toBe('2026-02-01')
})

// CMP-1
test('an invalid e-mail is rejected', () => {
  for (const email of [
    'x',
    'x@',
    '@example.org',
    'a b@example.org',
    'kavita@example',
    `${'x'.repeat(250)}@example.org`,
  ]) {
    expect(messagesFor({ email }), email).toHaveProperty('email')
  }
})

// CMP-5
test('a fee is an amount from ₹100 with whole paise, whatever the amount', () => {
  const paise = fc.integer({ min: 10_000, max: 1_00_00_000 })
  fc.assert(
    fc.property(paise, (amount) => {
      expect(FilingFee.safeParse(amount / 100).success).toBe(true)
    }),
  )
  fc.assert(
    fc.property(paise, fc.integer({ min: 1, max: 9 }), (amount, thousandths) => {
      fc.pre(amount < 1_00_00_000)
      expect(FilingFee.safeParse(Number(`${(amount / 100).toFixed(2)}${thousandths}`)).success).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.double({ max: 99.99 }), (amount) => {
      expect(FilingFee.safeParse(amount).success).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.anything(), (value) => {
      fc.pre(typeof value !== 'number')
      expect(FilingFee.safeParse(value).success).toBe(false)
    }),
  )
})
