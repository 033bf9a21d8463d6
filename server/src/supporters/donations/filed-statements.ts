import { createHmac, randomUUID } from 'node:crypto'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import type { ChangedSince, DonationStatement, FiledStatement } from '@petsetu/contract/supporters/donations.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { approvalsOf } from '../../office/settings/approvals.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { keyFor, openText, sealText } from '../../people/auth/sealed-secret.ts'
import { idsOf } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import {
  listStatedDonations,
  outsideTerms,
  type StatedDonation,
  statedOf,
  statementFile,
  withoutPan,
} from './tax-statement.ts'

type StatementDeps = Pick<Deps, 'db' | 'secretKey' | 'foundation'>

/** A financial year's donations as the statement counts them, what was filed of them, and what has changed since. */
export async function readStatement(
  { db, secretKey, foundation }: StatementDeps,
  year: number,
): Promise<DonationStatement> {
  const settings = foundation()
  const donations = await listStatedDonations(db, year, { secretKey, settings })
  const filed = await listFiled(db, year)
  const [last] = filed
  return {
    year,
    with_pan: sumOf(statedOf(donations)),
    without_pan: sumOf(withoutPan(donations)),
    outside_terms: sumOf(outsideTerms(donations)),
    is_over: isOver(year),
    is_approved: approvalsOf(settings).length > 0,
    filed,
    changed_since: last ? await changesSince(db, last.id, statedOf(donations), secretKey) : [],
  }
}

const sumOf = (donations: StatedDonation[]) => ({
  count: donations.length,
  amount: toRupees(donations.reduce((sum, { amount }) => sum + toPaise(amount), 0)),
})

const isOver = (year: number) => year < financialYearOf(today())

async function listFiled(db: Db, year: number): Promise<FiledStatement[]> {
  const rows = await db
    .selectFrom('filed_statements')
    .select(['id', 'filed_at', 'filed_by_name as filed_by', 'acknowledgement', 'amount_paise'])
    .select(sql<number>`(select count(*) from filed_donations where statement_id = filed_statements.id)`.as('count'))
    .where('year', '=', year)
    .orderBy('filed_at', 'desc')
    .execute()
  return rows.map(({ amount_paise, ...row }) => ({ ...isoTimes(row), amount: toRupees(amount_paise) }))
}

/** Lists the donations that the file would hold now in another form than the filed one, and those that it would hold no more. */
async function changesSince(
  db: Db,
  statementId: string,
  donations: StatedDonation[],
  secretKey: Buffer,
): Promise<ChangedSince[]> {
  const filed = await db
    .selectFrom('filed_donations')
    .innerJoin('donations', 'donations.id', 'donation_id')
    .select(['donation_id', 'filed_donations.details_key', 'name', 'amount_paise'])
    .where('statement_id', '=', statementId)
    .orderBy('donation_id')
    .execute()
  const keys = new Map(filed.map((row) => [row.donation_id, row.details_key]))
  const stated = new Set(idsOf(donations))
  const changed = donations
    .filter((donation) => !keysOf(donation, secretKey).includes(keys.get(donation.id) ?? ''))
    .map(({ id, name, amount }) => ({
      id,
      name,
      amount,
      change: keys.has(id) ? ('changed' as const) : ('added' as const),
    }))
  const removed = filed
    .filter(({ donation_id }) => !stated.has(donation_id))
    .map((row) => ({
      id: row.donation_id,
      name: row.name,
      amount: toRupees(row.amount_paise),
      change: 'removed' as const,
    }))
  return [...changed, ...removed]
}

/**
 * A keyed hash of what the form says about a donation, since with a plain one, somebody with the table could try out PANs; then the one that
 * an earlier version stored, without the approval.
 */
function keysOf({ pan, name, address, mode, amount, approval }: StatedDonation, secretKey: Buffer): [string, string] {
  const hashOf = (...details: unknown[]) =>
    createHmac('sha256', keyFor('filed donations', secretKey)).update(JSON.stringify(details)).digest('base64url')
  const donor = [pan, name, address, mode, amount]
  return [
    hashOf(...donor, approval?.donationSection, approval?.approvalNumber, approval?.approvalDay),
    hashOf(...donor),
  ]
}

type Filing = { year: number; acknowledgement: string | null; by: Actor }

/** Tells the file of one download from that of another, in the audit, without saying what stands in it. */
export function fileKey(file: string, secretKey: Buffer): string {
  const KEY_LENGTH = 12
  return createHmac('sha256', keyFor('downloaded donations', secretKey))
    .update(file)
    .digest('base64url')
    .slice(0, KEY_LENGTH)
}

