import { z } from 'zod'
import { call } from '../platform/call.ts'
import { NO_CONTENT, success } from '../platform/envelope.ts'

/** Kinds of news for the devices of an account. The last two are for admins with the duty for them. */
export const PUSH_KINDS = ['found', 'lost-scan', 'care-due', 'urgent-case', 'waiting-money'] as const
export const PushKind = z.enum(PUSH_KINDS)
export type PushKind = z.output<typeof PushKind>

/** The address of a browser at its push service: a secret of that browser, so it stands in no address of ours. */
const Endpoint = z.url().max(2_000)

/** A browser that can be sent notices: its address, and the keys that they are encrypted with. */
export const PushSubscriptionKeys = z.object({
  endpoint: Endpoint,
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
})
export type PushSubscriptionKeys = z.output<typeof PushSubscriptionKeys>

/**
 * The words and facts of a notice, as the server sends them to the service worker of a device, encrypted for its browser. `tag` makes a notice that
 * comes twice one.
 */
export type PushNotice = { title: string; body: string; path: string; tag: string; lang: string; read: string }

export const PushEndpoint = z.object({ endpoint: Endpoint })

export const pushCalls = {
  key: call({
    method: 'GET',
    path: '/api/push/key',
    access: 'anyone',
    summary: 'The key with which a browser asks its push service for an address; null where notices are switched off',
    reply: success(z.object({ public_key: z.string().nullable() })),
  }),
  state: call({
    method: 'POST',
    path: '/api/account/push/state',
    access: 'signed-in',
    summary: 'What this browser is told of from now on, until this session is ended; null if it is not known',
    body: PushEndpoint,
    reply: success(z.object({ kinds: z.array(PushKind).nullable() })),
  }),
  save: call({
    method: 'PUT',
    path: '/api/account/push',
    access: 'signed-in',
    summary: 'Send notices of these kinds to this browser from now on, until its session is ended',
    body: PushSubscriptionKeys.extend({ kinds: z.array(PushKind).max(PUSH_KINDS.length) }),
    ...NO_CONTENT,
  }),
  remove: call({
    method: 'POST',
    path: '/api/account/push/remove',
    access: 'signed-in',
    summary: 'Send no notices to this browser any more',
    body: PushEndpoint,
    ...NO_CONTENT,
  }),
  read: call({
    method: 'POST',
    path: '/api/push/read',
    access: 'anyone',
    summary: 'A notice was opened: a mail about the same that still waits is not sent',
    body: z.object({ token: z.uuid() }),
    ...NO_CONTENT,
  }),
}
