import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { CertificateForm, DonorCertificate } from '@petsetu/contract/supporters/donations.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { csvFile } from '../../platform/http/bodies/csv.ts'
import { decryptPan } from './pan.ts'

type CertificateDeps = Pick<Deps, 'db' | 'secretKey'>
type Donor = DonorCertificate & { donationIds: number[] }

/** Lists the donors of the newest filed statement of a financial year with their certificates; those without one come first. */
export async function listCertificates(deps: CertificateDeps, year: number): Promise<DonorCertificate[]> {
  const donors = await listDonors(deps, year)
  return donors.map(({ donationIds: _, ...donor }) => donor)
}

/** One donor is one PAN, and has one certificate for all donations of the year. */
async function listDonors({ db, secretKey }: CertificateDeps, year: number): Promise<Donor[]> {
  const rows = await db
    .selectFrom('filed_donations')
    .innerJoin('donations', 'donations.id', 'filed_donations.donation_id')
    .leftJoin('donation_certificates', 'donation_certificates.donation_id', 'donations.id')
    .select(['donations.id', 'name', 'amount_paise', 'pan_enc', 'number'])
    .select(sql<string | null>`issued_on::text`.as('issuedOn'))
    .where('statement_id', '=', newestFiled(year))
    .orderBy('donations.id')
    .execute()
  const byDonor = Map.groupBy(rows, ({ id, pan_enc }) => (pan_enc ? decryptPan(pan_enc, id, secretKey) : id))
  const donors = [...byDonor.values()].flatMap((given): Donor[] => {
    const [first] = given
    if (!first) return []
    const paise = given.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    // A donation that a correction of the statement added is not in the certificate yet.
    const isMissing = given.some(({ number }) => number === null)
    const last = given.findLast(({ number }) => number !== null)
    return [
      {
        ...{ id: first.id, name: first.name, donations: given.length, amount: paise / PAISE_PER_RUPEE },
        ...{ number: last?.number ?? null, issued_on: last?.issuedOn ?? null, is_missing: isMissing },
        donationIds: given.map(({ id }) => id),
      },
    ]
  })
  return donors.toSorted((one, other) => Number(other.is_missing) - Number(one.is_missing))
}

const newestFiled = (year: number) =>
  sql<string>`(select id from filed_statements where year = ${year} order by filed_at desc limit 1)`

/** Stores the certificate that a donor got for a financial year, in place of an earlier one. Rejects with 404 whoever is not in its statement. */
export async function recordCertificate(
  { db, secretKey }: CertificateDeps,
  id: number,
  { year, number, issued_on }: CertificateForm,
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const donors = await listDonors({ db: transaction, secretKey }, year)
    const donor = donors.find((one) => one.id === id)
    if (!donor) throw notFound('donation_not_found')
    await storeCertificate(transaction, donor.donationIds, { number, issued_on }, by)
    await recordAudit(transaction, by, {
      action: 'certificate-recorded',
      object: { kind: 'donation', id },
      before: { certificate: donor.number, day: donor.issued_on },
      after: { certificate: number, day: issued_on },
    })
  })
}

async function storeCertificate(
  transaction: Db,
  donationIds: number[],
  certificate: Pick<CertificateForm, 'number' | 'issued_on'>,
  { person }: Actor,
): Promise<void> {
  const values = { ...certificate, recorded_by: person.id, recorded_by_name: person.username }
  await transaction
    .insertInto('donation_certificates')
    .values(donationIds.map((donation_id) => ({ donation_id, ...values })))
    .onConflict((same) => same.column('donation_id').doUpdateSet({ ...values, recorded_at: sql`now()` }))
    .execute()
}

/** The list as a file, in English like the statement. */
export function certificatesFile(donors: DonorCertificate[]): string {
  const head = ['Name of Donor', 'Donations', 'Amount (₹)', 'Certificate Number', 'Date of Certificate', 'Missing']
  const lines = donors.map(({ name, donations, amount, number, issued_on, is_missing }) => [
    ...[name, donations, amount, number, issued_on, is_missing ? 'yes' : 'no'],
  ])
  return csvFile([head, ...lines])
}
