import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { NO_CONTENT } from '../platform/envelope.ts'
import { requiredEmail, requiredText } from '../platform/fields.ts'
import { type Label, problem } from '../platform/problem.ts'
import { countCharacters } from '../platform/text.ts'
import { SIGN_OUT } from '../visitor-paths.ts'
import { PASSWORD_LENGTH_MIN } from './password-rules.ts'
import { User } from './users.ts'

// Long passphrases are welcome; the limit keeps a request from hashing megabytes.
export const PASSWORD_LENGTH_MAX = 256

const Username = requiredText({ field: 'username', max: 50 })

// A password is taken exactly as typed: not trimmed, any character.
const passwordText = (field: Label) =>
  z
    .string({
      error: (issue) => (issue.input === undefined ? problem('required', { field }) : problem('notText', { field })),
    })
    .max(PASSWORD_LENGTH_MAX, problem('tooLong', { field, max: PASSWORD_LENGTH_MAX }))

export const givenPassword = (field: Label) => passwordText(field).min(1, problem('required', { field }))

export function newPassword(field: Label) {
  const tooShort = problem('tooShort', { field, min: PASSWORD_LENGTH_MIN })
  return passwordText(field)
    .min(PASSWORD_LENGTH_MIN, tooShort)
    .refine((password) => countCharacters(password) >= PASSWORD_LENGTH_MIN, tooShort)
}

export const Signup = z.object({
  username: Username,
  email: requiredEmail,
  password: newPassword('password'),
  /** A choice of its own: without it, no reminder comes. */
  wants_reminders: z.boolean().optional(),
  /** The statement that the person is 18 or older, or that a guardian agrees; it is recorded. */
  states_age: z.boolean().optional(),
})

export const SignupForm = Signup.omit({ wants_reminders: true, states_age: true })
  .extend({
    confirmPassword: z
      .string()
      .min(PASSWORD_LENGTH_MIN, problem('tooShort', { field: 'password', min: PASSWORD_LENGTH_MIN })),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: problem('passwordsDiffer'),
  })

export const Signin = z.object({
  username: requiredText({ field: 'username', max: 254 }),
  password: givenPassword('password'),
})

/** The password is asked for again before something that protects the account changes. */
export const PasswordForm = z.object({ password: givenPassword('password') })

/** A code of the authenticator app, or a recovery code. Wide enough for the dashes and spaces that people type. */
export const CodeForm = z.object({ code: requiredText({ field: 'code', max: 100 }) })

export const PasswordAndCodeForm = PasswordForm.extend(CodeForm.shape)

const PasswordChange = z.object({
  currentPassword: givenPassword('currentPassword'),
  newPassword: newPassword('newPassword'),
})

export const PasswordChangeForm = PasswordChange.extend({ confirmPassword: z.string() }).refine(
  (form) => form.newPassword === form.confirmPassword,
  { path: ['confirmPassword'], error: problem('passwordsDiffer') },
)

/** The signed-in person, as the browser stores it under the key `user`. `avatar` is the path of a picture on this site. */
export const SessionUser = User.extend({ accessToken: z.string(), avatar: z.string().optional() })
export type SessionUser = z.output<typeof SessionUser>

/** The answer to a sign-in. `language` is the account's own, null while the person has not chosen one. */
const SignedIn = SessionUser.extend({ language: z.enum(LANGUAGES).nullable() })

export const authCalls = {
  signin: call({
    method: 'POST',
    path: '/auth/signin',
    access: 'anyone',
    summary:
      'Sign in and receive an access token; an account with a second factor is answered 401 second_factor_required with a ticket',
    body: Signin,
    reply: SignedIn,
  }),
  secondFactor: call({
    method: 'POST',
    path: '/auth/second-factor',
    access: 'anyone',
    summary: 'Finish a sign-in within five minutes, with its ticket and a code of the second factor or a recovery code',
    body: CodeForm.extend({ ticket: requiredText({ field: 'ticket', max: 200 }) }),
    reply: SignedIn,
  }),
  takeOver: call({
    method: 'POST',
    path: '/login/session',
    access: 'anyone',
    summary: 'Receive the access token of a sign-in that a form without a script has made, once; its cookie ends',
    reply: SignedIn,
  }),
  signup: call({
    method: 'POST',
    path: '/auth/signup',
    access: 'anyone',
    summary: 'Make an account; its role is always user',
    body: Signup,
    reply: User,
    status: 201,
  }),
  signout: call({
    ...SIGN_OUT,
    access: 'signed-in',
    beforeEnrolment: true,
    summary: 'End this session at once',
    ...NO_CONTENT,
  }),
  changePassword: call({
    method: 'POST',
    path: '/auth/password',
    access: 'signed-in',
    summary: "Change one's own password; every other session of the account ends",
    body: PasswordChange,
    ...NO_CONTENT,
  }),
}

// Only its hash is compared, so that any text that is no token is answered alike.
const Token = z.string(problem('required', { field: 'token' }))

const Message = z.object({ message: z.string() })

export const ForgotPassword = z.object({ login: requiredText({ field: 'login', max: 254 }) })

const PasswordReset = z.object({ token: Token, password: newPassword('newPassword') })

export const PasswordResetForm = PasswordReset.omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: problem('passwordsDiffer'),
  })

export const recoveryCalls = {
  forgotPassword: call({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    summary:
      'Ask for a link to a new password; login is a username or an e-mail address, and the answer is always the same',
    body: ForgotPassword,
    reply: Message,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    summary: 'Set a new password with the token of a link; every session of the account ends',
    body: PasswordReset,
    reply: Message,
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'anyone',
    summary: 'Confirm the e-mail address of an account, or the one that is to become it, with the token of a link',
    body: z.object({ token: Token }),
    reply: Message,
  }),
  undoEmailChange: call({
    method: 'POST',
    path: '/auth/undo-email-change',
    access: 'anyone',
    summary:
      'Give an account its former e-mail address back with the token of a link; its sessions and its password end, and reset_path leads to a new one',
    body: z.object({ token: Token }),
    reply: Message.extend({ reset_path: z.string() }),
  }),
}
