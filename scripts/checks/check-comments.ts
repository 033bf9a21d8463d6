// Part of `npm run check`. Migrations that have run are never changed, so they are not read.
import { readFileSync } from 'node:fs'
import { badComments } from './comments.ts'
import { listedFiles } from './listed-files.ts'

const problems = listedFiles(
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.css',
  '.env.example',
  'compose.yaml',
  'Containerfile',
  'ops/**',
).flatMap((file) =>
  badComments(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} begins no sentence: ${text}`),
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
