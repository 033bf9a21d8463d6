import { accountCalls } from '@petsetu/contract/people/account.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { FakeServer } from './fake-server.ts'
import { OWNER } from './open-page.tsx'
import { serverOfSamples } from './sample-replies.ts'

export type Account = Reply<typeof accountCalls.read>['data']
export type SecondFactor = Reply<typeof factorCalls.read>['data']

export const NO_SECOND_FACTOR: SecondFactor = { enabled_at: null, recovery_codes_left: 0, is_required: false }

export const OWN_ACCOUNT: Account = {
  username: OWNER.username,
  email: OWNER.email,
  email_confirmed: true,
  pending_email: null,
  phone: null,
  language: 'en',
  wants_reminders: true,
}

/** Answers every call with a sample, and those about the owner's account without anything that holds the page up. */
export function serverOfAccount(account: Partial<Account> = {}): FakeServer {
  return serverOfSamples()
    .on(accountCalls.listKept, succeed([]))
    .on(accountCalls.read, succeed({ ...OWN_ACCOUNT, ...account }))
    .on(membershipCalls.card, succeed(null))
    .on(factorCalls.read, succeed(NO_SECOND_FACTOR))
}
