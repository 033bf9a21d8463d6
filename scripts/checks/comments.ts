// Part of `npm run check`. Finds comments that do not begin as sentences: "What the filter says" has no verb, and its reader no sentence. A question may begin so.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listedFiles } from './listed-files.ts'

const NO_BEGINNING = /^(What|Who|Whom|Whose|Where|How|Whether|Of)\b/

// A block, or the lines after `//`, `--` (in SQL) and `# ` (in settings) that stand one below the other.
const COMMENTS = /^[^\S\n]*\{?\/\*[\s\S]*?\*\/|^[^\S\n]*(?:\/\/|--|# )[^\n]*(?:\n[^\S\n]*(?:\/\/|--|# )[^\n]*)*/gm

// Migrations that have run are never changed, so they are not read.
const READ = ['*.ts', '*.tsx', '*.mjs', '*.css', '.env.example', '*.yaml', '*.yml', 'Containerfile', 'ops/**']

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = listedFiles(...READ).flatMap((file) =>
    badComments(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} begins no sentence: ${text}`),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

/** Returns the first line of each comment of this code that begins so, with the number of its line. */
export function badComments(code: string): { line: number; text: string }[] {
  return [...code.matchAll(COMMENTS)].flatMap((found) => {
    const text = found[0]
      .replace(/^\s*(\{?\/\*\*?|\/\/|--|#|\*(?!\/))/gm, '')
      .replace(/\*\/$/, '')
      .trim()
    if (!NO_BEGINNING.test(text) || text.endsWith('?')) return []
    return [{ line: code.slice(0, found.index).split('\n').length, text: text.split('\n', 1)[0] ?? '' }]
  })
}
