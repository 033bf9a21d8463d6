import { BOOK_YEARS_MIN } from '@petsetu/contract/office/foundation-form.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { financialYearOf } from '@petsetu/contract/platform/financial-year.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** For how many financial years after its own the books keep who paid, as the settings say now. */
export async function readBookYears(db: Db): Promise<number> {
  const row = await db
    .selectFrom('foundation_settings')
    .select(sql<number | null>`(value ->> 'bookYears')::integer`.as('years'))
    .where('name', '=', 'foundation')
    .executeTakeFirst()
  return row?.years ?? BOOK_YEARS_MIN
}

/** The first financial year whose payments still have to say who paid. */
export async function firstBookYear(db: Db): Promise<number> {
  return financialYearOf(today()) - (await readBookYears(db))
}
