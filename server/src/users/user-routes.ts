import { pageOf, succeed } from '@petsetu/contract/envelope.ts'
import { type User, userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { streamList } from '../http/json-list.ts'
import { mounter } from '../http/mount.ts'
import { countRows, deleteUser, listUsersAfter, listUsersPage } from './user-queries.ts'

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(userCalls.listAll, async ({ query, reply }) => {
    const page = pageOf(query)
    if (!page) return streamList<User>(reply, (last, limit) => listUsersAfter(deps.db, last, limit))
    const { rows, total } = await listUsersPage(deps.db, page.page, page.limit)
    reply.header('x-total-count', total)
    return rows
  })

  on(userCalls.delete, async ({ params, person, request }) => {
    await deleteUser(deps.db, params.id, person.id)
    request.log.info({ event: 'user-deleted', userId: params.id, by: person.id }, 'user deleted')
  })

  on(userCalls.counts, async () => {
    const [totalPets, totalUsers] = await Promise.all([countRows(deps.db, 'pets'), countRows(deps.db, 'users')])
    return succeed({ total_pets: totalPets, total_users: totalUsers })
  })
}
