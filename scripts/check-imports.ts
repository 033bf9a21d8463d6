// `node scripts/check-imports.ts`: prints what is wrong with the directions of the imports and exits with 1 if anything is.
import { execFileSync } from 'node:child_process'
import { importProblems, readModules } from './import-directions.ts'
import { ROOT } from './prepare.mjs'

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
const deleted = execFileSync('git', ['ls-files', '--deleted'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
const files = listed.split('\n').filter((file) => file !== '' && !deleted.includes(file))
const problems = importProblems(readModules(ROOT, files))
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} imports that point the wrong way`)
process.exitCode = problems.length > 0 ? 1 : 0
