import type { BookYear } from '@petsetu/contract/payments/books.ts'
import { bookCalls } from '@petsetu/contract/payments/books.ts'
import { aDeskFee } from './desk.ts'
import type { TestApp } from './harness.ts'
import { theAdmin } from './payment-state.ts'

export const bookYears = async (app: TestApp): Promise<BookYear[]> =>
  (await app.call(bookCalls.years, {}, await theAdmin(app))).body.data

export const lockYear = async (app: TestApp, year: number) =>
  app.call(
    bookCalls.lock,
    { params: { year: String(year) }, body: { reason: 'The auditor has signed' } },
    await theAdmin(app),
  )

/** Says that a payment was made on another day, at noon in India. */
export const paidOn = (app: TestApp, paymentId: number, day: string) =>
  app.pool.query('update payments set created_at = $2 where id = $1', [paymentId, `${day}T06:30:00Z`])

const FIRST = 2020

/** The oldest year whose books are open, with money in it, so that it can be closed. */
export async function aYearWithMoney(app: TestApp): Promise<number> {
  const years = await bookYears(app)
  const open = years.findLast(({ locked, is_running }) => !locked && !is_running)
  if (open && !years.some(({ year }) => year < open.year)) return open.year
  const year = Math.min(FIRST, ...years.map((one) => one.year - 1))
  await paidOn(app, (await aDeskFee(app)).id, `${year}-06-15`)
  return year
}
