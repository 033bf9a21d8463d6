import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInternalId } from '../platform/envelope.ts'
import { groupPetId, normalizePetId, PET_ID_ALPHABET, PET_ID_LENGTH } from './pet-id.ts'

const petIds = fc
  .array(fc.constantFrom(...PET_ID_ALPHABET), { minLength: PET_ID_LENGTH, maxLength: PET_ID_LENGTH })
  .map((characters) => characters.join(''))

// TAG-2
test('an ID has 60 bits of 32 letters and digits, none of which is read as another', () => {
  expect(new Set(PET_ID_ALPHABET).size).toBe(32)
  expect(PET_ID_ALPHABET).toMatch(/^[2-9A-Z]+$/)
  expect(PET_ID_ALPHABET).not.toMatch(/[01OI]/)
  expect(PET_ID_LENGTH * Math.log2(PET_ID_ALPHABET.length)).toBeGreaterThanOrEqual(60)
})

// TAG-2
test('text that is not an ID gives null', () => {
  const none = [
    '',
    ' ',
    '-',
    'ABCD',
    'ABCDEFGHJKL',
    'ABCDEFGHJKLMN',
    'ABCDEFGHJKL0',
    'ABCDEFGHJKLO',
    'ABCDEFGHJKL1',
    'ABCDEFGHJKLI',
  ]
  none.push(
    'ABCD_EFGH_JKLM',
    'ABCD–EFGH–JKLM',
    'ＡBCDEFGHJKLM',
    'ABCDEFGHJKLM\0',
    `ABCDEFGHJKLM${' '.repeat(40)}`,
    '-'.repeat(1e6),
  )
  for (const typed of none) expect.soft(normalizePetId(typed), typed.slice(0, 30)).toBeNull()
})

// TAG-2
test('an ID is accepted in any notation: letter case, dashes, spaces', () => {
  const separator = fc.constantFrom('', '-', ' ', ' - ')
  fc.assert(
    fc.property(
      petIds,
      fc.array(separator, { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      (petId, [a, b, c], isLower) => {
        const [first, second, third] = petId.match(/.{4}/g) ?? []
        const typed = `${a}${first}${b}${second}${c}${third}\n`
        expect(normalizePetId(isLower ? typed.toLowerCase() : typed)).toBe(petId)
      },
    ),
  )
})

// TAG-2
test('an ID is shown in groups of four and can be read back', () => {
  expect(groupPetId('ABCDEFGHJKLM')).toBe('ABCD-EFGH-JKLM')
  fc.assert(
    fc.property(petIds, (petId) => {
      expect(groupPetId(petId)).toMatch(/^.{4}-.{4}-.{4}$/)
      expect(normalizePetId(groupPetId(petId))).toBe(petId)
    }),
  )
})

// PET-12, TAG-2
test('no text is both a tag ID and an internal id', () => {
  fc.assert(fc.property(petIds, (petId) => !isInternalId(petId)))
  expect(isInternalId('222222222222')).toBe(false)
  fc.assert(fc.property(fc.nat(), (id) => normalizePetId(String(id)) === null))
})
