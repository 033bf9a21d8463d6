import { DUTIES } from '@petsetu/contract/duties.ts'
import { pageOf } from '@petsetu/contract/envelope.ts'
import { type ListedUser, userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { streamList } from '../http/bodies/json-list.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { giveDuties } from './admin-duties.ts'
import { listUsersAfter, listUsersPage } from './list-users.ts'
import { deleteUser, readUser } from './user-queries.ts'

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(userCalls.listAll, async ({ query, reply }) => {
    const page = pageOf(query)
    const { search: wanted, sort = 'oldest' } = query
    const search = wanted ?? ''
    if (!page) return streamList<ListedUser>(reply, (last, limit) => listUsersAfter(deps.db, search, last, limit))
    const { rows, total } = await listUsersPage(deps, { search, sort }, page.page, page.limit)
    reply.header('x-total-count', total)
    return rows
  })

  on(userCalls.csv, async ({ reply }) =>
    streamCsv<ListedUser>(reply, 'users.csv', CSV_COLUMNS, (last, limit) => listUsersAfter(deps.db, '', last, limit)),
  )

  on(userCalls.delete, async ({ params, person, request }) => {
    await inTransaction(deps.db, async (transaction) => {
      const { role } = await deleteUser(transaction, params.id, person.id)
      const object = { kind: 'user', id: params.id } as const
      await recordAudit(transaction, { person, request }, { action: 'user-deleted', object, before: { role } })
    })
    recordEvent(request.log, { event: 'user-deleted', userId: params.id, actorId: person.id })
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
  { headId: 'csv.role', cell: (user) => user.role },
]
