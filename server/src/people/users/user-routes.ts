import { DUTIES } from '@petsetu/contract/people/duties.ts'
import { type ListedUser, userCalls } from '@petsetu/contract/people/users.ts'
import { pageOf } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { type CsvColumn, streamCsv } from '../../platform/http/bodies/csv.ts'
import { streamList } from '../../platform/http/bodies/json-list.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { recordAudit, recordDownload } from '../audit/record-audit.ts'
import { lockAccount, setPhone } from './account-details.ts'
import { giveDuties, requireRightsOver } from './admin-duties.ts'
import { listUsersAfter, listUsersPage, listWholeUsersAfter, readUserDetails } from './list-users.ts'
import { deleteUser, readUser, setLanguage } from './user-queries.ts'

type Rules = {
  /** Rejects the deletion of somebody who has to do something first. */
  requireDeletable: (transaction: Db, userId: number) => Promise<void>
  /** Erases the person of a user's account. */
  eraseUser: (transaction: Db, userId: number, request: FastifyRequest) => Promise<void>
  /** Does what an erasure leaves for later. */
  finishErasure: (request: FastifyRequest) => Promise<void>
}

export function userRoutes(
  app: FastifyInstance,
  deps: Deps,
  { requireDeletable, eraseUser, finishErasure }: Rules,
): void {
  const on = routeRegistrar(app, deps)

  on(userCalls.listAll, async ({ query, reply }) => {
    const page = pageOf(query)
    const { search: wanted, sort = 'oldest' } = query
    const search = wanted ?? ''
    if (!page) return streamList<ListedUser>(reply, (last, limit) => listUsersAfter(deps.db, search, last, limit))
    const { rows, total } = await listUsersPage(deps, { search, sort }, page.page, page.limit)
    reply.header('x-total-count', total)
    return rows
  })

  on(userCalls.csv, async ({ person, request, reply }) => {
    await recordDownload(deps.db, { person, request }, 'user')
    return streamCsv<ListedUser>(reply, 'users.csv', CSV_COLUMNS, (last, limit) =>
      listWholeUsersAfter(deps.db, last, limit),
    )
  })

  on(userCalls.read, async ({ params }) => readUserDetails(deps.db, params.id))

  on(userCalls.correct, async ({ params: { id }, body, person, request }) => {
    await requireRightsOver(deps.db, person, id)
    await inTransaction(deps.db, async (transaction) => {
      const before = await lockAccount(transaction, id)
      if (!before) throw notFound('user_not_found')
      await setPhone(transaction, id, body.phone)
      await setLanguage(transaction, id, body.language)
      const change = { before: { phone: before.phone, language: before.language }, after: body, personal: ['phone'] }
      const object = { kind: 'user', id } as const
      await recordAudit(transaction, { person, request }, { action: 'user-corrected', object, ...change })
    })
    recordEvent(request.log, { event: 'user-corrected', userId: id, actorId: person.id })
    return readUserDetails(deps.db, id)
  })

  on(userCalls.delete, async ({ params, person, request }) => {
    await inTransaction(deps.db, async (transaction) => {
      await requireDeletable(transaction, params.id)
      const deleted = await deleteUser(transaction, params.id, person.id, (erasure) =>
        eraseUser(erasure, params.id, request),
      )
      const object = { kind: 'user', id: params.id } as const
      await recordAudit(transaction, { person, request }, { action: 'user-deleted', object, before: deleted })
    })
    recordEvent(request.log, { event: 'user-deleted', userId: params.id, actorId: person.id })
    await finishErasure(request)
  })

  on(userCalls.giveDuties, async ({ params: { id }, body, person, request }) => {
    const user = await inTransaction(deps.db, async (transaction) => {
      const { before, after } = await giveDuties(transaction, id, body.duties, person.id)
      const duties = { before: { duties: before ?? DUTIES }, after: { duties: after ?? DUTIES } }
      const object = { kind: 'user', id } as const
      await recordAudit(transaction, { person, request }, { action: 'duties-given', object, ...duties })
      return readUser(transaction, id)
    })
    const { duties = [...DUTIES] } = user
    recordEvent(request.log, { event: 'duties-given', userId: id, actorId: person.id, duties })
    return user
  })
}

const CSV_COLUMNS: CsvColumn<ListedUser>[] = [
  { headId: 'csv.id', cell: (user) => user.id },
  { headId: 'csv.username', cell: (user) => user.username },
  { headId: 'csv.email', cell: (user) => user.email },
  { headId: 'csv.role', cell: ({ role }, text) => text(`users.${role}`) },
  // Empty for an admin who has all.
  { headId: 'duties.duties', cell: ({ duties = [] }, text) => duties.map((duty) => text(`duties.${duty}`)).join(', ') },
  { headId: 'users.joined', cell: ({ joinedAt }) => joinedAt ?? null },
  { headId: 'users.lastSeen', cell: ({ lastSeenAt }) => lastSeenAt ?? null },
  { headId: 'users.petCount', cell: ({ pets }) => pets ?? null },
  { headId: 'users.membership', cell: ({ membership }) => membership ?? null },
]
