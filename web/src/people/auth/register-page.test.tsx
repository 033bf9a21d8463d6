import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const ASKED = { username: 'arjun', email: 'arjun@example.org', password: 'marigold-7' }

async function register({ username, email, password, again = password }: typeof ASKED & { again?: string }) {
  await page.getByLabelText(/^Username/).fill(username)
  await page.getByLabelText(/^Email/).fill(email)
  await page.getByLabelText(/^Password/).fill(password)
  await page.getByLabelText(/^Confirm password/).fill(again)
  await page.getByRole('button', { name: 'Register' }).click()
}

// AUTH-5
test('the sign-up form names what is missing', async () => {
  await openPage('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Email is required')).toBeVisible()
})

// AUTH-5
test('the sign-up form says above the field how long a password is', async () => {
  await openPage('/register')
  const hint = page.getByText('At least 6 characters.', { exact: false })
  await expect.element(hint).toBeVisible()
  const password = page.getByLabelText(/^Password/).element()
  expect(hint.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(password.getBoundingClientRect().top)
  expect(password.getAttribute('aria-describedby')).toContain(hint.element().id)
})

// AUTH-5, LIT-5
test('on a phone the hint about passwords has one line', async () => {
  await setWindow(360, 740)
  await openPage('/register')
  const hint = page.getByText('At least 6 characters.', { exact: false })
  await expect.element(hint).toBeVisible()
  const { lineHeight } = getComputedStyle(hint.element())
  expect(hint.element().getBoundingClientRect().height).toBeLessThan(1.5 * Number.parseFloat(lineHeight))
})

// AUTH-5
test('the sign-up form refuses an invalid address and a short password by itself', async () => {
  const server = await openPage('/register')
  await register({ ...ASKED, email: 'arjun-at-example', password: '12345' })
  await expect.element(page.getByText('Invalid email address')).toBeVisible()
  await expect.element(page.getByText('Password must be at least 6 characters long').first()).toBeVisible()
  expect(server.arrived).toEqual([])
})

// AUTH-5
test('the sign-up form refuses two different passwords by itself', async () => {
  const server = await openPage('/register')
  await register({ ...ASKED, again: 'marigold-8' })
  await expect.element(page.getByText('Passwords do not match')).toBeVisible()
  expect(server.arrived).toEqual([])
})

// AUTH-6
test('a taken username is refused clearly', async () => {
  const taken = rejected(409, 'username_or_email_taken', 'Username or email is already in use.')
  const server = await openPage('/register', { server: new FakeServer().on(authCalls.signup, taken) })
  await register(ASKED)
  await expect.element(page.getByText('Username or email is already in use.')).toBeVisible()
  expect(server.requests(authCalls.signup)[0]?.body).toEqual({ ...ASKED, wants_reminders: false })
})

// PRV-3
test('a visitor who signs up chooses reminders with a tick of their own, off at first', async () => {
  const { password: _, ...stored } = ASKED
  const server = await openPage('/register', {
    server: new FakeServer().on(authCalls.signup, { ...stored, id: 9, role: 'user' }),
  })
  const tick = page.getByLabelText('Send me reminders')
  await expect.element(tick).not.toBeChecked()
  await tick.click()
  await register(ASKED)
  await expect.poll(() => server.requests(authCalls.signup)[0]?.body).toEqual({ ...ASKED, wants_reminders: true })
  await expect.poll(() => location.pathname).toBe('/login')
})

// TRU-5
test('a visitor who signs up may state their age, and need not', async () => {
  const { password: _, ...stored } = ASKED
  const server = await openPage('/register', {
    server: new FakeServer().on(authCalls.signup, { ...stored, id: 9, role: 'user' }),
  })
  await page.getByLabelText('I am 18 or older, or my parent or guardian agrees').click()
  await register(ASKED)
  await expect
    .poll(() => server.requests(authCalls.signup)[0]?.body)
    .toEqual({ ...ASKED, wants_reminders: false, states_age: true })
  await expect.poll(() => location.pathname).toBe('/login')
})

// AUTH-7
test('a sign-up leads to the login page, which says that it succeeded', async () => {
  const { password: _, ...stored } = ASKED
  await openPage('/register', {
    server: new FakeServer().on(authCalls.signup, { ...stored, id: 9, role: 'user' }),
  })
  await register(ASKED)
  await expect.element(page.getByText('Registration successful! Please login.')).toBeVisible()
  expect(location.pathname).toBe('/login')
  expect(location.search).toBe('')
})

// AUTH-7
test('a sign-up without an answer says so, and keeps what was typed', async () => {
  await openPage('/register', { server: new FakeServer().on(authCalls.signup, NO_ANSWER) })
  await register(ASKED)
  await expect.element(page.getByText('Registration failed. Please try again.')).toBeVisible()
  await expect.element(page.getByLabelText(/^Email/)).toHaveValue(ASKED.email)
})

// AUTH-5, PRV-3
test('the sign-up form marks what is required, and neither of its ticks', async () => {
  await openPage('/register')
  await expect.element(page.getByText('Fields marked * are required.')).toBeVisible()
  const marked = [...document.querySelectorAll('label')].filter(
    (label) => getComputedStyle(label, '::after').content !== 'none',
  )
  expect(marked.map((label) => label.textContent)).toEqual(['Username', 'Email', 'Password', 'Confirm password'])
})

// LIT-5
test('the ticks of the sign-up form keep the distance of its fields', async () => {
  await openPage('/register')
  const boxOf = (label: RegExp) => page.getByLabelText(label).element().getBoundingClientRect()
  await expect.element(page.getByLabelText('Send me reminders')).toBeVisible()
  const [again, adult, reminders] = [boxOf(/^Confirm password/), boxOf(/^I am 18/), boxOf(/^Send me reminders/)]
  expect(adult.top - again.bottom).toBeLessThanOrEqual(36)
  expect(reminders.top - adult.bottom).toBeLessThanOrEqual(36)
})
