import type { Call } from '@petsetu/contract/call.ts'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { donationCalls } from '@petsetu/contract/donations.ts'
import { hasDuty } from '@petsetu/contract/duties.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { SEARCH_KINDS, type SearchKind, searchCalls } from '@petsetu/contract/search.ts'
import { tagCalls } from '@petsetu/contract/tags.ts'
import { userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import { findPayments, findReceipts } from './find-payments.ts'
import {
  type FindKind,
  type Found,
  findComplaints,
  findDonations,
  findMemberships,
  findPets,
  findTags,
  findUsers,
} from './find-records.ts'
import { isTooShort, readSearchText } from './search-text.ts'

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

// A search uses at most this many connections.
const QUERIES_AT_ONCE = 2

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(searchCalls.find, async ({ query, person }) => {
    const text = readSearchText(query.q)
    const kinds = SEARCH_KINDS.filter((kind) => hasDuty(person, KINDS[kind].shownBy.duty))
    const found = await pLimit(QUERIES_AT_ONCE).map(kinds, (kind) => KINDS[kind].find(deps.db, text))
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
