import { z } from 'zod'
import { call } from './call.ts'
import { success } from './envelope.ts'

export const dashboardCalls = {
  figures: call({
    method: 'GET',
    path: '/api/admin/dashboard',
    access: 'admin',
    duty: 'any',
    priority: 'low',
    maxConcurrent: 4,
    summary: 'The figures of the dashboard',
    reply: success(
      z.object({
        total_pets: z.number(),
        total_users: z.number(),
        /** What needs attention today, as far as the admin's duties cover it. */
        waiting_complaints: z.number().optional(),
        expiring_memberships: z.number().optional(),
        unmatched_payments: z.number().optional(),
      }),
    ),
  }),
}
