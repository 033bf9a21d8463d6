import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = path.join(import.meta.dirname, 'src')

// The compiler does not tell, because the tests and the renderer have the whole call.
const NOT_IN_THE_BROWSER = /\w+Calls\.\w+\.(?!method\b|path\b|file\b|multipart\b|moreFiles\b|idempotent\b)\w+/g

// DSK-5
test('no page reads what the build for browsers leaves out of a call', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const read = files.flatMap((file) => readFileSync(path.join(SOURCES, file), 'utf8').match(NOT_IN_THE_BROWSER) ?? [])
  expect(read).toEqual([])
})
