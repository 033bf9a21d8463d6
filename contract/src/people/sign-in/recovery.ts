import { z } from 'zod'
import { call } from '../../platform/call.ts'
import { requiredText } from '../../platform/fields.ts'
import { problem } from '../../platform/problem.ts'
import { newPassword } from '../auth.ts'

// Only its hash is compared, so that any text that is no token is answered alike.
const Token = z.string(problem('required', { field: 'token' }))

const Message = z.object({ message: z.string() })

export const ForgotPassword = z.object({ login: requiredText({ field: 'login', max: 254 }) })

const PasswordReset = z.object({ token: Token, password: newPassword('newPassword') })

/** The form for a forgotten password: the new password and the repeated one. */
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
