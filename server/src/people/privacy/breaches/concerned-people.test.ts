import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
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
