import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import { paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import {
  type CertificateForm,
  type DonorCertificate,
  donationCalls,
  type ListedDonation,
} from '@petsetu/contract/supporters/donations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { checkoutOf, openOrder } from '../../payments/orders/open-order.ts'
import { verifyCheckout } from '../../payments/orders/verify-checkout.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { findReceiptPath } from '../../payments/receipts/receipt-queries.ts'
import { type Actor, recordAudit, recordDownload } from '../../people/audit/record-audit.ts'
import { countSender } from '../../people/users/contact.ts'
import { idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { asCsv, type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { donationPurpose } from './donation-purpose.ts'
import {
  countDonations,
  decryptPan,
  insertDonation,
  KEPT_PAISE,
  listDonations,
  listDonationsAfter,
  PAID_THE_DONATION,
  sumDonations,
} from './donation-queries.ts'
import { fileKey, fileStatement, readFiledStatement, readStatement } from './filed-statements.ts'
import { listStatedDonations, statementFile, withoutPanFile } from './tax-statement.ts'

const DONATIONS_A_PAGE = 20

export function donationRoutes(app: FastifyInstance, deps: Deps & { payments: PaymentDeps }): void {
  const on = routeRegistrar(app, deps)
  const { db, payments, throttles } = deps

  on(donationCalls.donate, async ({ body, person, request }) => {
    await countSender(throttles, donationPurpose.limits, request.ip, body)
    const language = languageOf(request)
    const giver = { userId: person?.id ?? null, language }
    const { id, amountPaise, purpose, isPaid } = await insertDonation(deps, body, giver)
    if (isPaid) return succeed({ donation_id: id, order_id: null, checkout_data: null, is_settled: true })
    const order = await openOrder(payments, { purpose: 'donation', subjectId: id, amountPaise })
    const text = textsIn(language)
    const description = text('paidFor.donation', { purpose: shownCause(purpose, text) })
    return succeed({ donation_id: id, ...checkoutOf(order, payments, description), is_settled: false })
  })

  on(donationCalls.verifyPayment, async ({ body: { donation_id: donationId, ...checkout }, request }) => {
    await verifyCheckout({ ...payments, log: request.log }, { purpose: 'donation', subjectId: donationId }, checkout)
    return succeed({
      donation_id: donationId,
      receipt_path: await findReceiptPath(payments.db, 'donation', donationId),
    })
  })

  on(donationCalls.listAll, async ({ query: { page = 1, limit = DONATIONS_A_PAGE, ...filter } }) => {
    const [data, summary, total] = await Promise.all([
      listDonations(db, filter, { page, limit }),
      sumDonations(db),
      countDonations(db, filter),
    ])
    return { ...succeed(data), summary, pagination: paginationOf({ page, limit }, total) }
  })

  on(donationCalls.listCsv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'donation', query)
    return streamCsv<ListedDonation>(reply, 'donations.csv', CSV_COLUMNS, (last, limit) =>
      listDonationsAfter(db, query, last, limit),
    )
  })

  on(donationCalls.showPan, async ({ params: { id }, body: { reason }, person, by, request }) => {
    const pan = await showPan(deps, id, reason, by)
    recordEvent(request.log, { event: 'pan-shown', donationId: id, actorId: person.id, reason })
    return succeed({ pan })
  })

  statementRoutes(app, deps)
}

const CSV_COLUMNS: CsvColumn<ListedDonation>[] = [
  { headId: 'csv.id', cell: ({ id }) => id },
  { headId: 'csv.date', cell: ({ paid_at }) => indianClock(paid_at) },
  { headId: 'csv.name', cell: ({ name }) => name },
  { headId: 'csv.email', cell: ({ email }) => email },
  { headId: 'csv.phone', cell: ({ phone }) => phone },
  { headId: 'csv.address', cell: ({ address }) => address },
  { headId: 'donations.cause', cell: ({ purpose }, text) => shownCause(purpose, text) },
  { headId: 'csv.amount', cell: ({ amount }) => amount },
  { headId: 'csv.returned', cell: ({ returned }) => returned },
  {
    headId: 'csv.status',
    cell: ({ status }, text) => text(paymentStatuses[status === 'paid' ? 'captured' : 'refunded'].label),
  },
  { headId: 'labels.pan', cell: ({ pan }) => pan },
]

function statementRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, secretKey, foundation } = deps

  on(donationCalls.statement, async ({ query }) => succeed(await readStatement(deps, query.financial_year)))

  on(donationCalls.csv, async ({ query: { financial_year: year }, by, reply }) => {
    const file = statementFile(await listStatedDonations(db, year, { secretKey, settings: foundation() }))
    await recordPanDownload({ financial_year: year, file: fileKey(file, secretKey) }, by)
    asCsv(reply, `donations-${writtenFinancialYear(year)}.csv`)
    return file
  })

  on(donationCalls.withoutPanCsv, async ({ query: { financial_year: year }, by, reply }) => {
    await recordDownload(db, by, 'donation', { financial_year: year, without_pan: true })
    const file = withoutPanFile(await listStatedDonations(db, year, { secretKey, settings: foundation() }))
    asCsv(reply, `donations-without-pan-${writtenFinancialYear(year)}.csv`)
    return file
  })

  on(donationCalls.file, async ({ body: { year, acknowledgement = null }, by }) => {
    const done = await fileStatement(deps, { year, acknowledgement, by })
    if (done === 'filed') recordAct(by, { event: 'statement-filed', year })
    return succeed(await readStatement(deps, year))
  })

  on(donationCalls.filedCsv, async ({ params: { file: id }, by, reply }) => {
    const { year, file } = await readFiledStatement(deps, id)
    await recordPanDownload({ financial_year: year }, by)
    asCsv(reply, `donations-${writtenFinancialYear(year)}-filed.csv`)
    return file
  })

  on(donationCalls.certificates, async ({ query }) => succeed(await listCertificates(deps, query.financial_year)))

  on(donationCalls.certificatesCsv, async ({ query: { financial_year: year }, by, reply }) => {
    await recordDownload(db, by, 'donation', { financial_year: year, certificates: true })
    const fileName = `certificates-${writtenFinancialYear(year)}.csv`
    return streamCsv(reply, fileName, CERTIFICATE_COLUMNS, async (last) => (last ? [] : listCertificates(deps, year)))
  })

  on(donationCalls.recordCertificate, async ({ params: { id }, body, by }) => {
    await recordCertificate(deps, id, body, by)
    recordAct(by, { event: 'certificate-recorded', donationId: id })
    return succeed(await listCertificates(deps, body.year))
  })

  async function recordPanDownload(
    after: { financial_year: number; file?: string },
    by: Actor & { request: FastifyRequest },
  ): Promise<void> {
    await recordAudit(db, by, 'pans-downloaded', { kind: 'donation' }, { after })
    recordAct(by, { event: 'donations-downloaded' })
  }
}

