import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import {
  SEARCH_GROUP_MAX,
  SEARCH_KINDS,
  type SearchKind,
  type SearchResult,
  searchCalls,
} from '@petsetu/contract/office/search.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import type { PetKind } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId, PET_ID_ALPHABET, PET_ID_LENGTH } from '@petsetu/contract/pets/pet-id.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { type TagState, tagCalls } from '@petsetu/contract/pets/tags.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'
import {
  formatReceiptNumber,
  type ReceiptNumber,
  writtenRefundNumber,
} from '../../payments/receipts/receipt-numbers.ts'
import { TAG_STATE } from '../../pets/tags/tag-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { membershipStatus } from '../../supporters/memberships/membership-period.ts'
import { joinedSubjects, perPurpose } from '../reports/payment-conditions.ts'
import {
  candidatesOf,
  equals,
  isTooShort,
  MATCH_SUBJECTS,
  type Match,
  type Matched,
  matching,
  matchPets,
  matchUsers,
  readSearchText,
  type SearchText,
} from './search-text.ts'

/** Results of one kind, those found by their id first. */
type Found = { isExact: boolean; result: SearchResult }[]
type FindKind = (db: Db, text: SearchText) => Promise<Found>

type PetRow = { petId: string; petName: string; petType: string; ownerName: string | null; kind: PetKind }

const findPets: FindKind = async (db, text) => {
  const rows = await read<PetRow>(db, matchPets(text), (matched) => {
    return sql`select is_exact, pet_id as "petId", pet_name as "petName", pet_type as "petType", owner_name as "ownerName",
        pet_kind as kind
      from ${matched} join pets using (id) order by is_exact desc, pets.id desc`
  })
  return found('pet', rows, ({ petId, petName, petType, ownerName, kind }) => ({
    id: petId,
    title: petName,
    detail: lineOf(petType, ownerName, groupPetId(petId)),
    path: kind === 'community' ? paths.communityAnimal.to({ petId }) : paths.allPets.to({}, { search: petId }),
  }))
}

type TagRow = { petId: string; petName: string | null; state: TagState }

const findTags: FindKind = async (db, { petId, tagStart }) => {
  if (!petId && !tagStart) return []
  const { rows } = await sql<TagRow & Matched>`
    select tags.pet_id as "petId", pet_name as "petName", ${Boolean(petId)}::boolean as is_exact,
      ${TAG_STATE} as state
    from tags left join pets on pets.pet_id = tags.pet_id
    where tags.pet_id between ${petId ?? first(tagStart)} and ${petId ?? last(tagStart)}
    order by tags.pet_id limit ${SEARCH_GROUP_MAX}`.execute(db)
  return found('tag', rows, (tag) => ({
    id: tag.petId,
    title: groupPetId(tag.petId),
    detail: tag.petName ?? '',
    status: tag.state,
    path: paths.generateQr.to({}, { tag: tag.petId }),
  }))
}

type UserRow = { id: number; username: string; email: string; role: string }

const findUsers: FindKind = async (db, text) => {
  const rows = await read<UserRow>(db, matchUsers(text), (matched) => {
    return sql`select is_exact, users.id, username, email, role
      from ${matched} join users using (id) order by is_exact desc, users.id desc`
  })
  return found('user', rows, ({ id, username, email, role }) => ({
    id: String(id),
    title: username,
    detail: email,
    status: role,
    path: paths.user.to({ id }),
  }))
}

type ComplaintRow = { id: number; createdAt: Date; fullname: string; place: string; status: string }

const findComplaints: FindKind = async (db, text) => {
  const rows = await read<ComplaintRow>(db, MATCH_SUBJECTS.complaint(text), (matched) => {
    return sql`select is_exact, complaints.id, created_at as "createdAt", location_of_incident as place, status,
        case when withhold_name then '' else fullname end as fullname
      from ${matched} join complaints using (id) order by is_exact desc, complaints.id desc`
  })
  return found('complaint', rows, ({ id, createdAt, fullname, place, status }) => ({
    id: String(id),
    title: formatReference({ id, createdAt }),
    detail: lineOf(fullname, place),
    status,
    path: paths.complaintDetail.to({ id }),
  }))
}

