import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
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

test('every link of a document to a file leads to one that is there', () => {
  const links = files
    .filter((file) => file.endsWith('.md') && existsSync(path.join(ROOT, file)))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      return [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)].map(([, link = '']) => ({ file, link }))
    })
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ file, link }) => !existsSync(path.join(ROOT, path.dirname(file), link)))).toEqual([])
})

test('every commit that a document names is one of this history', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const history = new Set(
    git('log', '--format=%H')
      .split('\n')
      .map((hash) => hash.slice(0, 7)),
  )
  const named = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      return [...text.matchAll(/(?:^Commit |`)([0-9a-f]{7,40})\b/gm)].map(([, hash = '']) => ({ file, hash }))
    })
    // A word of digits alone is an amount or a phone number.
    .filter(({ hash }) => /[a-f]/.test(hash) && /\d/.test(hash))
  expect(named.length).toBeGreaterThan(20)
  // A shallow clone does not know its history.
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return
  expect(named.filter(({ hash }) => !history.has(hash.slice(0, 7)))).toEqual([])
})

test('decisions are numbered without a hole, and each one that is named is there', () => {
  const pages = files.filter((file) => /^docs\/decisions\/\d/.test(file) && existsSync(path.join(ROOT, file)))
  const numbers = pages.map((file) => Number(path.basename(file).slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const table = readFileSync(path.join(ROOT, 'docs/decisions/README.md'), 'utf8')
  const listed = [...table.matchAll(/^\| (\d+) \| \[.+?\]\((.+?)\)/gm)].map(([, number, file]) => [number, file])
  expect(listed).toEqual(pages.map((file, at) => [String(at + 1), path.basename(file)]))
  const named = [...manuals, ...pages].flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\bdecision\s+(\d+)/gi)].map(([, number]) =>
      Number(number),
    ),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((number) => !numbers.includes(number))).toEqual([])
})
