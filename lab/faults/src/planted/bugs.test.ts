import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BUGS } from './bugs.ts'
import { apply } from './plant.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')

// PAY-6
test('there are sixty planted bugs', () => {
  expect(new Set(BUGS.map(({ name }) => name)).size).toBe(60)
})

// Code that has moved on would be looked at without its mistake.
// PAY-6
test.each(BUGS)('the product contains the text that this bug replaces: $name', async ({ patches = [] }) => {
  for (const patch of patches) {
    const source = await readFile(path.join(ROOT, patch.file), 'utf8')
    expect(apply(source, patch)).not.toBe(source)
  }
})
