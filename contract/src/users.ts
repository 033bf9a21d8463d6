import { z } from 'zod'
import { call } from './call.ts'
import { InternalId, Nothing, PageQuery, success } from './envelope.ts'

export const Role = z.enum(['user', 'admin'])
export type Role = z.output<typeof Role>

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  role: Role,
})
export type User = z.output<typeof User>

export const userCalls = {
  listAll: call({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'All users, oldest first; a page of them with page and limit',
    query: PageQuery,
    reply: z.array(User),
    paged: true,
  }),
  delete: call({
    method: 'DELETE',
    path: '/admin/users/{id}',
    access: 'admin',
    summary: 'Delete an account with its sessions and its pets',
    params: z.object({ id: InternalId }),
    reply: Nothing,
    status: 204,
  }),
  counts: call({
    method: 'GET',
    path: '/api/admin/dashboard',
    access: 'admin',
    summary: 'The figures of the dashboard',
    reply: success(z.object({ total_pets: z.number(), total_users: z.number() })),
  }),
}
