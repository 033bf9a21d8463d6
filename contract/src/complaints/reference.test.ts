import { expect, test } from 'vitest'
import { formatReference, parseReference } from './reference.ts'

const createdAt = new Date('2026-06-01T12:00:00Z')
const IDS = [1, 42, 99_999, 100_000, 8_265_309_417]

const letters = new Set<string>()

// CASE-2
test('a reference is India’s year, the id with five digits or more, and a check letter', () => {
  expect(formatReference({ id: 42, createdAt })).toBe('PS-2026-00042-K')
  // Two minutes before and after midnight in India.
  expect(formatReference({ id: 7, createdAt: new Date('2025-12-31T18:28:00Z') })).toMatch(/^PS-2025-00007-[A-Z]$/)
  expect(formatReference({ id: 7, createdAt: new Date('2025-12-31T18:32:00Z') })).toMatch(/^PS-2026-00007-[A-Z]$/)
  expect(formatReference({ id: 123_456, createdAt })).toMatch(/^PS-2026-123456-[A-Z]$/)
  for (let id = 1; id <= 500; id++) letters.add(formatReference({ id, createdAt }).at(-1) ?? '')
  expect([...letters].sort().join('')).toBe('ACDEFGHJKMNPRTUVWXY')
})

// CASE-2
test('a reference is understood in small letters, without dashes, in other digits', () => {
  for (const typed of ['PS-2026-00042-K', ' ps-2026-00042-k ', 'PS 2026 00042 K', 'ps202600042k', 'PS-२०२६-०००४२-K'])
    expect(parseReference(typed), typed).toBe(42)
  for (const typed of [
    '',
    '42',
    'PS-2026-42-K',
    'PS-2026-00042',
    'PS-2026-00042-KK',
    'XX-2026-00042-K',
    'PS-2026-00042-5',
  ])
    expect(parseReference(typed), typed).toBeNull()
})

// CASE-2
test('every wrong digit, two swapped digits and every other letter are noticed', () => {
  for (const id of IDS) {
    const reference = formatReference({ id, createdAt })
    expect(parseReference(reference)).toBe(id)
    for (const wrong of mistakesIn(reference)) expect(parseReference(wrong), `${wrong} for ${reference}`).toBeNull()
  }
})

function mistakesIn(reference: string): Set<string> {
  const wrong = new Set<string>()
  const positions = [...reference].flatMap((sign, index) => (/\d/.test(sign) ? [index] : []))
  const withSigns = (signs: Record<number, string>) =>
    [...reference].map((sign, index) => signs[index] ?? sign).join('')
  for (const position of positions) {
    for (const digit of '0123456789') wrong.add(withSigns({ [position]: digit }))
    for (const other of positions)
      wrong.add(withSigns({ [position]: reference.charAt(other), [other]: reference.charAt(position) }))
  }
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') wrong.add(reference.slice(0, -1) + letter)
  wrong.delete(reference)
  return wrong
}