type MembershipRow = { id: number; name: string; plan: string; email: string; status: string }

const findMemberships: FindKind = async (db, text) => {
  const rows = await read<MembershipRow>(db, MATCH_SUBJECTS.membership(text), (matched) => {
    return sql`select is_exact, memberships.id, name, plan_name as plan, email, ${membershipStatus()} as status
      from ${matched} join memberships using (id) order by is_exact desc, memberships.id desc`
  })
  return found('membership', rows, ({ id, name, plan, email, status }) => ({
    id: String(id),
    title: name,
    detail: lineOf(plan, email),
    status,
    path: paths.membershipReport.to({}, { membership_id: id }),
  }))
}

type DonationRow = { id: number; name: string; email: string; paise: number; status: string }

const findDonations: FindKind = async (db, text) => {
  const rows = await read<DonationRow>(db, MATCH_SUBJECTS.donation(text), (matched) => {
    return sql`select is_exact, donations.id, name, email, amount_paise as paise, status
      from ${matched} join donations using (id) order by is_exact desc, donations.id desc`
  })
  return found('donation', rows, ({ id, name, email, paise, status }) => ({
    id: String(id),
    title: name,
    detail: lineOf(formatRupees(toRupees(paise)), email),
    status,
    path: paths.donations.to({}, { search: email || name }),
  }))
}

