import type { DeskSubject } from '@petsetu/contract/desk.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/purposes.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { PURPOSE_RULES } from '../purposes.ts'

const SUBJECTS_MAX = 20

type Wanted = { purpose?: Purpose | undefined; search: string }

/** What is not paid yet and matches the search, newest first. */
export async function findDeskSubjects(db: Db, { purpose, search }: Wanted): Promise<DeskSubject[]> {
  const purposes = purpose ? [purpose] : PURPOSES
  const found = await Promise.all(purposes.map((one) => findUnpaid(db, one, search)))
  return found
    .flat()
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, SUBJECTS_MAX)
}

type Row = { id: number; payer: string; item: string; due_paise: number | null; created_at: Date }

async function findUnpaid(db: Db, purpose: Purpose, search: string): Promise<DeskSubject[]> {
  const { table, report, desk } = PURPOSE_RULES[purpose]
  const { rows } = await sql<Row>`
    select id, ${report.payer} as payer, ${report.item} as item, ${desk.duePaise} as due_paise, created_at
    from ${sql.table(table)}
    where ${desk.isUnpaid} and ${desk.matches(search)}
    order by id desc
    limit ${SUBJECTS_MAX}`.execute(db)
  return rows.map(({ id, payer, item, due_paise, created_at }) => ({
    purpose,
    subject_id: id,
    payer,
    item,
    amount: due_paise === null ? null : due_paise / PAISE_PER_RUPEE,
    created_at: created_at.toISOString(),
  }))
}
