import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PURPOSES } from '../../contract/src/platform/purposes.ts'
import { ROOT } from '../prepare.mjs'
import { listedFiles } from './listed-files.ts'

const GENERATED = ['server/src/platform/db/types.ts']
const product = listedFiles('server/src', 'web/src', 'contract/src')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !GENERATED.includes(file))
  .map((file) => ({ file, code: readFileSync(path.join(ROOT, file), 'utf8') }))

// Decision 69
test('no file of the product has more than 400 lines', () => {
  expect(product.length).toBeGreaterThan(500)
  const long = product.filter(({ code }) => code.split('\n').length - 1 > 400)
  expect(long.map(({ file }) => file)).toEqual([])
})

test('no object of the product spreads a literal, but has its fields', () => {
  const spread = product.filter(({ code }) => /^\s*\.\.\.\{(?: .*\},?)?$/m.test(code))
  expect(spread.map(({ file }) => file)).toEqual([])
})

test('the admin area shows the pay links of each purpose', () => {
  const lists = product.flatMap(({ code }) => [...code.matchAll(/<LinkList\s[^>]*?purpose="(\w+)"/g)])
  expect(lists.map(([, purpose]) => purpose).toSorted()).toEqual(PURPOSES.toSorted())
})
