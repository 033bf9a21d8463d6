import type { DeskSubject } from '@petsetu/contract/desk.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { PURPOSE_RULES } from '../purposes.ts'

const SUBJECTS_MAX = 20

type Wanted = { purpose?: Purpose | undefined; search: string }

/** Finds unpaid things that match the search, newest first. */
export async function findDeskSubjects(db: Db, { purpose, search }: Wanted): Promise<DeskSubject[]> {
  const purposes = purpose ? [purpose] : PURPOSES
  const found = await Promise.all(purposes.map((one) => findUnpaid(db, one, search)))
  return found
    .flat()
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, SUBJECTS_MAX)
}

type Row = { id: number; payer: string; item: string; due_paise: number | null; created_at: Date }

/** One of them, paid or not. */
export async function readDeskSubject(db: Db, purpose: Purpose, id: number): Promise<DeskSubject> {
  const [subject] = await selectSubjects(db, purpose, sql`id = ${id}`)
  if (!subject) throw new Error(`There is no ${purpose} ${id}`)
  return subject
}

function findUnpaid(db: Db, purpose: Purpose, search: string): Promise<DeskSubject[]> {
  const { desk } = PURPOSE_RULES[purpose]
  return selectSubjects(db, purpose, sql`${desk.isUnpaid} and ${desk.matches(search)}`)
}

async function selectSubjects(db: Db, purpose: Purpose, condition: RawBuilder<unknown>): Promise<DeskSubject[]> {
  const { table, report, desk } = PURPOSE_RULES[purpose]
  const { rows } = await sql<Row>`
    select id, ${report.payer} as payer, ${report.item} as item, ${desk.duePaise} as due_paise, created_at
    from ${sql.table(table)}
    where ${condition}
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
