import type { Facts } from '@petsetu/contract/public-pages.ts'
import { expect, test } from 'vitest'
import { byShape } from './by-shape.ts'

const shown = (facts: Facts): string => (Array.isArray(facts) ? `<${facts.map(shown).join('|')}>` : `${facts}`)

test('PET-15 facts that differ in their texts alone are rendered once, and of shapes a thousand are kept', () => {
  let renderings = 0
  const fill = byShape((facts: Facts, data: Facts) => {
    renderings++
    return shown(facts) + JSON.stringify(data)
  })
  const page = (facts: Facts, data: Facts = null) => fill(facts, data).bytes.toString()
  expect([page(['a', null, ['b']]), page(['<', null, ['d']])]).toEqual(['<a|null|<b>>null', '<&lt;|null|<d>>null'])
  expect(renderings).toBe(1)
  expect(page(['a', false, ['b']])).toBe('<a|false|<b>>null')
  expect(page(['', null, ['b']])).toBe('<|null|<b>>null')
  expect(page(['a', null, ['b', 'c']])).toBe('<a|null|<b|c>>null')
  expect(renderings).toBe(4)
  expect(page(['"<'], ['"<\n'])).toBe('<&quot;&lt;>["\\"\\u003c\\n"]')
  expect(page(['x'], ['y'])).toBe('<x>["y"]')
  expect(renderings).toBe(5)
  for (let length = 0; length < 1_000; length++) page(Array(length).fill(null))
  expect(page(['a', null, ['b']])).toBe('<a|null|<b>>null')
  expect(renderings).toBe(1_006)
})
