import { COMPLAINT_TYPES, OTHER_TYPES } from '@petsetu/contract/complaints/complaint-facts.ts'
import { COMPLAINT_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintFilter, ComplaintOrder } from '@petsetu/contract/complaints/complaints.ts'
import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import { hasTrigram, isIndexed, namePartsOf, wordsIn } from '@petsetu/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { PHONE_DIGITS_MIN, searchedPhone } from '../../people/users/user-queries.ts'
import type { Counters } from '../../platform/db/counters.ts'
import {
  allOf,
  beginIn,
  containing,
  countMatches,
  endOfDay,
  ordersOf,
  startOfDay,
} from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { IS_OVERDUE, summarizeComplaints } from '../complaint-queries.ts'
import { WAITS_FOR_US } from './waiting-cases.ts'

/** A filter, and the admin who is `me` in it. */
export type Wanted = { filter: ComplaintFilter; adminId: number }

// Complaints without a due day come last.
const DUE = sql<string>`coalesce(due_on, 'infinity'::date)`

export const ORDERS: Record<ComplaintOrder, RawBuilder<unknown>> = {
  newest: sql`created_at desc, complaints.id desc`,
  oldest: sql`created_at, complaints.id`,
  ...ordersOf({ due: DUE }, sql`complaints.id`),
}

/** Counts the complaints that the filter matches; up to 1,000 for a filter by more than the status. */
export async function countCases(db: Db, counters: Counters, { filter, adminId }: Wanted): Promise<number> {
  const { status, sort: _, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined && value !== null)) {
    return countMatches(db, db.selectFrom('complaints').select('id').where(matchesFilter(filter, adminId)))
  }
  const summary = await summarizeComplaints(counters)
  const counted = status ? [status] : COMPLAINT_STATUSES
  return counted.reduce((sum, one) => sum + summary[`${one}_complaints`], 0)
}

export async function findNeighbours(
  db: Db,
  id: number,
  { filter, adminId }: Wanted,
): Promise<{ previous: number | null; next: number | null }> {
  const find = async (direction: 'previous' | 'next') => {
    const order = towards(direction, filter.sort)
    const { rows } = await sql<{ id: number }>`select id from complaints
      where ${matchesFilter(filter, adminId)} and ${isAfter(id, order)}
      order by ${ORDERS[order]} limit 1`.execute(db)
    return rows[0]?.id ?? null
  }
  const [previous, next] = await Promise.all([find('previous'), find('next')])
  return { previous, next }
}

const REVERSED: Record<ComplaintOrder, ComplaintOrder> = {
  newest: 'oldest',
  oldest: 'newest',
  due: 'due-desc',
  'due-desc': 'due',
}

/** The order in which the complaints come that follow in this direction. */
function towards(direction: 'previous' | 'next', sort: ComplaintOrder = 'newest'): ComplaintOrder {
  return direction === 'next' ? sort : REVERSED[sort]
}

function isAfter(id: number, order: ComplaintOrder): RawBuilder<boolean> {
  const column = order.startsWith('due') ? DUE : sql`created_at`
  const here = sql`(select ${column}, id from complaints where id = ${id})`
  return order === 'oldest' || order === 'due' ? sql`(${column}, id) > ${here}` : sql`(${column}, id) < ${here}`
}

const WORDS_MAX = 8

// The same expression as in the index. The line feeds separate the texts; a word contains none.
export const SEARCHED_OF_COMPLAINTS = sql`lower(case when withhold_name then '' else fullname || chr(10) || email || chr(10) || phone || chr(10)
  || regexp_replace(phone, '\\D', '', 'g') || chr(10) end || location_of_incident || chr(10)
  || coalesce(landmark || chr(10), '') || description)`

// The index of three letters knows English letters only: other words are found by how they begin. The signs would belong to a word, because
// full-text search takes all that is not English for letters where the locale of the database is C.
const OTHER_WORDS_OF_COMPLAINTS = sql`translate(case when withhold_name then '' else fullname || ' ' end
  || location_of_incident || ' ' || coalesce(landmark || ' ', '') || description, '।॥“”‘’…–—', '         ')`

export function matchesFilter(filter: ComplaintFilter, adminId: number): RawBuilder<boolean> {
  const { status, search, type, payment, assignee, overdue, waiting, from, to } = filter
  return allOf([
    status && sql`status = ${status}`,
    search && matchesSearch(search),
    type && typeCondition(type),
    payment && sql`payment_status = ${payment}`,
    assignee && assigneeCondition(assignee, adminId),
    overdue && IS_OVERDUE,
    waiting && WAITS_FOR_US,
    from && sql`complaints.created_at >= ${startOfDay(from)}`,
    to && sql`complaints.created_at < ${endOfDay(to)}`,
  ])
}

/** Every word has to be found. A text without a word that an index could find finds nothing. */
export function matchesSearch(search: string): RawBuilder<boolean> {
  const number = parseReference(search) ?? Number(/^0*([1-9]\d{0,9})$/.exec(search)?.[1])
  const digits = searchedPhone(search) ?? search.replace(/[\s()+.-]/g, '')
  // Fewer digits are the number of a complaint alone: an index of three letters could not find them anyway.
  const isPhone = /^\d+$/.test(digits) && digits.length >= PHONE_DIGITS_MIN
  if (number) return isPhone ? sql<boolean>`(id = ${number} or ${contain(digits)})` : sql<boolean>`id = ${number}`
  const words = isPhone ? [digits] : wordsIn(search).slice(0, WORDS_MAX)
  if (!words.some(isIndexed)) return sql<boolean>`false`
  const others = words.filter((word) => !hasTrigram(word)).flatMap(namePartsOf)
  return allOf([
    ...words.filter((word) => hasTrigram(word) || namePartsOf(word).length === 0).map(contain),
    others.length > 0 && areFoundBy(others),
  ])
}

const contain = (word: string) => sql<boolean>`${SEARCHED_OF_COMPLAINTS} like ${containing(word)}`

/** The ids are read first: the planner would rather walk through all complaints, newest first, and divide the text of each into words. */
const areFoundBy = (parts: string[]) =>
  sql<boolean>`id = any(array(select id from complaints where ${beginIn(OTHER_WORDS_OF_COMPLAINTS, parts)}))`

function typeCondition(type: string): RawBuilder<boolean> {
  return type === OTHER_TYPES
    ? sql<boolean>`type_of_complaint <> all(${[...COMPLAINT_TYPES]}::text[])`
    : sql<boolean>`type_of_complaint = ${type}`
}

function assigneeCondition(assignee: string, adminId: number): RawBuilder<boolean> {
  if (assignee === 'none') return sql<boolean>`assignee_id is null`
  return sql<boolean>`assignee_id = ${assignee === 'me' ? adminId : Number(assignee)}`
}
