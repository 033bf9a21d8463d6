import { CASE_OUTCOMES, caseOutcomes } from '@petsetu/contract/complaints/case-outcomes.ts'
import {
  COMPLAINT_STATUSES,
  ENDED_STATUSES,
  HELP_STATUSES,
  OPEN_STATUSES,
} from '@petsetu/contract/complaints/complaint-statuses.ts'
import type {
  Complaint,
  ComplaintFacts,
  ComplaintSummary,
  ListedComplaint,
} from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { countsOf } from '@petsetu/contract/platform/registry.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { listPaymentsOf } from '../payments/ledger/payment-queries.ts'
import { IS_TEST_KEY } from '../payments/provider/account.ts'
import { findReceiptPath } from '../payments/receipts/receipt-queries.ts'
import { type Counters, totalOf } from '../platform/db/counters.ts'
import { literals, rowsAfter, rowsOfPage, todayInIndia } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { notFound } from '../platform/errors.ts'
import { attachmentLink } from '../platform/files/signed-link.ts'
import { listFiles } from './complaint-files.ts'
import { GIVEN_COLUMNS } from './file-complaint.ts'

const FACT_COLUMNS = [
  'id',
  'fullname',
  'email',
  'phone',
  'type_of_complaint',
  'created_at',
  'status',
  'payment_status',
  'payment_paise',
  'withhold_name',
  'priority',
  'due_on',
] as const

/** True for one whose due day is over by the Indian calendar, and that is neither resolved nor closed. */
export const IS_OVERDUE = sql<boolean>`(status in ${literals(OPEN_STATUSES)} and due_on < ${todayInIndia()})`

const ASSIGNEE = sql<ComplaintFacts['assignee']>`(
  select json_build_object('id', id, 'username', username) from users where id = complaints.assignee_id)`

const selectFacts = (db: Db) =>
  db
    .selectFrom('complaints')
    .select(FACT_COLUMNS)
    .select([ASSIGNEE.as('assignee'), IS_OVERDUE.as('is_overdue')])

type Listed = { matching: RawBuilder<boolean>; limit: number }

export async function listComplaints(
  db: Db,
  { matching, order, ...page }: Listed & { order: RawBuilder<unknown>; page: number },
): Promise<ListedComplaint[]> {
  const rows = await rowsOfPage(
    selectFacts(db).select('location_of_incident').where(matching),
    'complaints.id',
    order,
    page,
  )
  return rows.map((row) => hideName({ ...factsOf(row), place: inOneLine(row.location_of_incident) }))
}

const LINE_MAX = 80

/** Makes one line of what somebody typed, and cuts a long one, for a list. */
export function inOneLine(typed: string): string {
  const line = typed.replace(/\s+/g, ' ').trim()
  return line.length > LINE_MAX ? `${line.slice(0, LINE_MAX - 1).trimEnd()}…` : line
}

/** Leaves out who complained, if that person wants it so. */
export function hideName<C extends ComplaintFacts>(complaint: C): C {
  return complaint.is_name_withheld ? { ...complaint, fullname: '', email: '', phone: '' } : complaint
}

export async function summarizeComplaints(counters: Counters): Promise<z.output<typeof ComplaintSummary>> {
  // The kinds are named 'closed', 'closed/paid' and so on.
  const kept = await counters('complaints')
  return countsOf([...COMPLAINT_STATUSES, 'paid'], 'complaints', (name) =>
    totalOf(kept.filter(({ kind }) => kind.split('/').includes(name))),
  )
}

const WITHOUT_HELP = CASE_OUTCOMES.filter((outcome) => !caseOutcomes[outcome].isHelp)

/** Complaints that ended with an outcome that helped, or without one in a status that says so; not those of test accounts. */
export async function countResolved(db: Db): Promise<number> {
  const { resolved } = await db
    .selectFrom('complaints')
    .select((query) => query.fn.countAll<number>().as('resolved'))
    .where('status', 'in', ENDED_STATUSES)
    .where((where) =>
      where.or([
        where.and([where('outcome', 'is', null), where('status', 'in', HELP_STATUSES)]),
        where('outcome', 'not in', WITHOUT_HELP),
      ]),
    )
    .where(
      sql<boolean>`not exists (
        select from payments where purpose = 'complaint' and subject_id = complaints.id and ${IS_TEST_KEY})`,
    )
    .executeTakeFirstOrThrow()
  return Number(resolved)
}