/** The PAN of a paid donation, which an admin may see with a reason; null if none was given. */
async function showPan(
  { db, secretKey }: Pick<Deps, 'db' | 'secretKey'>,
  id: number,
  reason: string,
  by: Actor,
): Promise<string | null> {
  const donation = await db
    .selectFrom('donations')
    .select('pan_enc')
    .where('id', '=', id)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow(() => notFound('donation_not_found'))
  // Before it is shown: without this row, nobody sees it.
  await recordAudit(db, by, 'pan-shown', { kind: 'donation', id }, { reason })
  return donation.pan_enc && decryptPan(donation.pan_enc, id, secretKey)
}

type CertificateDeps = Pick<Deps, 'db' | 'secretKey'>
type Donor = DonorCertificate & { donationIds: number[] }

/** Lists the donors of the newest filed statement of a financial year with their certificates; those without one come first. */
async function listCertificates(deps: CertificateDeps, year: number): Promise<DonorCertificate[]> {
  const donors = await listDonors(deps, year)
  return donors.map(({ donationIds: _, ...donor }) => donor)
}

/** One donor is one PAN, and has one certificate for all donations of the year. */
async function listDonors({ db, secretKey }: CertificateDeps, year: number): Promise<Donor[]> {
  const rows = await db
    .selectFrom('filed_donations')
    .innerJoin('donations', 'donations.id', 'filed_donations.donation_id')
    .leftJoin('donation_certificates', 'donation_certificates.donation_id', 'donations.id')
    .leftJoin('payments', (join) => join.on(PAID_THE_DONATION))
    .select(['donations.id', 'name', KEPT_PAISE.as('keptPaise'), 'pan_enc', 'number'])
    .select(sql<string | null>`issued_on::text`.as('issuedOn'))
    .where('statement_id', '=', newestFiled(year))
    .orderBy('donations.id')
    .execute()
  const byDonor = Map.groupBy(rows, ({ id, pan_enc }) => (pan_enc ? decryptPan(pan_enc, id, secretKey) : id))
  const donors = [...byDonor.values()].flatMap((given): Donor[] => {
    const [first] = given
    if (!first) return []
    const paise = given.reduce((sum, { keptPaise }) => sum + keptPaise, 0)
    // A donation that a correction of the statement added is not in the certificate yet.
    const isMissing = given.some(({ number }) => number === null)
    const last = given.findLast(({ number }) => number !== null)
    return [
      {
        id: first.id,
        name: first.name,
        donations: given.length,
        amount: toRupees(paise),
        number: last?.number ?? null,
        issued_on: last?.issuedOn ?? null,
        is_missing: isMissing,
        donationIds: idsOf(given),
      },
    ]
  })
  return donors.toSorted((one, other) => Number(other.is_missing) - Number(one.is_missing))
}

const newestFiled = (year: number) =>
  sql<string>`(select id from filed_statements where year = ${year} order by filed_at desc limit 1)`

/** Stores the certificate that a donor got for a financial year, in place of an earlier one. Rejects with 404 whoever is not in its statement. */
async function recordCertificate(
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
    const details = {
      before: { certificate: donor.number, day: donor.issued_on },
      after: { certificate: number, day: issued_on },
    }
    await recordAudit(transaction, by, 'certificate-recorded', { kind: 'donation', id }, details)
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

const CERTIFICATE_COLUMNS: CsvColumn<DonorCertificate>[] = [
  { headId: 'donationFile.donor', cell: ({ name }) => name },
  { headId: 'donationFile.donations', cell: ({ donations }) => donations },
  { headId: 'csv.amount', cell: ({ amount }) => amount },
  { headId: 'donationFile.certificateNumber', cell: ({ number }) => number },
  { headId: 'donationFile.certificateDay', cell: ({ issued_on }) => issued_on },
  { headId: 'donationFile.noCertificate', cell: ({ is_missing }, text) => text(is_missing ? 'csv.yes' : 'csv.no') },
]
