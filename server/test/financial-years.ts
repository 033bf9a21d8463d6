import { type BookYear, bookCalls } from '@petsetu/contract/payments/books.ts'
import type { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { aDeskFee } from './desk.ts'
import { APPROVAL, changeSettings } from './foundation.ts'
import type { TestApp } from './harness.ts'
import { aPaidDonation, type PayingApp } from './paying-app.ts'
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

/** A paid donation of another day, at noon in India. Returns its id. */
export async function aDonationOf(app: PayingApp, day: string, form: Partial<DonationForm> = {}): Promise<number> {
  const { donationId } = await aPaidDonation(app, form)
  await app.pool.query('update donations set paid_at = $2 where id = $1', [donationId, `${day}T06:30:00Z`])
  return donationId
}

/** Marks the donation file of a year as filed; the settings have an approval. */
export async function fileYear(app: PayingApp, year: number, acknowledgement: string | null = null) {
  return app.call(donationCalls.file, { body: { year, acknowledgement } }, await theAdmin(app))
}

/** A year that is filed and has changed since, so that it can be filed again. Returns it, and the id of what was filed. */
export async function aFiledYear(app: PayingApp): Promise<{ year: number; id: string }> {
  await changeSettings(app, APPROVAL)
  await aDonationOf(app, '2020-07-01', { name: 'Filed' })
  const reply = await fileYear(app, 2020)
  const id = reply.body.data.filed[0]?.id ?? ''
  await aDonationOf(app, '2020-07-02', { name: 'Not filed' })
  return { year: 2020, id }
}

let filedDonors = 0

/** Another donor of the filed statement of 2016-17. Returns the id of the donor's first donation in it. */
export async function aFiledDonor(app: PayingApp): Promise<number> {
  await changeSettings(app, APPROVAL)
  const name = `Certified ${++filedDonors}`
  await aDonationOf(app, '2016-07-01', { name, pan: `ABCPC${String(filedDonors).padStart(4, '0')}D` })
  await fileYear(app, 2016)
  const query = { financial_year: '2016' }
  const { body } = await app.call(donationCalls.certificates, { query }, await theAdmin(app))
  return body.data.find((donor) => donor.name === name)?.id ?? 0
}
