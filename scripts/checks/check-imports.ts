// `node scripts/checks/check-imports.ts`: prints what is wrong with the directions of the imports and exits with 1 if anything is.

import { ROOT } from '../prepare.mjs'
import { importProblems, readModules } from './import-directions.ts'
import { listedFiles } from './listed-files.ts'

const files = listedFiles('*.ts', '*.tsx', '*.mjs')
const problems = importProblems(readModules(ROOT, files))
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} imports that point the wrong way`)
process.exitCode = problems.length > 0 ? 1 : 0
