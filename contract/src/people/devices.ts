import { z } from 'zod'
import { call } from '../platform/call.ts'
import { InternalId, Nothing, success } from '../platform/envelope.ts'

/** A session of one's own account. `browser` and `system` are names of products, such as Firefox and Android; null if unknown. */
export const Device = z.object({
  id: z.number(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  is_this_device: z.boolean(),
  last_used_at: z.string(),
  created_at: z.string(),
})
export type Device = z.output<typeof Device>

/** The list shows this many; signing out all others also ends those that it does not show. */
export const DEVICES_SHOWN_MAX = 100

export const deviceCalls = {
  list: call({
    method: 'GET',
    path: '/api/account/devices',
    access: 'signed-in',
    summary: 'The devices that are signed in to this account: this one first, then the last used ones, 100 at most',
    reply: success(z.array(Device)),
  }),
  signOutOthers: call({
    method: 'DELETE',
    path: '/api/account/devices',
    access: 'signed-in',
    summary: 'Sign out all other devices of this account',
    reply: Nothing,
    status: 204,
  }),
  signOut: call({
    method: 'DELETE',
    path: '/api/account/devices/{id}',
    access: 'owner',
    duty: 'members',
    summary: 'Sign out one device of this account',
    params: z.object({ id: InternalId }),
    reply: Nothing,
    status: 204,
  }),
}
