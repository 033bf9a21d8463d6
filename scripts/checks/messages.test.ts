import { expect, test } from 'vitest'
import { messageTypes, placeholdersOf, translationProblems, unusedIds } from './messages.ts'

const ENGLISH = {
  'pets.found': '{count, plural, one {{shown} pet of {owner}} other {{shown} pets of {owner}}}',
  'pets.none': 'No pets yet.',
  'pets.terms': 'Read <link>the terms</link> of {foundation}.',
}
const HINDI = {
  'pets.found': '{count, plural, one {{owner} का {shown} पालतू} other {{owner} के {shown} पालतू}}',
  'pets.none': 'अभी कोई पालतू नहीं है।',
  'pets.terms': '{foundation} की <link>शर्तें</link> पढ़ें।',
}

// LNG-1
test('the placeholders of a text are its values and its tags', () => {
  expect([...placeholdersOf(ENGLISH['pets.terms'])]).toEqual([
    ['foundation', 'value'],
    ['link', 'tag'],
  ])
  expect([...placeholdersOf(ENGLISH['pets.found']).keys()]).toEqual(['count', 'owner', 'shown'])
})

// LNG-1
test('the generated type names each id with its placeholders', () => {
  expect(messageTypes(ENGLISH)).toContain("  'pets.none': None\n")
  expect(messageTypes(ENGLISH)).toContain("  'pets.terms': { foundation: 'value'; link: 'tag' }\n")
})

// LNG-1
test('a catalogue with the same ids and placeholders has no problems', () => {
  expect(translationProblems('en', ENGLISH, ENGLISH)).toEqual([])
  expect(translationProblems('hi', HINDI, ENGLISH)).toEqual([])
})

test.each([
  ['missing', { 'pets.none': undefined }, /pets\.none is missing/],
  ['extra', { 'pets.more': 'और' }, /pets\.more is not in the English catalogue/],
  ['without a placeholder', { 'pets.terms': '<link>शर्तें</link> पढ़ें।' }, /pets\.terms has the placeholders/],
  ['without markup', { 'pets.terms': '{foundation} की शर्तें पढ़ें।' }, /pets\.terms has the placeholders/],
  ['empty', { 'pets.none': ' ' }, /pets\.none is empty/],
  ['English', { 'pets.none': 'No pets yet.' }, /pets\.none is not translated/],
  ['broken', { 'pets.none': 'कोई {पालतू नहीं' }, /pets\.none cannot be read/],
  ['without a plural form', { 'pets.found': '{count, plural, other {{owner} {shown} पालतू}}' }, /no plural form one/],
  [
    'with a number that is not formatted in code',
    { 'pets.found': '{count, plural, one {# {shown} {owner} का} other {# {owner}}}' },
    /by #/,
  ],
  // LNG-1
])('a text that is %s is reported', (_, change, problem) => {
  const texts = Object.fromEntries(Object.entries({ ...HINDI, ...change }).filter(([, text]) => text !== undefined))
  expect(translationProblems('hi', texts as Record<string, string>, ENGLISH).join('\n')).toMatch(problem)
})

// LNG-1
test('an id that no source names is reported; an error’s part behind the dot is enough', () => {
  const ids = ['pets.none', 'pets.old', 'errors.tag_not_found', 'errors.tag_lost']
  expect(unusedIds(ids, ["text('pets.none')", "notFound('tag_not_found')"])).toEqual(['pets.old', 'errors.tag_lost'])
})
