import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { DB } from '../../../platform/db/types.ts'
import { PERSONAL_ROWS } from '../registry/personal-rows.ts'
import { REGISTRY } from '../registry/registry.ts'
import { countConcerned, PEOPLE_OF } from './concerned-people.ts'

const app = await testApp()

// TRU-6
test('each table of the registry with personal data leads to its people', () => {
  const personal = (Object.keys(REGISTRY) as (keyof DB)[]).filter((table) => REGISTRY[table].personal)
  expect(personal.filter((table) => !(table in PEOPLE_OF))).toEqual([])
})

// TRU-6
test('the people of each table and of each kind of data can be counted', async () => {
  for (const [table, people] of Object.entries(PEOPLE_OF))
    if (people) {
      const count = sql`select user_id::bigint, email::text, phone::text, language::text, at::timestamptz from (${people}) people`
      await expect(count.execute(app.db), table).resolves.toBeDefined()
    }
  const all = await countConcerned(app.db, {
    kinds: Object.keys(PERSONAL_ROWS),
    from_day: '2026-01-01',
    to_day: '2026-12-31',
  })
  expect(all.without_email).toBe(0)
})

// TRU-6
test('whoever is known by phone alone is looked for once among all others', async () => {
  const { sql: text, parameters } = await statementOf((db) =>
    countConcerned(db, { kinds: Object.keys(PERSONAL_ROWS), from_day: null, to_day: null }),
  )
  const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // Otherwise a subquery is read anew for each of them, which takes minutes with 200,000 mails.
  expect(plan).toContain('Anti Join')
  expect(plan).not.toContain('NOT (ANY')
})

// TRU-6
test('if all accounts and payers are concerned, the longest tables are not read', async () => {
  const { sql: text, parameters } = await statementOf((db) =>
    countConcerned(db, { kinds: Object.keys(PERSONAL_ROWS), from_day: null, to_day: null }),
  )
  const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/ on complaints/)
  // With ten years of rows it would take longer than a statement may, so that nobody could be told.
  expect(plan).not.toMatch(/ on (scan_days|care_records|case_events|payment_journal|payment_orders|receipts)/)
})

// TRU-6
test('if all accounts and payers are concerned, nothing joins them a second time', async () => {
  const { sql: text, parameters } = await statementOf((db) =>
    countConcerned(db, { kinds: Object.keys(PERSONAL_ROWS), from_day: null, to_day: null }),
  )
  const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/ on (found_messages|audit)/)
  expect(plan).not.toMatch(/ on (pets|payments|found_reports)/)
})

/** The one statement that this reads with. */
async function statementOf(read: (db: Db) => Promise<unknown>): Promise<CompiledQuery> {
  const statements: CompiledQuery[] = []
  const watched = app.db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(app.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await read(watched)
  const [statement] = statements
  if (!statement || statements.length > 1) throw new Error(`${statements.length} statements`)
  return statement
}
