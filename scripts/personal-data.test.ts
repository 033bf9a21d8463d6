import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withPersonalData } from './personal-data.ts'
import { ROOT } from './prepare.mjs'

// TRU-1
test('docs/security.md lists personal data as the registry does', () => {
  const markdown = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')
  expect(markdown, 'Run `npm run personal-data`').toBe(withPersonalData(markdown))
})
