// Writes the list of personal data into docs/security.md from the registry: `npm run personal-data`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BOOK_YEARS_MIN } from '../contract/src/office/foundation-form.ts'
import { PERSONAL_ROWS } from '../server/src/people/privacy/registry/personal-rows.ts'
import { REGISTRY } from '../server/src/people/privacy/registry/registry.ts'
import { textsIn } from '../server/src/platform/languages/texts.ts'
import { whatIsKept } from '../server/src/site/legal/legal-documents.ts'
import { ROOT } from './prepare.mjs'

const FILE = path.join(ROOT, 'docs/security.md')
const BEGIN = '<!-- Written by `npm run personal-data` from the registry. -->'
const END = '<!-- The end of what the registry writes. -->'

/** The file with the list as the registry says it now. */
export function withPersonalData(markdown: string): string {
  const [before, rest] = markdown.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  if (before === undefined || after === undefined) throw new Error('docs/security.md has no place for the list')
  return `${before}${BEGIN}\n${listOfPersonalData()}\n${END}${after}`
}

function listOfPersonalData(): string {
  const { head, rows } = whatIsKept(textsIn('en'), { bookYears: BOOK_YEARS_MIN })
  const tables = Object.keys(PERSONAL_ROWS).map(tablesOf)
  const lines = [[...head, 'Tables'], head.map(() => '---').concat('---')]
  rows.forEach((row, index) => {
    lines.push([...row, tables[index] ?? ''])
  })
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function tablesOf(row: string): string {
  const tables = Object.entries(REGISTRY).filter(([, { personal = [] }]) => personal.some((group) => group.row === row))
  return tables.map(([name]) => `\`${name}\``).join(', ')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FILE, withPersonalData(readFileSync(FILE, 'utf8')))
}
