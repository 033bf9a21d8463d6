import { englishTexts } from '@petsetu/languages/all-texts.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay } from './calendar.ts'
import { optionalDay } from './fields.ts'
import { describeProblem } from './problem.ts'

// PET-1
test('a day that does not exist, or is not written yyyy-mm-dd, is rejected', () => {
  const none = [
    '',
    '2026-02-30',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '0000-01-01',
    '1900-02-29',
  ]
  none.push(
    '2026-1-1',
    '26-01-01',
    '01-01-2026',
    '2026/01/01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '-2026-01-01',
  )
  for (const text of none) expect.soft(isDay(text), text).toBe(false)
})

// PET-1
test('each day of the calendar is accepted, the 29th of February in leap years only', () => {
  for (const day of ['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])
    expect.soft(isDay(day), day).toBe(true)
  const bounds = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  fc.assert(fc.property(fc.date(bounds), (date) => isDay(date.toISOString().slice(0, 10))))
})

// PET-1, PET-2
test('a missing date stays missing, an empty one is null, an invalid one is rejected', () => {
  const field = optionalDay('vaccinationDate')
  expect(field.parse(undefined)).toBeUndefined()
  for (const nothing of [null, '', '  ']) expect(field.parse(nothing)).toBeNull()
  expect(field.parse(' 2026-03-31 ')).toBe('2026-03-31')
  for (const bad of ['2026-02-30', 'tomorrow', 20260331, new Date()]) {
    const [issue] = field.safeParse(bad).error?.issues ?? []
    expect(describeProblem(englishTexts, issue?.message ?? '')).toBe('Vaccination date must be a date like 2026-03-31')
  }
})
