import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { hasTrigram, namePartsOf } from '@petsetu/contract/platform/search-words.ts'
import { type RawBuilder, sql } from 'kysely'
import { SEARCHED_OF_COMPLAINTS } from '../../complaints/cases/case-search.ts'
import { SEARCHED_OF_USERS } from '../../people/users/user-search.ts'
import { SEARCHED_OF_PETS } from '../../pets/list-pets.ts'
import { beginIn, containing } from '../../platform/db/search.ts'
import { candidatesOf, equals, type Match } from './matches.ts'
import type { SearchText } from './search-text.ts'

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

/** The words, or the digits of the phone number. */
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
    exactly: [equals(sql`id`, text.number)],
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
  const conditions = words.filter(hasTrigram).map((word) => sql`${texts} like ${containing(word)}`)
  if (others.length > 0) conditions.push(sql`(${beginIn(names, others)} and ${areNamesShown ?? sql`true`})`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
