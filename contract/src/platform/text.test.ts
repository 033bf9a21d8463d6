import { expect, test } from 'vitest'
import { foldCase, foldName } from './text.ts'

// AUTH-6
test('all upper and lower case forms of a name fold to one', () => {
  const sameNames = [
    ['Asha', 'ASHA', 'asha', ' Asha '],
    ['Straße', 'STRASSE', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', 'οδυσσευσ'],
    ['\u212b', 'Å', 'å', 'a\u030a', 'A\u030a'],
    ['ﬁona', 'FIONA', 'fiona'],
    ['Ａｓｈａ', 'asha'],
    ['आशा', 'आशा'],
  ]
  for (const names of sameNames) expect.soft(new Set(names.map(foldCase)).size, names.join(' ')).toBe(1)
})

// DSK-6
test('a name is the same in any case, with any spaces, and with its words in any order', () => {
  const names = ['Sunita Joshi', ' sunita  JOSHI', 'Joshi\u00a0Sunita', 'Ｓunita Joshi']
  expect(new Set(names.map(foldName)).size).toBe(1)
  expect(foldName('Ramesh Joshi')).not.toBe(foldName('Sunita Joshi'))
})

// AUTH-6
test('names that differ in more than their letter case stay apart', () => {
  const names = ['asha', 'aśha', 'asha1', 'as ha', 'आशा', 'आश', 'ashā']
  expect(new Set(names.map(foldCase)).size).toBe(names.length)
})

// AUTH-6
test('the upper, lower and folded form of every letter fold to the same text', () => {
  const different: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code)
    if (!/\p{L}/u.test(letter)) continue
    const folded = foldCase(letter)
    const others = [letter.toUpperCase(), letter.toLowerCase(), folded].map(foldCase)
    if (others.some((other) => other !== folded)) different.push(letter)
  }
  expect(different).toEqual([])
})
