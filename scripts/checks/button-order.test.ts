import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const PAGES = path.join(import.meta.dirname, '../../web/src')
// The forms whose two buttons stand once, in form-bar.tsx.
const FORM_BAR = /<FormBar\b/g
const CANCEL = /text\('controls\.cancel'\)\}\s*<\/Button>\s*(<\w+)?/g

// JRN-9
test('the button that cancels a form comes before the one that saves it', () => {
  const pages = globSync('**/*.tsx', { cwd: PAGES, exclude: ['**/*.test.tsx'] }).map((file) => ({
    file,
    source: readFileSync(path.join(PAGES, file), 'utf8'),
  }))
  const buttons = pages.flatMap(({ file, source }) => [...source.matchAll(CANCEL)].map(([, next]) => ({ file, next })))
  const bars = pages.flatMap(({ source }) => [...source.matchAll(FORM_BAR)])

  expect(buttons.map(({ file }) => file)).toContain('platform/ui/form/form-bar.tsx')
  expect(buttons.length + bars.length).toBeGreaterThan(10)
  expect(buttons.filter(({ next }) => next !== '<Button')).toEqual([])
})
