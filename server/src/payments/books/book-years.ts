import type { BookYear } from '@petsetu/contract/payments/books.ts'
import { financialYearOf, writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError } from '../../platform/errors.ts'
import { type MovedInYear, movementsByYear } from './movements.ts'

const KEY = sql`hashtext('petsetu financial years')`

/** Makes whoever closes the books wait for this transaction, and waits for them. */
export async function keepYearsOpen(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${KEY})`.execute(transaction)
}

/** The financial year in which something of this day is numbered: the running one if the books of its own are closed. */
export async function openYearOf(transaction: Db, day: string): Promise<number> {
  const year = financialYearOf(day)
  const locked = await transaction.selectFrom('locked_years').select('year').where('year', '=', year).executeTakeFirst()
  return locked ? financialYearOf(today()) : year
}

/** Lists the financial years with money and the running one, newest first, from `last` back. */
export async function listBookYears(db: Db, last = financialYearOf(today())): Promise<BookYear[]> {
  const running = financialYearOf(today())
  const locked = await db.selectFrom('locked_years').selectAll().execute()
  const firstDay = await findFirstDay(db)
  const newest = Math.min(last, running)
  const first = firstDay === null ? newest : financialYearOf(firstDay)
  const isLocked = (year: number) => locked.some((one) => one.year === year)
  const years = Array.from({ length: Math.max(newest - first, 0) + 1 }, (_, ago) => newest - ago)
  // The sums of a locked year are stored, so that only open ones are added up.
  const moved = await movementsByYear(db, years.findLast((year) => !isLocked(year)) ?? newest, newest)
  return years.flatMap((year) => {
    const lock = locked.find((one) => one.year === year)
    const sums = lock ?? moved.find((one) => one.year === year)
    if (!sums && year !== running) return []
    return {
      year,
      ...inRupees(sums),
      is_running: year === running,
      locked: lock ? lockOf(lock) : null,
    }
  })
}

const lockOf = (lock: { locked_at: Date; locked_by_name: string; reason: string }) => ({
  at: lock.locked_at.toISOString(),
  by: lock.locked_by_name,
  reason: lock.reason,
})

function inRupees(sums: Omit<MovedInYear, 'year'> = { received_paise: 0, returned_paise: 0 }) {
  return { received: toRupees(sums.received_paise), returned: toRupees(sums.returned_paise) }
}

async function findFirstDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select(sql<string>`(created_at at time zone 'Asia/Kolkata')::date::text`.as('day'))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Rejects the running year, a closed one, one without money, and one after an open year. */
export async function lockYear(db: Db, year: number, { reason, by }: { reason: string; by: Actor }): Promise<BookYear> {
  // Payments wait for the lock: under it, at most this year is left to be added up.
  await findClosable(db, year)
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${KEY})`.execute(transaction)
    const closed = await findClosable(transaction, year)
    const lock = await transaction
      .insertInto('locked_years')
      .values({
        year,
        locked_by: by.person.id,
        locked_by_name: by.person.username,
        reason,
        last_journal_id: sql<number>`coalesce((select max(id) from payment_journal), 0)`,
        received_paise: toPaise(closed.received),
        returned_paise: toPaise(closed.returned),
      })
      .returning(['locked_at', 'locked_by_name', 'reason'])
      .executeTakeFirstOrThrow()
    const after = { received: closed.received, returned: closed.returned }
    await recordAudit(transaction, by, 'year-locked', { kind: 'year', id: year }, { reason, after })
    return { ...closed, locked: lockOf(lock) }
  })
}

async function findClosable(db: Db, year: number): Promise<BookYear> {
  const years = await listBookYears(db, year)
  const wanted = years.find((one) => one.year === year)
  if (!wanted) throw conflict('year_without_money')
  if (wanted.is_running) throw conflict('year_not_over')
  if (wanted.locked) throw conflict('year_locked_already')
  const earlier = years.findLast((one) => !one.locked && one.year < year)
  if (earlier) throw new HttpError(409, 'earlier_year_open', { values: { year: writtenFinancialYear(earlier.year) } })
  return wanted
}
