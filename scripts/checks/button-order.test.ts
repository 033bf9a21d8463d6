import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const PAGES = path.join(import.meta.dirname, '../../web/src')
const CANCEL = /text\('controls\.cancel'\)\}\s*<\/Button>\s*(<\w+)?/g

// JRN-9
test('the button that cancels a form comes before the one that saves it', () => {
  const buttons = globSync('**/*.tsx', { cwd: PAGES }).flatMap((file) =>
    [...readFileSync(path.join(PAGES, file), 'utf8').matchAll(CANCEL)].map(([, next]) => ({ file, next })),
  )

  expect(buttons.length).toBeGreaterThan(10)
  expect(buttons.filter(({ next }) => next !== '<Button')).toEqual([])
})
