import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SECURITY = readFileSync('docs/security.md', 'utf8')
const FOLDERS = '{contract,server,sandbox,web,scripts,e2e,faults}'
const FILES = globSync([`${FOLDERS}/*.{test,e2e}.ts`, `${FOLDERS}/{src,test}/**/*.test.ts`])
// A title, of one test or of a table of them, or the comment above it that names further requirements.
const TITLES = /(?:(?:\btest(?:\.\w+)*\(|\)\()\s*(?=['"`])|\/\/ Also shows )(.*)/g

/** The files with a test that names a requirement in its title or above it, as `V6.3.1`; by the requirement. */
const named = new Map<string, Set<string>>()
for (const file of FILES) {
  for (const [, title = ''] of readFileSync(file, 'utf8').matchAll(TITLES)) {
    for (const [, id = ''] of title.matchAll(/\bV(\d+\.\d+\.\d+)\b/g)) {
      named.set(id, (named.get(id) ?? new Set()).add(file))
    }
  }
}

function chapter(heading: string): string {
  const start = SECURITY.indexOf(heading)
  return SECURITY.slice(start, SECURITY.indexOf('\n### ', start + 1))
}

const shown = [...chapter('### Shown by tests').matchAll(/^\| ([\d.]+) \|.*\| ([^|]+) \|$/gm)].map(
  ([, id = '', files = '']) => ({ id, files: files.replaceAll('`', '').split(', ') }),
)

test('every requirement that docs/security.md says is shown by a test is named by one in each file that it gives', () => {
  expect(shown.length).toBeGreaterThan(100)
  const unnamed = shown.filter(({ id, files }) => !files.every((file) => named.get(id)?.has(file)))
  expect(unnamed).toEqual([])
})

test('docs/security.md lists every requirement that a test names, and counts those that tests show', () => {
  const unlisted = [...named.keys()].filter((id) => !SECURITY.includes(`| ${id} |`))
  expect(unlisted).toEqual([])
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
  expect(SECURITY).toContain(`${shown.length} are shown by tests:`)
})