/** A complaint without what the admin's view adds: payments, receipt and its files. */
export type ExportedComplaint = Omit<Complaint, 'payments' | 'receipt_path' | 'file_url' | 'files'>

const DETAIL_COLUMNS = [
  'location_of_incident',
  'date_of_incident',
  'description',
  ...GIVEN_COLUMNS,
  'razorpay_payment_id',
  'payment_date',
  'file_path',
  'version',
  'outcome',
  'duplicate_of',
  'source',
  'hold_until',
  'hold_cause',
  'hold_reason',
  'erasure_asked_at',
] as const

const selectComplaints = (db: Db) =>
  selectFacts(db)
    .select(DETAIL_COLUMNS)
    .select(sql<string | null>`(select pet_name from pets where pets.pet_id = about_tag)`.as('animal_name'))

type ComplaintRow = Awaited<ReturnType<ReturnType<typeof selectComplaints>['executeTakeFirstOrThrow']>>

function complaintOf(row: ComplaintRow): ExportedComplaint {
  const { about_tag, animal_name, payment_date, hold_until, hold_cause, hold_reason, erasure_asked_at, ...rest } = row
  return {
    ...factsOf(rest),
    animal: about_tag === null ? null : { petId: about_tag, petName: animal_name },
    payment_date: payment_date?.toISOString() ?? null,
    hold: holdOf(row),
  }
}

/** Null where nothing holds it, or its last day is over. */
function holdOf({ hold_until, hold_cause, hold_reason, erasure_asked_at }: ComplaintRow): Complaint['hold'] {
  if (hold_until === null || hold_cause === null || hold_until < today()) return null
  const is_erasure_waiting = erasure_asked_at !== null
  return { until: hold_until, cause: hold_cause, reason: hold_reason, is_erasure_waiting }
}

export async function findComplaint(db: Db, id: number): Promise<ExportedComplaint | null> {
  const row = await selectComplaints(db).where('id', '=', id).executeTakeFirst()
  return row ? complaintOf(row) : null
}

export async function listComplaintsAfter(
  db: Db,
  { matching, limit, last }: Listed & { last: ExportedComplaint | null },
): Promise<ExportedComplaint[]> {
  const rows = await rowsAfter(selectComplaints(db).where(matching), 'id', { last, limit, isNewestFirst: true })
  return rows.map((row) => hideName(complaintOf(row)))
}

export async function readReference(db: Db, id: number): Promise<string> {
  const { created_at: createdAt } = await db
    .selectFrom('complaints')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return formatReference({ id, createdAt })
}

type FactRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['executeTakeFirstOrThrow']>>

function factsOf<Row extends FactRow>({ created_at, payment_paise, withhold_name, ...row }: Row) {
  return {
    ...row,
    reference: formatReference({ id: row.id, createdAt: created_at }),
    created_at: created_at.toISOString(),
    payment_amount: payment_paise === null ? null : toRupees(payment_paise),
    is_name_withheld: withhold_name,
  }
}

/** Reads a complaint as admins see it; rejects with 404 for an unknown one. `linkKey` signs the links to its files. */
export function complaintReader(db: Db, linkKey: Buffer): (id: number) => Promise<Complaint> {
  return async (id) => {
    const [complaint, payments, receiptPath, files] = await Promise.all([
      findComplaint(db, id),
      listPaymentsOf(db, 'complaint', id),
      findReceiptPath(db, 'complaint', id),
      listFiles(db, id, linkKey),
    ])
    if (!complaint) throw notFound('complaint_not_found')
    return {
      ...hideName(complaint),
      payments,
      // The receipt names who paid.
      receipt_path: complaint.is_name_withheld ? null : receiptPath,
      file_url: complaint.file_path && attachmentLink(complaint.file_path, linkKey),
      files,
    }
  }
}
