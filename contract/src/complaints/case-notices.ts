import { z } from 'zod'
import { PushEndpoint, PushSubscriptionKeys } from '../people/push.ts'
import { call } from '../platform/call.ts'
import { Nothing, success } from '../platform/envelope.ts'
import { followToken } from './follow.ts'

/** Notices about one complaint, for whoever has a link to it. No account is needed. */
export const caseNoticeCalls = {
  state: call({
    method: 'POST',
    path: '/complaint/follow/{token}/notices/state',
    access: 'anyone',
    summary: 'Whether this browser is told of changes of the complaint',
    params: followToken,
    body: PushEndpoint,
    reply: success(z.object({ is_on: z.boolean() })),
  }),
  start: call({
    method: 'PUT',
    path: '/complaint/follow/{token}/notices',
    access: 'anyone',
    summary: 'Tell this browser of changes of the complaint from now on',
    params: followToken,
    body: PushSubscriptionKeys,
    reply: Nothing,
    status: 204,
  }),
  stop: call({
    method: 'POST',
    path: '/complaint/follow/{token}/notices/stop',
    access: 'anyone',
    summary: 'Tell this browser no more of the complaint',
    params: followToken,
    body: PushEndpoint,
    reply: Nothing,
    status: 204,
  }),
}
