import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId, PET_ID_ALPHABET, PET_ID_LENGTH } from '@petsetu/contract/pet-id.ts'
import { formatReference } from '@petsetu/contract/reference.ts'
import { SEARCH_GROUP_MAX, type SearchKind, type SearchResult } from '@petsetu/contract/search.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { membershipStatus } from '../memberships/membership-status.ts'
import { type Match, type Matched, matching } from './matches.ts'
import type { SearchText } from './search-text.ts'
import { MATCH_SUBJECTS, matchPets, matchUsers } from './searched-texts.ts'

/** Results of one kind, those found by their id first. */
export type Found = { isExact: boolean; result: SearchResult }[]
export type FindKind = (db: Db, text: SearchText) => Promise<Found>

type PetRow = { petId: string; petName: string; petType: string; ownerName: string | null }

export const findPets: FindKind = async (db, text) => {
  const rows = await read<PetRow>(db, matchPets(text), (matched) => {
    return sql`select is_exact, pet_id as "petId", pet_name as "petName", pet_type as "petType", owner_name as "ownerName"
      from ${matched} join pets using (id) order by is_exact desc, pets.id desc`
  })
  return found('pet', rows, ({ petId, petName, petType, ownerName }) => ({
    id: petId,
    title: petName,
    detail: lineOf(petType, ownerName, groupPetId(petId)),
    path: paths.allPets.to({}, { search: petId }),
  }))
}

type TagRow = { petId: string; petName: string | null; state: string }

export const findTags: FindKind = async (db, { petId, tagStart }) => {
  if (!petId && !tagStart) return []
  const { rows } = await sql<TagRow & Matched>`
    select tags.pet_id as "petId", pet_name as "petName", ${Boolean(petId)}::boolean as is_exact,
      case when bound_at is null then 'blank' when spent_at is not null then 'spent' else 'registered' end as state
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

export const findUsers: FindKind = async (db, text) => {
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

export const findComplaints: FindKind = async (db, text) => {
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

export const findMemberships: FindKind = async (db, text) => {
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

export const findDonations: FindKind = async (db, text) => {
  const rows = await read<DonationRow>(db, MATCH_SUBJECTS.donation(text), (matched) => {
    return sql`select is_exact, donations.id, name, email, amount_paise as paise, status
      from ${matched} join donations using (id) order by is_exact desc, donations.id desc`
  })
  return found('donation', rows, ({ id, name, email, paise, status }) => ({
    id: String(id),
    title: name,
    detail: lineOf(formatRupees(paise / PAISE_PER_RUPEE), email),
    status,
    path: paths.donations.to({}, { search: email || name }),
  }))
}

/** The rows that match; `select` reads them from the table `matched`. */
export async function read<Row>(
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

export function found<Row>(kind: SearchKind, rows: (Row & Matched)[], show: (row: Row) => Shown): Found {
  return rows.map((row) => ({ isExact: row.is_exact, result: { kind, status: null, ...show(row) } }))
}

export function lineOf(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** The first and the last tag that begins with this text. */
const first = (start: string | null) => (start ?? '').padEnd(PET_ID_LENGTH, PET_ID_ALPHABET.at(0))
const last = (start: string | null) => (start ?? '').padEnd(PET_ID_LENGTH, PET_ID_ALPHABET.at(-1))
