import { z } from 'zod'
import { call } from './call.ts'
import { Nothing } from './envelope.ts'
import { requiredEmail, requiredText } from './fields.ts'
import { User } from './users.ts'

export const PASSWORD_LENGTH_MIN = 6
// Long pass-phrases are welcome; the cap only keeps one request from hashing megabytes.
const PASSWORD_LENGTH_MAX = 256

const Username = requiredText({ label: 'Username', max: 50 })

// A password is taken exactly as typed: not trimmed, any character.
const NewPassword = z
  .string({ error: (issue) => (issue.input === undefined ? 'Password is required' : 'Password must be text') })
  .min(PASSWORD_LENGTH_MIN, `Password must be at least ${PASSWORD_LENGTH_MIN} characters long`)
  .max(PASSWORD_LENGTH_MAX, `Password must be at most ${PASSWORD_LENGTH_MAX} characters long`)

export const Signup = z.object({ username: Username, email: requiredEmail, password: NewPassword })

/** The sign-up form: the call's fields and the password a second time. */
export const SignupForm = Signup.extend({
  confirmPassword: z
    .string()
    .min(PASSWORD_LENGTH_MIN, `Password must be at least ${PASSWORD_LENGTH_MIN} characters long`),
}).refine((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  error: 'Passwords do not match',
})

export const Signin = z.object({
  username: requiredText({ label: 'Username', max: 254 }),
  password: z
    .string({ error: (issue) => (issue.input === undefined ? 'Password is required' : 'Password must be text') })
    .min(1, 'Password is required')
    .max(PASSWORD_LENGTH_MAX, `Password must be at most ${PASSWORD_LENGTH_MAX} characters long`),
})

/** The signed-in person, as the browser keeps it under the key `user`. */
export const SessionUser = User.extend({ accessToken: z.string(), avatar: z.string().optional() })
export type SessionUser = z.output<typeof SessionUser>

export const authCalls = {
  signin: call({
    method: 'POST',
    path: '/auth/signin',
    access: 'anyone',
    summary: 'Sign in and receive an access token',
    body: Signin,
    reply: SessionUser,
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
    method: 'POST',
    path: '/auth/signout',
    access: 'signed-in',
    summary: 'End this session at once',
    reply: Nothing,
    status: 204,
  }),
}
