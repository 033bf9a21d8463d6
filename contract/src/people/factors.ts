import { z } from 'zod'
import { call } from '../platform/call.ts'
import { Nothing, success } from '../platform/envelope.ts'
import { CodeForm, PasswordAndCodeForm, PasswordForm } from './auth.ts'

const SecondFactorState = z.object({
  /** Null while the account has no second factor. */
  enabled_at: z.string().nullable(),
  recovery_codes_left: z.number(),
  /** The account is of an admin who can do nothing else before setting one up. */
  is_required: z.boolean(),
})

/** The set-up of an authenticator app: the secret as text, and the same as an address, for a QR code. */
const NewSecondFactor = z.object({ secret: z.string(), uri: z.string() })

/** Shown once: only their hashes are stored. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const factorCalls = {
  read: call({
    method: 'GET',
    path: '/api/account/second-factor',
    access: 'signed-in',
    beforeEnrolment: true,
    summary: "Whether one's own account has a second factor, and since when",
    reply: success(SecondFactorState),
  }),
  begin: call({
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    beforeEnrolment: true,
    summary:
      'Begin to set up a second factor: it changes nothing until a code of it confirms it; beginning again replaces it',
    body: PasswordForm,
    reply: success(NewSecondFactor),
  }),
  confirm: call({
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    access: 'signed-in',
    beforeEnrolment: true,
    summary: 'Switch the second factor on, by a code of it; every other session of the account ends',
    body: CodeForm,
    reply: success(RecoveryCodes),
  }),
  renewCodes: call({
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    access: 'signed-in',
    summary: 'Replace all recovery codes by ten new ones',
    body: PasswordAndCodeForm,
    reply: success(RecoveryCodes),
  }),
  end: call({
    method: 'POST',
    path: '/api/account/second-factor/end',
    access: 'signed-in',
    summary: 'Switch the second factor off',
    body: PasswordAndCodeForm,
    reply: Nothing,
    status: 204,
  }),
}
