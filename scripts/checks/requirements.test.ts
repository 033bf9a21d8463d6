import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../prepare.mjs'
import { listTests, testsIn } from './test-titles.ts'

const TITLE_CHARACTERS_MAX = 80

const tests = listTests()

test('docs/requirements.md describes every requirement that a test names', () => {
  const cited = new Set(tests.flatMap(({ ids }) => ids).filter((id) => !id.startsWith('V')))
  const explained = new Set(
    readFileSync(path.join(ROOT, 'docs/requirements.md'), 'utf8').match(/\b[A-Z]{2,4}-\d{1,2}\b/g),
  )
  expect(cited.size).toBeGreaterThan(100)
  expect([...cited].filter((id) => !explained.has(id))).toEqual([])
})

test('a title of a test has at most 80 characters', () => {
  expect(tests.length).toBeGreaterThan(1_000)
  const long = tests.filter(({ title }) => title.length > TITLE_CHARACTERS_MAX)
  expect(long.map(({ file, line, title }) => `${file}:${line} ${title}`)).toEqual([])
})

test('the ids that a test shows are read from the line above it, or above its title', () => {
  const source = [
    '// PET-7, V2.2.1',
    "test('an owner deletes a pet', () => {})",
    '// TAG-1',
    'test.each([',
    '  [1],',
    '  // LNG-2',
    "])('a tag in %s', () => {})",
    "test('nothing is named here', () => {})",
  ]
  expect(testsIn('a.test.ts', source.join('\n')).map(({ title, ids }) => [title, ids])).toEqual([
    ['an owner deletes a pet', ['PET-7', 'V2.2.1']],
    ['a tag in %s', ['LNG-2', 'TAG-1']],
    ['nothing is named here', []],
  ])
})
