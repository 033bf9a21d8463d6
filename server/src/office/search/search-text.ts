import { parseReference } from '@petsetu/contract/complaints/reference.ts'
import { SEARCH_GROUP_MAX } from '@petsetu/contract/office/search.ts'
import { normalizePetId, PET_ID_ALPHABET, PET_ID_LENGTH } from '@petsetu/contract/pets/pet-id.ts'
import { isInternalId } from '@petsetu/contract/platform/envelope.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { foldCase, hasTrigram, isIndexed, namePartsOf, wordsIn } from '@petsetu/contract/platform/text.ts'
import { parseMemberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { type RawBuilder, sql } from 'kysely'
import { SEARCHED_OF_COMPLAINTS } from '../../complaints/cases/case-search.ts'
import { parseReceiptNumber, type ReceiptNumber } from '../../payments/receipts/receipt-numbers.ts'
import { SEARCHED_OF_USERS, searchedPhone } from '../../people/users/user-queries.ts'
import { SEARCHED_OF_PETS } from '../../pets/list-pets.ts'
import { beginIn, hasText } from '../../platform/db/expressions.ts'

/** Everything that a typed text can stand for. */
export type SearchText = {
  typed: string
  number: number | null
  petId: string | null
  tagStart: string | null
  complaintId: number | null
  membershipId: number | null
  receipt: ReceiptNumber | null
  providerId: string | null
  /** The number of a cheque, or the reference of a UPI payment. */
  deskReference: string | null
  phone: string | null
  /** Names and addresses have to contain all of them. Empty if the text has too few letters to be looked for. */
  words: string[]
}

const WORDS_MAX = 8
const TAG_START_MIN = 4

const TAG_START = new RegExp(`^[${PET_ID_ALPHABET}]{${TAG_START_MIN},${PET_ID_LENGTH - 1}}$`)

export function readSearchText(typed: string): SearchText {
  const tagStart = typed.replace(/[\s-]/g, '').toUpperCase()
  const phone = searchedPhone(typed)
  return {
    typed,
    number: isInternalId(typed.replace(/^0+/, '')) ? Number(typed) : null,
    petId: normalizePetId(typed),
    tagStart: TAG_START.test(tagStart) ? tagStart : null,
    complaintId: parseReference(typed),
    membershipId: parseMemberNumber(typed),
    receipt: parseReceiptNumber(typed),
    providerId: /^(pay|order|rfnd)_\w+$/.test(typed) ? typed : null,
    deskReference: /^[a-z0-9]{6,35}$/i.test(typed) ? typed.toLowerCase() : null,
    phone,
    // Shorter ones beside longer ones are left out: they would be compared with every row that those find.
    words: phone || /^\d+$/.test(typed) ? [] : wordsIn(typed).filter(isIndexed).slice(0, WORDS_MAX),
  }
}

/** True if nothing but a longer text could find something. */
export function isTooShort({ number, phone, words }: SearchText): boolean {
  return words.length === 0 && number === null && phone === null
}

// A name that thousands have finds no more rows than this: people refine such a search.
const CANDIDATES_MAX = 200

/** SQL conditions on the rows of a table. */
export type Match = {
  table: string
  /** Each finds rows by an id that is theirs alone. */
  exactly: (RawBuilder<boolean> | null)[]
  /** Each finds rows by a part of their texts. */
  partly: (RawBuilder<boolean> | null)[]
}

/** A row that was found; `is_exact` if it was found by its id. */
export type Matched = { is_exact: boolean }

/**
 * SQL: the ids of the rows to show, as a table `matched`. First those found by their id, then the newest. Candidates are limited before they
 * are sorted, so that the planner never walks a table in the order of its ids to find rare rows. Null if there is nothing to look for.
 */
export function matching(match: Match): RawBuilder<unknown> | null {
  const candidates = candidatesOf(match)
  return (
    candidates &&
    sql`(select id, bool_or(is_exact) as is_exact from ${candidates} found
    group by id order by 2 desc, id desc limit ${SEARCH_GROUP_MAX}) matched`
  )
}

/** SQL: the ids of the rows that each condition finds, at most 200 of each, as a table. Null if there is no condition. */
export function candidatesOf({ table, exactly, partly }: Match): RawBuilder<unknown> | null {
  const from = (condition: RawBuilder<boolean>, isExact: boolean) =>
    sql`(select id, ${sql.lit(isExact)} as is_exact from ${sql.table(table)} where ${condition} limit ${CANDIDATES_MAX})`
  const queries = [
    ...exactly.flatMap((condition) => (condition ? [from(condition, true)] : [])),
    ...partly.flatMap((condition) => (condition ? [from(condition, false)] : [])),
  ]
  return queries.length > 0 ? sql`(${sql.join(queries, sql` union all `)})` : null
}

/** SQL condition: the column has this value. Null without a value. */
export function equals(column: RawBuilder<unknown>, value: string | number | null): RawBuilder<boolean> | null {
  return value === null ? null : sql<boolean>`${column} = ${value}`
}

/** The texts in which words are looked for, as in the indexes: parts of these texts, and the beginnings of the words of names. */
type Searched = { texts: RawBuilder<unknown>; names: RawBuilder<unknown>; areNamesShown?: RawBuilder<boolean> }

// The line feeds separate the texts; a word contains none.
const PETS: Searched = { texts: SEARCHED_OF_PETS, names: sql`pet_name || ' ' || coalesce(owner_name, '')` }
const USERS: Searched = { texts: SEARCHED_OF_USERS, names: sql`username_key` }
const COMPLAINTS: Searched = {
  // Without a name that is withheld.
  texts: SEARCHED_OF_COMPLAINTS,
  names: sql`fullname`,
  areNamesShown: sql`not withhold_name`,
}
const MEMBERSHIPS: Searched = {
  texts: sql`lower(name || chr(10) || email || chr(10) || username || chr(10) || regexp_replace(phone, '\\D', '', 'g'))`,
  names: sql`name || ' ' || username`,
}
const DONATIONS: Searched = {
  texts: sql`lower(name || chr(10) || email || chr(10) || phone)`,
  names: sql`name`,
}

const DONOR_PHONE = sql`right(regexp_replace(phone, '\\D', '', 'g'), 10)`

const wordsOf = ({ words, phone }: SearchText) => (phone ? [phone] : words)

export function matchPets(text: SearchText): Match {
  const owners = candidatesOf({ ...matchUsers(text), exactly: [] })
  return {
    table: 'pets',
    exactly: [equals(sql`pets.pet_id`, text.petId), equals(sql`id`, text.number)],
    partly: [contains(PETS, wordsOf(text)), owners && sql<boolean>`user_id in (select id from ${owners} owners)`],
  }
}

export function matchUsers(text: SearchText): Match {
  const key = foldCase(text.typed)
  return {
    table: 'users',
    exactly: [equals(sql`username_key`, key), equals(sql`email_key`, key), equals(sql`id`, text.number)],
    partly: [contains(USERS, wordsOf(text).map(foldCase))],
  }
}

export const MATCH_SUBJECTS: Record<Purpose, (text: SearchText) => Match> = {
  complaint: (text) => ({
    table: 'complaints',
    exactly: [equals(sql`id`, text.complaintId), equals(sql`id`, text.number)],
    partly: [contains(COMPLAINTS, wordsOf(text))],
  }),
  membership: (text) => ({
    table: 'memberships',
    exactly: [equals(sql`id`, text.membershipId), equals(sql`id`, text.number)],
    partly: [contains(MEMBERSHIPS, wordsOf(text))],
  }),
  donation: (text) => ({
    table: 'donations',
    exactly: [wasPaid(equals(sql`id`, text.number))],
    partly: [wasPaid(contains(DONATIONS, text.words)), wasPaid(startsWith(DONOR_PHONE, text.phone))],
  }),
}

/** The list of donations shows no others. */
function wasPaid(condition: RawBuilder<boolean> | null): RawBuilder<boolean> | null {
  return condition && sql<boolean>`(paid_at is not null and ${condition})`
}

function startsWith(column: RawBuilder<unknown>, digits: string | null): RawBuilder<boolean> | null {
  return digits === null ? null : sql<boolean>`${column} like ${`${digits}%`}`
}

/** SQL condition: the texts contain all the words. Null without a word. */
function contains({ texts, names, areNamesShown }: Searched, words: string[]): RawBuilder<boolean> | null {
  if (words.length === 0) return null
  const others = words.filter((word) => !hasTrigram(word)).flatMap(namePartsOf)
  const conditions = words.filter(hasTrigram).map((word) => hasText(texts, word))
  if (others.length > 0) conditions.push(sql`(${beginIn(names, others)} and ${areNamesShown ?? sql`true`})`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
