import { englishTexts } from '@petsetu/languages/all-texts.ts'
import { expect, test } from 'vitest'
import { describeProblem } from '../platform/problem.ts'
import { PasswordChangeForm, Signin, Signup, SignupForm } from './auth.ts'

const ACCOUNT = { username: 'asha', email: 'asha@example.org', password: 'marigold' }

function messages(
  schema: typeof Signin | typeof Signup | typeof SignupForm | typeof PasswordChangeForm,
  value: unknown,
) {
  const found: Record<string, string> = {}
  for (const issue of schema.safeParse(value).error?.issues ?? [])
    found[issue.path.join('.')] ??= describeProblem(englishTexts, issue.message)
  return found
}

// AUTH-1
test('sign-in asks for a username and a password', () => {
  expect(messages(Signin, {})).toEqual({ username: 'Username is required', password: 'Password is required' })
  expect(messages(Signin, { username: ' ', password: '' })).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  })
  expect(messages(Signin, { username: 'asha', password: ' ' })).toEqual({})
})

// AUTH-5
test('sign-up asks for all four fields', () => {
  expect(Object.keys(messages(SignupForm, {})).sort()).toEqual(['confirmPassword', 'email', 'password', 'username'])
  expect(messages(Signup, {})).toEqual({
    username: 'Username is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

// AUTH-5
test("two passwords that differ are refused with 'Passwords do not match'", () => {
  for (const confirmPassword of ['marigolD', 'marigold ', 'other-password'])
    expect(messages(SignupForm, { ...ACCOUNT, confirmPassword })).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(messages(SignupForm, { ...ACCOUNT, confirmPassword: 'marigold' })).toEqual({})
})

// AUTH-5
test('two passwords that differ are told beside fields that are still empty', () => {
  const form = { username: '', email: ' ', password: 'marigold', confirmPassword: 'marigolD' }
  expect(messages(SignupForm, form)).toEqual({
    username: 'Username is required',
    email: 'Email is required',
    confirmPassword: 'Passwords do not match',
  })
})

// AUTH-5, V6.2.1, V6.2.5, V6.2.9
test('a password has at least 6 characters, up to 256, of any kind, and is not trimmed', () => {
  expect(messages(Signup, { ...ACCOUNT, password: '12345' })).toEqual({
    password: 'Password must be at least 6 characters long',
  })
  expect(messages(Signup, { ...ACCOUNT, password: '🐕🐈🐇' })).toEqual({
    password: 'Password must be at least 6 characters long',
  })
  expect(messages(Signup, { ...ACCOUNT, password: 'x'.repeat(257) })).toEqual({
    password: 'Password must be at most 256 characters long',
  })
  for (const password of ['123456', '      ', 'पासवर्ड', '🐕🐈🐇🐦🐠🐢', 'x'.repeat(256)])
    expect(messages(Signup, { ...ACCOUNT, password })).toEqual({})
  expect(Signup.parse({ ...ACCOUNT, password: '  pass  ' }).password).toBe('  pass  ')
})

// AUTH-5
test('an e-mail address must be valid', () => {
  for (const email of [
    'asha',
    'asha@',
    '@example.org',
    'asha@example',
    'a b@example.org',
    'asha@example.org, b@example.org',
    'asha@@example.org',
  ])
    expect.soft(messages(Signup, { ...ACCOUNT, email }), email).toEqual({ email: 'Invalid email address' })
  for (const email of ['a@example.org', 'asha+pets@mail.example.co.in', ' asha@example.org '])
    expect.soft(messages(Signup, { ...ACCOUNT, email }), email).toEqual({})
})

// AUTH-5
test('a username has up to 50 characters, an e-mail address up to 254', () => {
  const host = '@example.org'
  const longest = { username: 'x'.repeat(50), email: `${'x'.repeat(254 - host.length)}${host}` }
  expect(messages(Signup, { ...ACCOUNT, ...longest })).toEqual({})
  expect(messages(Signup, { ...ACCOUNT, username: `x${longest.username}`, email: `x${longest.email}` })).toEqual({
    username: 'Username must be at most 50 characters long',
    email: 'Email must be at most 254 characters long',
  })
})

// AUTH-9
test('the fields of sign-up contain no role, and a role that is sent is dropped', () => {
  expect(Signup.parse({ ...ACCOUNT, role: 'admin', id: 1 })).toEqual(ACCOUNT)
})

// AUTH-5
test('a very long e-mail is refused', () => {
  expect(messages(Signup, { ...ACCOUNT, email: `${'a.'.repeat(500_000)}@example.org` })).toHaveProperty('email')
})

// V6.2.3
test('a password change asks for the current password and twice for the new one', () => {
  const form = { currentPassword: 'old', newPassword: ' marigold ', confirmPassword: ' marigold ' }
  expect(messages(PasswordChangeForm, {})).toMatchObject({
    currentPassword: 'Current password is required',
    newPassword: 'New password is required',
  })
  expect(messages(PasswordChangeForm, { ...form, currentPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
  })
  expect(messages(PasswordChangeForm, { ...form, newPassword: '12345', confirmPassword: '12345' })).toEqual({
    newPassword: 'New password must be at least 6 characters long',
  })
  expect(messages(PasswordChangeForm, { ...form, confirmPassword: 'marigold' })).toEqual({
    confirmPassword: 'Passwords do not match',
  })
  expect(PasswordChangeForm.parse(form)).toEqual(form)
})
