import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { BaseVersion, ById, NO_CONTENT, PageQuery } from '../platform/envelope.ts'
import { optionalText, reasonBody } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { DUTIES, ROLES } from './duties.ts'

export const Role = z.enum(ROLES)
export type Role = z.output<typeof Role>

export const Duties = z.array(z.enum(DUTIES))

/** `duties` are those of an admin who does not have all; it is left out for everybody else. */
export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  role: Role,
  duties: Duties.optional(),
})
export type User = z.output<typeof User>

/**
 * A row of the list of users. A passkey counts as a second factor. The fields of visits, pets and plan are only in a page of the list.
 */
export const ListedUser = User.extend({
  hasSecondFactor: z.boolean().optional(),
  joinedAt: z.string().optional(),
  lastSeenAt: z.string().nullable().optional(),
  pets: z.number().optional(),
  membership: z.string().nullable().optional(),
})
export type ListedUser = z.output<typeof ListedUser>

/** An account as an admin sees it. `pets` are its own, oldest first; instants are ISO 8601, null if nothing is known. */
export const UserDetails = User.extend({
  isEmailConfirmed: z.boolean(),
  /** Two-step login; the passkeys are counted apart from it. */
  hasSecondFactor: z.boolean(),
  passkeys: z.number(),
  phone: z.string().nullable(),
  /** Mails to this account are in it; null until it has chosen one. */
  language: z.enum(LANGUAGES).nullable(),
  joinedAt: z.string(),
  lastSeenAt: z.string().nullable(),
  membership: z.string().nullable(),
  membershipId: z.number().nullable(),
  /** Grows with each change of the phone number or the language. */
  version: z.number(),
  pets: z.array(z.object({ id: z.number(), petId: z.string(), petName: z.string() })),
})
export type UserDetails = z.output<typeof UserDetails>

/** An admin corrects only this: whoever could change the e-mail address could take the account over. */
export const UserCorrection = z.object({
  phone: optionalText({ field: 'phone', max: 30 }).unwrap(),
  language: z.enum(LANGUAGES).nullable(),
  version: BaseVersion,
})

/** `seen` begins with accounts of which it is not known when they were last seen, then those seen longest ago. */
export const UserOrder = z.enum([
  'oldest',
  'newest',
  'username',
  'username-desc',
  'email',
  'email-desc',
  'seen',
  'seen-desc',
])
export type UserOrder = z.output<typeof UserOrder>

export const userCalls = {
  listAll: call({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    duty: 'members',
    priority: 'low',
    summary:
      'All users, oldest first; a page of them, in any order, with page and limit; those whose username, e-mail, phone or name as a member contains search',
    query: PageQuery.extend({ search: optionalText({ field: 'search', max: 100 }), sort: UserOrder.optional() }),
    reply: z.array(ListedUser),
    paged: true,
  }),
  csv: csvCall({
    path: '/admin/users.csv',
    duty: 'members',
    summary: 'All users, or those that contain search, as CSV, oldest first, with all that the list shows of them',
    query: z.object({ search: optionalText({ field: 'search', max: 100 }) }),
  }),
  read: call({
    method: 'GET',
    path: '/admin/users/{id}',
    access: 'admin',
    duty: 'members',
    summary: 'One account, with its pets and its running membership',
    params: ById,
    reply: UserDetails,
  }),
  correct: call({
    method: 'PUT',
    path: '/admin/users/{id}',
    access: 'admin',
    duty: 'members',
    summary:
      'Correct the phone number of an account and the language of its mails; another admin’s only with all duties. 409 if they have changed since this version',
    params: ById,
    body: UserCorrection,
    reply: UserDetails,
  }),
  delete: call({
    method: 'DELETE',
    path: '/admin/users/{id}',
    access: 'admin',
    duty: 'members',
    summary: 'Delete an account with its sessions and its pets, and erase its person; of an admin, what they did stays',
    params: ById,
    ...NO_CONTENT,
  }),
  giveDuties: call({
    method: 'PUT',
    path: '/admin/users/{id}/duties',
    access: 'admin',
    duty: 'all',
    summary:
      'Give an admin all duties or some of them, in place of those before; one admin with all always remains. 409 if they were other ones before than stated',
    params: ById,
    body: z.object({
      duties: Duties.min(1, problem('missing')).max(DUTIES.length),
      /** Those that the change is based on; without them, the last one wins. */
      before: Duties.max(DUTIES.length).optional(),
    }),
    reply: User,
  }),
  endSessions: call({
    method: 'DELETE',
    path: '/admin/users/{id}/sessions',
    access: 'admin',
    duty: 'members',
    summary: 'End every session of an account at once',
    params: ById,
    ...NO_CONTENT,
  }),
  endSecondFactor: call({
    method: 'POST',
    path: '/admin/users/{id}/second-factor/end',
    access: 'admin',
    duty: 'members',
    summary:
      'Switch off the second factor of an account whose owner lost it, and end all its sessions; the reason is logged',
    params: ById,
    body: reasonBody(),
    ...NO_CONTENT,
  }),
}
