import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { type Exported, namesOf } from './columns.ts'
import { PERSONAL_ROWS } from './personal-rows.ts'
import { REGISTRY } from './registry.ts'

const app = await testApp()

// TRU-1
test('the registry names each column of each table, and none that does not exist', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(app.db)
  const named = Object.entries(REGISTRY).flatMap(([table, { personal = [], other }]) =>
    [...personal.flatMap(({ names }) => names), ...namesOf(other)].map((column) => `${table}.${column}`),
  )
  expect(rows.length).toBeGreaterThan(400)
  expect(
    named.filter((name, index) => named.indexOf(name) !== index),
    'named twice',
  ).toEqual([])
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

// TRU-1
test('each row of the list has columns, and a person gets something of most rows', () => {
  const groups = Object.values(REGISTRY).flatMap(({ personal = [] }) => personal)
  const rowsWith = (exported: Exported[]) =>
    new Set(groups.flatMap((group) => (exported.includes(group.exported) ? group.row : [])))
  const all = rowsWith(['exported', 'secret', 'derived', 'staff', 'passing'])
  expect(Object.keys(PERSONAL_ROWS).filter((row) => !all.has(row as keyof typeof PERSONAL_ROWS))).toEqual([])
  const without = Object.keys(PERSONAL_ROWS).filter(
    (row) => !rowsWith(['exported']).has(row as keyof typeof PERSONAL_ROWS),
  )
  // Counters, and lists that wait to be loaded.
  expect(without.toSorted()).toEqual(['imports', 'limits'])
})