/** The key of the file of this year that was downloaded last, after it was filed last; null without a download. */
async function lastDownloaded(db: Db, year: number, filedAt: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('audit')
    .select(sql<string>`after->>'file'`.as('file'))
    .where('action', '=', 'pans-downloaded')
    .where(sql<boolean>`after->>'financial_year' = ${String(year)} and after->>'file' is not null`)
    .$if(filedAt !== null, (query) => query.where('at', '>', new Date(filedAt ?? '')))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.file ?? null
}

/**
 * Stores the statement that was filed, byte for byte; a later one is a correction. Rejects a running year, and a file that has changed since
 * it was downloaded: the portal has another one. If nothing has changed, only another number of the portal is stored.
 */
export async function fileStatement(
  { db, secretKey, foundation }: StatementDeps,
  { year, acknowledgement, by }: Filing,
): Promise<'filed' | 'acknowledged'> {
  if (!isOver(year)) throw conflict('year_not_over')
  const settings = foundation()
  if (approvalsOf(settings).length === 0) throw conflict('approval_missing')
  return inTransaction(db, async (transaction) => {
    // One after another: two clicks at once would file the same twice.
    await sql`select pg_advisory_xact_lock(hashtext('petsetu filed statements'))`.execute(transaction)
    const donations = statedOf(await listStatedDonations(transaction, year, { secretKey, settings }))
    if (donations.length === 0) throw conflict('nothing_to_file')
    const [last] = await listFiled(transaction, year)
    if (last && (await changesSince(transaction, last.id, donations, secretKey)).length === 0) {
      if (acknowledgement === null || acknowledgement === last.acknowledgement) throw conflict('filed_already')
      await acknowledge(transaction, last, { year, acknowledgement, by })
      return 'acknowledged'
    }
    const file = statementFile(donations)
    const downloaded = await lastDownloaded(transaction, year, last?.filed_at ?? null)
    if (downloaded !== null && downloaded !== fileKey(file, secretKey)) throw conflict('file_changed_since_download')
    const id = randomUUID()
    const { count, amount } = sumOf(donations)
    await transaction
      .insertInto('filed_statements')
      .values({
        id,
        year,
        acknowledgement,
        amount_paise: toPaise(amount),
        filed_by: by.person.id,
        filed_by_name: by.person.username,
        content_enc: sealText(file, boundTo(id), secretKey),
      })
      .execute()
    await sql`
      insert into filed_donations (statement_id, donation_id, details_key)
      select ${id}::uuid, donation_id, details_key
      from unnest(${donations.map((donation) => donation.id)}::bigint[],
        ${donations.map((donation) => keysOf(donation, secretKey)[0])}::text[]) as filed (donation_id, details_key)`.execute(
      transaction,
    )
    const after = { year, donations: count, amount }
    await recordAudit(transaction, by, 'statement-filed', { kind: 'donation' }, { after })
    return 'filed'
  })
}

/** Writes down the number of the portal, which may come later than the file was taken, or corrects it. */
async function acknowledge(
  transaction: Db,
  last: FiledStatement,
  { year, acknowledgement, by }: Filing,
): Promise<void> {
  await transaction.updateTable('filed_statements').set({ acknowledgement }).where('id', '=', last.id).execute()
  const details = { before: { acknowledgement: last.acknowledgement }, after: { acknowledgement } }
  await recordAudit(transaction, by, 'statement-filed', { kind: 'year', id: year }, details)
}

/** Returns a filed statement, byte for byte. Rejects with 503 if it was encrypted with another SECRET_KEY. */
export async function readFiledStatement(
  { db, secretKey }: Pick<StatementDeps, 'db' | 'secretKey'>,
  id: string,
): Promise<{ year: number; file: string }> {
  const row = await db
    .selectFrom('filed_statements')
    .select(['year', 'content_enc'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('statement_not_found'))
  try {
    return { year: row.year, file: openText(row.content_enc, boundTo(id), secretKey) }
  } catch (cause) {
    throw new HttpError(503, 'pan_unreadable', { cause })
  }
}

const boundTo = (id: string) => ({ use: 'filed statements', owner: `statement ${id}` })

export async function forgetFiledStatements(db: Db, firstYear: number): Promise<void> {
  await db.deleteFrom('filed_statements').where('year', '<', firstYear).execute()
}
