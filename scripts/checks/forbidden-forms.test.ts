import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../languages/src/languages.ts'
import { FORBIDDEN_FORMS, forbiddenForms } from './forbidden-forms.ts'

test.each([
  ['en', 'Whoever finds it can call you.', 'whoever'],
  ['en', 'We send you an e-mail.', 'e-mail'],
  ['en', 'The link goes out by mail.', 'by mail'],
  ['hi', 'पाने वाले को क्या दिखता है', 'पाने वाल…'],
  ['hi', 'सूची नहीं मिल सकी', 'नहीं मिल सक…'],
  ['hi', 'QR कोड के नीचे लिखा ID देखें', 'कोड के नीचे लिखा'],
  ['hi', '‘जो पता है’ देखें', '‘…'],
  ['hi', 'अधिक जानकारी के लिए यदि चाहें', 'यदि'],
  ['hi', 'किसी और तरीक़े से भेजें', 'तरीक़…'],
  ['mr', 'आपल्याला शोधणाऱ्याचा संदेश', 'आपल्या…'],
  ['mr', 'या आठवणी बंद करा', 'आठवणी…'],
  ['mr', 'नवा पासवर्ड', 'नवा'],
  ['mr', 'यास खूप वेळ लागला', 'यास'],
  // LNG-1
] as const)('in %s ‘%s’ is reported', (language, text, form) => {
  expect(forbiddenForms(language, { 'pets.none': text }).join('\n')).toContain(`${language}: pets.none says ‘${form}’`)
})

test.each([
  ['en', 'It is understandable that a bystander helps.'],
  ['hi', 'सत्रह पालतू'],
  ['mr', 'पानी, आपोआप, पानसुपारी'],
  ['hi', 'उल्लेख, अभिलेख'],
  ['mr', 'तुम्ही केल्यास, नव्या योजना'],
  ['mr', 'आम्ही आठवण करून देतो'],
  // LNG-1
] as const)('in %s ‘%s’ is allowed', (language, text) => {
  expect(forbiddenForms(language, { 'pets.none': text })).toEqual([])
})

// LNG-1
test('in Marathi a postposition cut off a value, markup or a quotation is reported', () => {
  const texts = {
    a: '{name} चा फोटो',
    b: '<link>यादी</link> मध्ये',
    c: '{name}चा फोटो',
    d: '{amount} साठा',
    e: '“नाव” मध्ये',
    f: '{id} सोबत',
  }
  expect(forbiddenForms('mr', texts).map((line) => line.slice(0, 5))).toEqual(['mr: a', 'mr: b', 'mr: e', 'mr: f'])
  expect(forbiddenForms('hi', { a: '{name} चा' })).toEqual([])
})

// LNG-1
test('a text that the requirements quote stays as it is quoted', () => {
  const quoted = { 'recovery.linkSent': 'If there is an account, we have sent a link to its e-mail address.' }
  expect(forbiddenForms('en', quoted)).toEqual([])
})

// LNG-1
test('translators read every forbidden form in docs/translating.md', async () => {
  const guide = (await readFile(new URL('../../docs/translating.md', import.meta.url), 'utf8')).normalize('NFC')
  const unsaid = LANGUAGES.flatMap((language) =>
    (FORBIDDEN_FORMS[language] ?? []).filter(([form]) => !guide.includes(form.normalize('NFC'))),
  )
  expect(unsaid).toEqual([])
})
