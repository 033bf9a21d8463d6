import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
  '\n',
)
// Pages of decisions tell of code that is gone, too.
const manuals = files.filter((file) => /^(README|CONTRIBUTING|docs\/\w+|[\w/]+\/README)\.md$/.test(file))

test.each(manuals)('%s names only source files that exist', (manual) => {
  const text = readFileSync(path.join(ROOT, manual), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css))`/g)].map(([, name = '']) => name)
  const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
  expect(missing).toEqual([])
})
