import { EAR_NOTCHES, type EarNotch } from '@petsetu/contract/pets/community/community-facts.ts'
import { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { describeProblem, problem } from '@petsetu/contract/platform/problem.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { TextId, Translate, Values } from '@petsetu/languages/translator.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { ImportColumns } from './import-fields.ts'
import type { SheetRow } from './read-csv.ts'

export type Entry<Value> = { row: number; value: Value }

/** A row with wrong fields, and the cells of the fields in which nothing is wrong so far. */
export type Rejected = { row: number; cells: Record<string, string> }

/** A record that an import made of a row: the id of a pet or a membership, or the code of a tag. */
export type ImportedRecord =
  | { kind: 'pet' | 'membership'; record_id: number }
  | { kind: 'tag' | 'bound-tag'; tag: string }

/** Entries that can be imported, how many are stored already, and what is wrong with the others. */
type ValidationResult<Ready> = { ready: Ready[]; knownCount: number; problems: RowProblem[] }

export type Importer<Value = unknown, Ready = unknown> = {
  schema: z.ZodType<Value>
  /** Two rows with the same key would be the same record. */
  keyOf: (value: Value) => string
  /**
   * Compares entries with what is stored. `adminId` gets what belongs to nobody else. What rejected rows name, and is not stored, is told
   * with their other errors, so that a file is not mended twice.
   */
  validate: (
    db: Db,
    entries: Entry<Value>[],
    context: { adminId: number; rejected: Rejected[] },
  ) => Promise<ValidationResult<Ready>>
  insert: (transaction: Db, ready: Ready[]) => Promise<ImportedRecord[]>
  /** Asks again, once all rows are stored, what may have changed since they were checked. */
  finish?: (transaction: Db, importId: number) => Promise<void>
}

/** Erases the type parameters, so that importers of all kinds fit one map. */
export function importer<Value, Ready>(one: Importer<Value, Ready>): Importer {
  return one as unknown as Importer
}

export type FoundAccount = { id: number; username: string; isCarer: boolean }

/**
 * The accounts with these usernames or confirmed e-mail addresses, by what was looked for, folded. An address is never taken for a username,
 * because a stranger may have signed up with it as theirs.
 */
export async function findAccounts(db: Db, logins: (string | null | undefined)[]): Promise<Map<string, FoundAccount>> {
  const keys = [...new Set(logins.filter((login) => typeof login === 'string').map(foldCase))]
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'username_key', 'email_key', 'email_confirmed_at', 'is_carer as isCarer'])
    .where((where) =>
      where.or([
        sql<boolean>`username_key = any(${keys}::text[])`,
        sql<boolean>`(email_key = any(${keys}::text[]) and email_confirmed_at is not null)`,
      ]),
    )
    .execute()
  return new Map(
    rows.flatMap(({ username_key, email_key, email_confirmed_at, ...account }) => [
      ...(email_confirmed_at ? [[email_key, account] as const] : []),
      ...(username_key.includes('@') ? [] : [[username_key, account] as const]),
    ]),
  )
}

/** A problem of a row, with the field where it is about one: a message of a schema of the contract, or one of `rowProblem`. */
export type RowProblem = { row: number; field: string | null; problem: string }

const SENTENCES = {
  unreadableText: 'importProblems.unreadableText',
  tooManyCells: 'importProblems.tooManyCells',
  sameAsRow: 'importProblems.sameAsRow',
  tagTaken: 'importProblems.tagTaken',
  unknownAccount: 'importProblems.unknownAccount',
  unknownCarer: 'importProblems.unknownCarer',
  unknownPlan: 'importProblems.unknownPlan',
  severalPlans: 'importProblems.severalPlans',
  startsTooLate: 'importProblems.startsTooLate',
} as const satisfies Record<string, TextId>
type Code = keyof typeof SENTENCES

/** Makes a problem of a row beyond its fields. It is stored like the messages of schemas, so that each reader has it in their language. */
export function rowProblem<C extends Code>(
  code: C,
  ...values: keyof Values<(typeof SENTENCES)[C]> extends never ? [] : [Values<(typeof SENTENCES)[C]>]
): string {
  return JSON.stringify({ ...values[0], import: code })
}

export function describeRowProblem(text: Translate, message: string): string {
  const { import: code, ...values } = JSON.parse(message) as { import?: Code }
  if (!code) return describeProblem(text, message)
  // The types of `rowProblem` have matched the code with its values.
  return (text as (id: string, values: object) => string)(SENTENCES[code], values)
}

export function readRow<S extends z.ZodType>(
  { row, cells }: SheetRow,
  columns: ImportColumns,
  width: number,
  schema: S,
): { value: z.output<S> } | { problems: RowProblem[]; rejected?: Rejected } {
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return { problems: [{ row, field: null, problem: rowProblem('tooManyCells') }] }
  const fields = Object.entries(columns)
  const garbled = fields.filter(([, position]) => cells[position]?.includes('\uFFFD'))
  if (garbled.length > 0)
    return { problems: garbled.map(([field]) => ({ row, field, problem: rowProblem('unreadableText') })) }
  const values = Object.fromEntries(fields.map(([field, position]) => [field, plainCell(field, cells[position] ?? '')]))
  const result = schema.safeParse(values, { error: () => problem('invalid') })
  if (result.success) return { value: result.data }
  const problems = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = String(path[0])
    if (!problems.has(field)) problems.set(field, message)
  }
  const right = Object.entries(values).filter(([field]) => !problems.has(field))
  return {
    problems: [...problems].map(([field, message]) => ({ row, field, problem: message })),
    rejected: { row, cells: Object.fromEntries(right) },
  }
}

// The apostrophe with which our own CSV files keep a spreadsheet from running a formula (`csvCell`).
const FORMULA_GUARD = /^'(?=[=+\-@＝＋－＠\t\r\n])/
const INDIAN_DAY = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const GENDERS_BY_WORD: Record<string, PetGender> = Object.fromEntries(
  PetGender.options.flatMap((gender) => [
    [gender, gender],
    [gender.charAt(0), gender],
    ...LANGUAGES.map((language) => [textsIn(language)(`pets.${gender}`).toLowerCase(), gender]),
  ]),
)

// In English and as our own files say it in any language; an empty cell says that nobody has seen one.
const EAR_NOTCHES_BY_WORD: Record<string, EarNotch> = Object.fromEntries([
  ['', 'none'],
  ...EAR_NOTCHES.flatMap((notch) => [
    [notch, notch],
    ...LANGUAGES.map((language) => [textsIn(language)(`communityNotch.${notch}`).toLowerCase(), notch]),
  ]),
])
const DAY_FIELD = /(?:Date|On|Until)$/

/** A cell as its schema takes it: 31/1/2026 becomes 2026-01-31, M or नर male, and 'Left ear' left. */
function plainCell(field: string, cell: string): string {
  const text = cell.replace(FORMULA_GUARD, '').replaceAll('\r\n', '\n').trim()
  if (DAY_FIELD.test(field))
    return text.replace(INDIAN_DAY, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
  if (field === 'earNotch') return EAR_NOTCHES_BY_WORD[text.toLowerCase()] ?? text
  return field === 'petGender' ? (GENDERS_BY_WORD[text.toLowerCase()] ?? text) : text
}
