import { englishTexts } from '@petsetu/languages/all-texts.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionalText, requiredEmail, requiredText } from './fields.ts'
import { describeProblem } from './problem.ts'

const line = requiredText({ field: 'petName', max: 20 })
const lines = requiredText({ field: 'address', max: 20, lines: 'many' })
const optional = optionalText({ field: 'doctorName', max: 20 })

const messagesOf = (schema: typeof line | typeof optional, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => describeProblem(englishTexts, issue.message))

// PET-2
test('missing or empty text is rejected as required, other types as not text', () => {
  for (const value of [undefined, null, '', '   ', '\n\t', '\u00a0\u3000'])
    expect(messagesOf(line, value)).toEqual(['Pet name is required'])
  for (const value of [7, true, {}, ['a']]) expect(messagesOf(line, value)).toEqual(['Pet name must be text'])
})

// PET-2, V1.3.3
test('invisible text is rejected as required, and becomes null in optional fields', () => {
  const invisible = [
    '\u200b',
    '\u200c\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u034f',
    ' \u200b \u00a0 \u200b',
  ]
  for (const text of invisible) {
    for (const schema of [line, lines])
      expect.soft(messagesOf(schema, text)?.[0], JSON.stringify(text)).toMatch(/ is required$/)
    expect.soft(optional.parse(text), JSON.stringify(text)).toBeNull()
    expect.soft(line.parse(`${text}क`)).toContain('क')
  }
})

// PET-2
test('text that is too long is refused with the length that it may have', () => {
  expect(messagesOf(line, 'x'.repeat(21))).toEqual(['Pet name must be at most 20 characters long'])
  expect(line.parse('x'.repeat(20))).toHaveLength(20)
  expect(line.parse(`  ${'x'.repeat(20)}  `)).toHaveLength(20)
  expect(messagesOf(optional, 'x'.repeat(21))).toEqual(["Doctor's name must be at most 20 characters long"])
})

// PET-2, V1.3.3
test('control characters and half a surrogate pair are refused', () => {
  const refused = ['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00']
  for (const character of refused)
    for (const schema of [line, lines, optional])
      expect
        .soft(messagesOf(schema, `a${character}b`)?.join(), JSON.stringify(character))
        .toMatch(/contains characters that cannot be used$/)
})

// PET-2, CMP-2, V1.3.3
test('direction marks, as around a copied number, are left out of one-line fields', () => {
  for (const mark of '\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') {
    const typed = `${mark}+91 55500 12345${mark} `
    for (const schema of [line, optional]) expect(schema.parse(typed), JSON.stringify(mark)).toBe('+91 55500 12345')
  }
  expect(requiredEmail.parse('\u2068asha@example.org\u2069')).toBe('asha@example.org')
  for (const mark of '\u202a\u202e\u2066\u2069')
    expect(messagesOf(lines, `a${mark}b`)?.join(), JSON.stringify(mark)).toMatch(
      /contains characters that cannot be used$/,
    )
})

// PET-2
test('line breaks and tabs are accepted only in multi-line fields', () => {
  for (const character of ['\n', '\r\n', '\t']) {
    expect(lines.parse(`a${character}b`)).toBe(`a${character}b`)
    expect(messagesOf(line, `a${character}b`)).toHaveLength(1)
    expect(messagesOf(optional, `a${character}b`)).toHaveLength(1)
  }
  for (const character of ['\u2028', '\u2029']) expect(messagesOf(line, `a${character}b`)).toHaveLength(1)
})

// PET-1
test('text of any script, emoji and their joiners are accepted unchanged', () => {
  for (const text of ['मोती', 'क्‍ष', 'நாய்', 'موتی', 'כלב', '犬', '👩‍🌾🐕‍🦺', '🇮🇳', 'é', 'e\u0301', '<b>&amp;', `'"\\;--`])
    expect(line.parse(text)).toBe(text)
})

// PET-2
test('empty or null optional text becomes null, and a missing field stays missing', () => {
  for (const value of ['', '  ', null]) expect(optional.parse(value)).toBeNull()
  expect(optional.parse(undefined)).toBeUndefined()
  expect(messagesOf(optional, 7)).toEqual(["Doctor's name must be text"])
})

// PET-2
test('accepted text is well-formed, trimmed, not empty and not too long', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', ' ', '\0', '\n', '\ud83d', '\ude00', '\u202e', 'क', '🐕'),
        maxLength: 30,
      }),
      (typed) => {
        const { success, data = '' } = line.safeParse(typed)
        if (!success) return
        expect([data.isWellFormed(), data === data.trim(), data.length > 0, data.length <= 20]).toEqual([
          true,
          true,
          true,
          true,
        ])
        expect(data).not.toMatch(/[\0\n\u202e]/)
      },
    ),
    { numRuns: 2_000 },
  )
})