/** The rows that match; `select` reads them from the table `matched`. */
async function read<Row>(
  db: Db,
  match: Match,
  select: (matched: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<(Row & Matched)[]> {
  const matched = matching(match)
  if (!matched) return []
  const { rows } = await sql<Row & Matched>`${select(matched)}`.execute(db)
  return rows
}

type Shown = Omit<SearchResult, 'kind' | 'status'> & { status?: string }

function found<Row>(kind: SearchKind, rows: (Row & Matched)[], show: (row: Row) => Shown): Found {
  return rows.map((row) => ({ isExact: row.is_exact, result: { kind, status: null, ...show(row) } }))
}

function lineOf(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** The first and the last tag that begins with this text. */
const first = (start: string | null) => (start ?? '').padEnd(PET_ID_LENGTH, PET_ID_ALPHABET.at(0))
const last = (start: string | null) => (start ?? '').padEnd(PET_ID_LENGTH, PET_ID_ALPHABET.at(-1))

type PaymentRow = { id: number; reference: string; paise: number; payer: string | null; status: string }
type ReceiptRow = PaymentRow & Omit<ReceiptNumber, 'isRefund'>

const findPayments: FindKind = async (db, text) => {
  const rows = await read<PaymentRow>(db, matchPayments(text), selectPayments)
  return found('payment', rows, ({ id, reference, paise, payer, status }) => ({
    id: String(id),
    title: reference,
    detail: lineOf(formatRupees(toRupees(paise)), payer),
    status,
    path: paths.paymentReport.to({}, { payment_id: id }),
  }))
}

/**
 * Results lead to the payment and not to the receipt's own page, which shows the payer's name even if it is withheld. What was found by the
 * number of a refund's receipt has that number.
 */
const findReceipts: FindKind = async (db, text) => {
  const ofRefund = text.receipt?.isRefund ? text.receipt : null
  const rows = await read<ReceiptRow>(db, matchReceipts(text), selectPayments)
  return found('receipt', rows, ({ id, paise, payer, ...receipt }) => ({
    id: String(id),
    title: ofRefund ? writtenRefundNumber(ofRefund) : formatReceiptNumber(receipt),
    detail: lineOf(formatRupees(toRupees(paise)), payer),
    path: paths.paymentReport.to({}, { payment_id: id }),
  }))
}

function selectPayments(matched: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select is_exact, transactions.id, provider_payment_id as reference, transactions.amount_paise as paise,
      ${perPurpose(({ payer }) => payer)} as payer, transactions.status, receipts.year, receipts.number,
      receipts.is_test as "isTest"
    from ${matched} join payments transactions using (id) left join receipts on receipts.payment_id = transactions.id
    ${joinedSubjects()}
    order by is_exact desc, transactions.id desc`
}

function matchPayments(text: SearchText): Match {
  const { providerId, deskReference } = text
  return {
    table: 'payments',
    exactly: [
      equals(sql`provider_payment_id`, providerId),
      equals(sql`id`, text.number),
      paidWith(sql`select id from payment_orders where provider_order_id = ${providerId}`, providerId),
      refundedAs(providerId),
      takenWith(deskReference),
    ],
    partly: [paidFor(text)],
  }
}

function matchReceipts(text: SearchText): Match {
  const subjects = paidFor(text)
  return {
    table: 'payments',
    exactly: [hasReceipt(text.receipt)],
    partly: [subjects && sql<boolean>`(${subjects} and exists (select from receipts where payment_id = payments.id))`],
  }
}

function paidWith(orders: RawBuilder<unknown>, providerId: string | null) {
  return providerId === null ? null : sql<boolean>`order_id in (${orders})`
}

function refundedAs(providerId: string | null) {
  return providerId === null
    ? null
    : sql<boolean>`id in (select payment_id from refunds where provider_refund_id = ${providerId})`
}

function takenWith(reference: string | null) {
  return reference === null
    ? null
    : sql<boolean>`id in (
        select payment_id from desk_payments where reference is not null and lower(reference) = ${reference})`
}

function hasReceipt(receipt: SearchText['receipt']) {
  if (!receipt) return null
  const year = receipt.year === null ? sql`year is null` : sql`year = ${receipt.year}`
  const table = sql.table(receipt.isRefund ? 'refund_receipts' : 'receipts')
  return sql<boolean>`id in (
    select payment_id from ${table} where ${year} and number = ${receipt.number} and is_test = ${receipt.isTest})`
}

function paidFor(text: SearchText): RawBuilder<boolean> | null {
  const subjects = PURPOSES.flatMap((purpose) => {
    const candidates = candidatesOf({ ...MATCH_SUBJECTS[purpose](text), exactly: [] })
    return candidates ? [sql`select ${sql.lit(purpose)}, id from ${candidates} subjects`] : []
  })
  return subjects.length > 0 ? sql<boolean>`(purpose, subject_id) in (${sql.join(subjects, sql` union all `)})` : null
}

/** Finds records of each kind, and names the call whose list shows it: an admin who may not make that call finds none of the kind. */
const KINDS: Record<SearchKind, { find: FindKind; shownBy: Call & { access: 'admin' } }> = {
  pet: { find: findPets, shownBy: petCalls.listAll },
  tag: { find: findTags, shownBy: tagCalls.list },
  user: { find: findUsers, shownBy: userCalls.listAll },
  complaint: { find: findComplaints, shownBy: complaintCalls.listAll },
  membership: { find: findMemberships, shownBy: reportCalls.memberships },
  donation: { find: findDonations, shownBy: donationCalls.listAll },
  payment: { find: findPayments, shownBy: reportCalls.payments },
  receipt: { find: findReceipts, shownBy: reportCalls.payments },
}

/** Runs queries by index: for a frequent word, the planner would read a table from its end and find none. */
function byIndex<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    return work(transaction)
  })
}

// A search uses at most this many connections.
const QUERIES_AT_ONCE = 2

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(searchCalls.find, async ({ query, person }) => {
    const text = readSearchText(query.q)
    const kinds = SEARCH_KINDS.filter((kind) => hasDuty(person, KINDS[kind].shownBy.duty))
    const found = await pLimit(QUERIES_AT_ONCE).map(kinds, (kind) =>
      byIndex(deps.db, (db) => KINDS[kind].find(db, text)),
    )
    const resultsOf = (some: Found) => some.map(({ result }) => result)
    const groups = kinds.map((kind, index) => ({
      kind,
      results: resultsOf((found[index] ?? []).filter(({ isExact }) => !isExact)),
    }))
    return succeed({
      exact: resultsOf(found.flat().filter(({ isExact }) => isExact)),
      groups: groups.filter(({ results }) => results.length > 0),
      is_too_short: isTooShort(text),
    })
  })
}
