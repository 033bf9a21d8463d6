import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { KeptComplaint } from '../complaints/complaint-schemas.ts'
import { call } from '../platform/call.ts'
import { ById, NO_CONTENT, success } from '../platform/envelope.ts'
import { optionalText, requiredEmail } from '../platform/fields.ts'
import { givenPassword } from './auth.ts'
import { Duties } from './users.ts'

const LanguageChoice = z.object({ language: z.enum(LANGUAGES) })

/** `pending_email` is to become the account's address once it is confirmed. */
const Account = z.object({
  username: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  pending_email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null while its owner has not chosen one. */
  language: z.enum(LANGUAGES).nullable(),
  wants_reminders: z.boolean(),
  /** Those of an admin who does not have all. */
  duties: Duties.optional(),
})

export const EmailChange = z.object({ email: requiredEmail, current_password: givenPassword('currentPassword') })

/** Empty text and null remove the number. */
export const PhoneForm = z.object({ phone: optionalText({ field: 'phone', max: 30 }).unwrap() })

const ReminderChoice = z.object({ wants_reminders: z.boolean() })

/** A code of the second factor, or a recovery code, if the account has one. */
const OwnCode = optionalText({ field: 'code', max: 40 })

export const accountCalls = {
  read: call({
    method: 'GET',
    path: '/api/account',
    access: 'signed-in',
    summary: "One's own account",
    reply: success(Account),
  }),
  chooseLanguage: call({
    method: 'PUT',
    path: '/api/account/language',
    access: 'signed-in',
    summary: "Choose the language of one's own account",
    body: LanguageChoice,
    reply: success(LanguageChoice),
  }),
  changeEmail: call({
    method: 'PUT',
    path: '/api/account/email',
    access: 'signed-in',
    summary:
      "Send a link to a new e-mail address, which becomes the account's once it is confirmed there; the own one gets its link again until it is confirmed",
    body: EmailChange,
    reply: success(Account),
  }),
  cancelEmailChange: call({
    method: 'DELETE',
    path: '/api/account/email',
    access: 'signed-in',
    summary: 'Cancel the change to an e-mail address that is not confirmed yet; its link ends',
    reply: success(Account),
  }),
  sendConfirmation: call({
    method: 'POST',
    path: '/api/account/email/confirmation',
    access: 'signed-in',
    summary: "Send the link that confirms the account's e-mail address again; nothing is sent if it is confirmed",
    ...NO_CONTENT,
  }),
  setPhone: call({
    method: 'PUT',
    path: '/api/account/phone',
    access: 'signed-in',
    summary: "Set or remove the phone number of one's own account",
    body: PhoneForm,
    reply: success(Account),
  }),
  chooseReminders: call({
    method: 'PUT',
    path: '/api/account/reminders',
    access: 'signed-in',
    summary: 'Choose whether the account gets reminders by e-mail',
    body: ReminderChoice,
    reply: success(Account),
  }),
  downloadData: call({
    method: 'POST',
    path: '/api/account/data',
    access: 'signed-in',
    priority: 'low',
    summary:
      'Everything stored about oneself: a zip with data.json and the files; 3 an hour, one at a time; of an account with a second factor with a code of it',
    body: z.object({ code: OwnCode }),
    file: 'application/zip',
    reply: z.string(),
  }),
  listKept: call({
    method: 'GET',
    path: '/api/account/kept',
    access: 'signed-in',
    summary: "The caller's complaints that are held, which an erasure leaves until the day is over",
    reply: success(z.array(KeptComplaint)),
  }),
  delete: call({
    method: 'POST',
    path: '/api/account/delete',
    access: 'signed-in',
    summary:
      'Erase oneself: the account, its pets and all personal data that the law does not require; not for admins; with a second factor also with a code of it',
    body: z.object({ password: givenPassword('password'), code: OwnCode }),
    ...NO_CONTENT,
  }),
}

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
    reply: success(z.array(Device)).extend({
      /** So many browsers, in which nobody is signed in any more, still show notices; left out if there are none. */
      notices_elsewhere: z.int().optional(),
    }),
  }),
  signOutOthers: call({
    method: 'DELETE',
    path: '/api/account/devices',
    access: 'signed-in',
    summary: 'Sign out all other devices of this account; their notices end, also where the session had expired before',
    ...NO_CONTENT,
  }),
  signOut: call({
    method: 'DELETE',
    path: '/api/account/devices/{id}',
    access: 'owner',
    duty: 'members',
    summary: 'Sign out one device of this account',
    params: ById,
    ...NO_CONTENT,
  }),
}
