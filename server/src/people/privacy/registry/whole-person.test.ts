import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payingApp } from '../../../../test/paying-app.ts'
import { erasePerson, exportPerson } from '../../../../test/rights.ts'
import { storedText } from '../../../../test/stored.ts'
import { aWholePerson } from '../../../../test/whole-person.ts'
import type { Erased, Exported } from './columns.ts'
import { REGISTRY } from './registry.ts'

const app = await payingApp()
const person = await aWholePerson(app)

type Row = Record<string, unknown>

/** The rows of a table about the person: there is nobody else but an admin, who has an account alone. */
async function rowsOf(table: string): Promise<Row[]> {
  const of = { users: `where id = ${person.id}`, sessions: `where user_id = ${person.id}` }[table] ?? ''
  const { rows } = await sql<Row>`select * from ${sql.table(table)} ${sql.raw(of)}`.execute(app.db)
  return rows
}

function columnsWith({
  exported,
  erased,
}: {
  exported?: Exported
  erased?: Erased[]
}): [table: string, column: string][] {
  return Object.entries(REGISTRY).flatMap(([table, { personal = [] }]) =>
    personal
      .filter((group) => !exported || group.exported === exported)
      .filter((group) => !erased || erased.includes(group.erased))
      .flatMap(({ names }) => names.map((column): [string, string] => [table, column])),
  )
}

const isBlank = (value: unknown) =>
  value === null || value === '' || value === ERASED || (typeof value === 'string' && value.startsWith('erased '))

/** The values that somebody could read in the copy, as it writes them. */
async function writtenValues(table: string, column: string): Promise<string[]> {
  const values = (await rowsOf(table)).map((row) => row[column]).filter((value) => value !== null && value !== '')
  return values.map((value) => JSON.stringify(Buffer.isBuffer(value) ? value.toString('utf8') : value))
}

// TRU-1
test('a copy has each personal column that the registry says is in it, and no secret', async () => {
  const copy = JSON.stringify(await exportPerson(app, person))
  const missing: string[] = []
  const unfilled: string[] = []
  const told: string[] = []
  for (const [table, column] of columnsWith({ exported: 'exported' })) {
    const values = await writtenValues(table, column)
    const isText = (value: string) => value.startsWith('"')
    // A file of a photo is named after it.
    const isThere = (value: string) =>
      copy.includes(`"${column}":${value}`) || (isText(value) && value.length > 3 && copy.includes(value.slice(1, -1)))
    if (values.length === 0) unfilled.push(`${table}.${column}`)
    else if (!values.some(isThere)) missing.push(`${table}.${column} ${values[0]}`)
  }
  for (const [table, column] of columnsWith({ exported: 'secret' })) {
    const values = await writtenValues(table, column)
    if (values.length === 0) unfilled.push(`${table}.${column}`)
    if (values.some((value) => copy.includes(value))) told.push(`${table}.${column}`)
  }
  expect({ missing, told }).toEqual({ missing: [], told: [] })
  expect(unfilled, 'without a value in this test').toEqual([])
})

// TRU-1, TRU-3
test('an erasure removes what the registry says, and keeps who paid in the books', async () => {
  const kept = columnsWith({ erased: ['books'] })
  const [{ pan_enc: pan }] = (await rowsOf('donations')).filter(({ status }) => status === 'paid') as [Row]
  await erasePerson(app, person)
  const left: string[] = []
  for (const [table, column] of columnsWith({ erased: ['removed', 'closed'] }))
    for (const row of await rowsOf(table))
      if (!isBlank(row[column]) && mentions(row[column])) left.push(`${table}.${column} ${String(row[column])}`)
  expect(left).toEqual([])
  for (const [table, column] of kept) {
    const rows = (await rowsOf(table)).filter(({ status }) => status === undefined || status === 'paid')
    expect(
      rows.some((row) => !isBlank(row[column])),
      `${table}.${column}`,
    ).toBe(true)
  }
  expect((await rowsOf('donations')).map((row) => row.pan_enc)).toContainEqual(pan)
  const lines = (await storedText(app.pool)).split('\n').filter((line) => line.toLowerCase().includes(person.word))
  expect([...new Set(lines.map((line) => line.split(':')[0]))].toSorted()).toEqual(['donations', 'receipts'])
})

/** Blank, or a value that the table cannot do without. */
function mentions(value: unknown): boolean {
  return value !== 0 && value !== false && !(value instanceof Date)
}
