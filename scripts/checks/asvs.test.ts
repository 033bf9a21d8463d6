import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTests } from './test-titles.ts'

const SECURITY = readFileSync('docs/security.md', 'utf8')
/** The files with a test that shows a requirement; by the requirement, as `6.3.1`. */
const named = new Map<string, Set<string>>()
for (const { file, ids } of listTests()) {
  for (const id of ids.filter((id) => id.startsWith('V'))) {
    named.set(id.slice(1), (named.get(id.slice(1)) ?? new Set()).add(file))
  }
}

function chapter(heading: string): string {
  const start = SECURITY.indexOf(heading)
  return SECURITY.slice(start, SECURITY.indexOf('\n### ', start + 1))
}

const shown = [...chapter('### Shown by tests').matchAll(/^\| ([\d.]+) \|.*\| ([^|]+) \|$/gm)].map(
  ([, id = '', files = '']) => ({ id, files: files.replaceAll('`', '').split(', ') }),
)

test('every requirement that docs/security.md calls tested is named in its files', () => {
  expect(shown.length).toBeGreaterThan(100)
  const unnamed = shown.filter(({ id, files }) => !files.every((file) => named.get(id)?.has(file)))
  expect(unnamed).toEqual([])
})

test('docs/security.md lists and counts every requirement that a test names', () => {
  const listed = new Set(shown.map(({ id }) => id))
  expect(listed.size).toBe(shown.length)
  // A test may also show a part of what is met in another way. The other tables say that no test shows it.
  const inPart = [...chapter('### Met in another way').matchAll(/^\| ([\d.]+) \|/gm)].map(([, id = '']) => id)
  const unlisted = [...named.keys()].filter((id) => !listed.has(id) && !inPart.includes(id))
  expect(unlisted).toEqual([])
  expect(SECURITY).toContain(`${shown.length} are shown by tests:`)
})
