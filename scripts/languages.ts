// `npm run languages` writes the type of all texts from the English catalogue. With `--check`, part of `npm run check`, it writes
// nothing and exits with 1 where a catalogue or the code breaks a rule. With `--review hi` it prints each text beside the English
// one.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PARTS, readTexts } from '../languages/src/catalogues.ts'
import { isLanguage, LANGUAGES } from '../languages/src/languages.ts'
import { forbiddenForms } from './checks/forbidden-forms.ts'
import { readModules } from './checks/import-directions.ts'
import { listedFiles } from './checks/listed-files.ts'
import { literalTexts } from './checks/literal-texts.ts'
import { messageTypes, translationProblems, unusedIds } from './checks/messages.ts'
import { wrongParts } from './checks/text-parts.ts'
import { ROOT } from './prepare.mjs'

// Values that are stored, what operators of the program read, and what is made up for trying it out; in English only.
const ENGLISH_ONLY = [
  'contract/src/complaints/complaint-facts.ts',
  'contract/src/supporters/donation-causes.ts',
  'contract/src/examples/',
  'server/src/site/backup/',
  'server/src/platform/config/',
  'server/src/site/demo/',
  // Why a mail was not sent, as mail servers say it.
  'server/src/platform/mail/deliver-mail.ts',
  'server/src/platform/mail/smtp.ts',
  // The tax portal reads this one.
  'server/src/supporters/donations/tax-statement.ts',
  'server/src/supporters/donations/donation-routes.ts',
  'server/src/site/api-docs/',
  'server/src/platform/http/metrics/',
  'server/src/platform/log.ts',
  'server/src/main.ts',
]

const TYPES_FILE = path.join(ROOT, 'languages/src/messages.ts')

const english = readTexts('en')
const [mode, language] = process.argv.slice(2)
if (mode === '--check') check()
else if (mode === '--review' && isLanguage(language)) review(readTexts(language))
else writeFileSync(TYPES_FILE, messageTypes(english))

function check(): void {
  const files = sourceFiles()
  const sources = files.map((file) => ({ file, source: readFileSync(path.join(ROOT, file), 'utf8') }))
  const partOf = new Map(PARTS.flatMap((part) => Object.keys(readTexts('en', [part])).map((id) => [id, part] as const)))
  const problems = [
    ...LANGUAGES.flatMap((name) => translationProblems(name, readTexts(name), english)),
    ...LANGUAGES.flatMap((name) => forbiddenForms(name, readTexts(name))),
    ...unusedIds(
      Object.keys(english),
      sources.map(({ source }) => source),
    ).map((id) => `${id} is not used`),
    ...sources.flatMap(({ file, source }) => {
      if (ENGLISH_ONLY.some((start) => file.startsWith(start))) return []
      return literalTexts(file, source).map(
        ({ line, text }) => `${file}:${line} has a text outside of the catalogue: ${text}`,
      )
    }),
    ...wrongParts(readModules(ROOT, files), sources, partOf),
    ...(readFileSync(TYPES_FILE, 'utf8') === messageTypes(english)
      ? []
      : ['languages/src/messages.ts is old: npm run languages']),
  ]
  for (const problem of problems) console.error(problem)
  console.log(`${Object.keys(english).length} texts in ${LANGUAGES.length} languages, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

/** The product's own code, without tests. */
function sourceFiles(): string[] {
  const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file)
  return listedFiles('contract/src', 'languages/src', 'server/src', 'web/src').filter(
    (file) => isSource(file) && file !== 'languages/src/messages.ts',
  )
}

function review(texts: Record<string, string>): void {
  for (const [id, text] of Object.entries(english)) console.log(`${id}\n  ${text}\n  ${texts[id] ?? '(missing)'}\n`)
}
