import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listTests } from './test-titles.ts'

const SECURITY = readFileSync('docs/security.md', 'utf8')
const titles = Map.groupBy(listTests(), ({ file }) => path.basename(file))

const CHAPTERS = ['### Sentences that have to stay true', '### Duties, and what the program does for them']

/** The last cell of each row: `` `file`: title; another one; `another-file` ``. A title may be cut off with an ellipsis. */
function cited(heading: string): { file: string; title: string }[] {
  const start = SECURITY.indexOf(heading)
  const rows = SECURITY.slice(start, SECURITY.indexOf('\n## ', start)).split('\n### ')[0] ?? ''
  return [...rows.matchAll(/^\| .* \| ([^|]+) \|$/gm)].flatMap(([, cell = '']) => {
    let file = ''
    return [...cell.matchAll(/(?:`([^`]+\.(?:test\.tsx?|e2e\.ts))`)?(?:[:,] )?([^;`]*)(?:; |$)?/g)].flatMap(
      ([, named, title = '']) => {
        if (named) file = named
        return file && (named || title) ? [{ file, title: title.replace(/ ?…$/, '').trim() }] : []
      },
    )
  })
}

test.each(CHAPTERS)('each test that docs/security.md cites is there: %s', (heading) => {
  const all = cited(heading)
  expect(all.length).toBeGreaterThan(20)
  const missing = all.filter(({ file, title }) => !titles.get(file)?.some((one) => one.title.startsWith(title)))
  expect(missing).toEqual([])
})
