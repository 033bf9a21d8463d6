import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { pageText } from '../../platform/languages/page-text.ts'

const SIGNED_IN = { ...OWNER, language: null }

async function logIn(username = 'asha', password = 'marigold-7') {
  await page.getByLabelText(/^Username/).fill(username)
  await page.getByLabelText(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

// AUTH-1
test('the login page has a link to the sign-up', async () => {
  await openPage('/login')
  const link = page.getByRole('link', { name: 'Register', exact: true })
  await expect.element(link).toHaveAttribute('href', '/register')
})

// APP-4
test.each([
  ['/user/membership', 'Please log in to see this page.'],
  ['/regular-membership', 'Welcome back.'],
])('a login from %s says %s', async (from, hint) => {
  await openPage(`/login?next=${encodeURIComponent(from)}`)
  await expect.element(page.getByText(hint)).toBeVisible()
})

// APP-4, PET-16
test('the login and the sign-up hand on to each other where somebody returns to', async () => {
  const next = '/user/pet-form?tag=ABCDEFGHJKLM'
  await openPage(`/register?next=${encodeURIComponent(next)}`)
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect.element(page.getByText(/return to the tag ABCD-EFGH-JKLM/)).toBeVisible()
  expect(new URLSearchParams(location.search).get('next')).toBe(next)
})

// AUTH-4
test('the login form names what is missing', async () => {
  await openPage('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
})

// AUTH-4
test('a refused login is explained, and the username stays', async () => {
  const refused = rejected(401, 'invalid_credentials', 'Invalid username or password.')
  await openPage('/login', { server: new FakeServer().on(authCalls.signin, refused) })
  await logIn('nobody', 'wrong-password')
  await expect.element(page.getByText('Invalid username or password.')).toBeVisible()
  await expect.element(page.getByLabelText(/^Username/)).toHaveValue('nobody')
})

// AUTH-4
test('a login without an answer from the server fails in the product’s words', async () => {
  await openPage('/login', { server: new FakeServer().on(authCalls.signin, NO_ANSWER) })
  await logIn()
  await expect.element(page.getByText('Login failed. Please try again.')).toBeVisible()
})

// APP-12, V14.3.3
test('a login stores the person under the key user, and nothing else', async () => {
  await openPage('/login', { server: serverOfAccount().on(authCalls.signin, SIGNED_IN) })
  await logIn()
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
  expect(Object.keys(localStorage)).toEqual(['user'])
  expect(JSON.parse(localStorage.user)).toEqual(OWNER)
})

// APP-4, APP-5, V3.7.2
test.each(['//example.org', '/\\example.org', 'https://example.org', 'javascript:alert(1)', '/admin/users'])(
  'a login that should lead to %s leads home',
  async (elsewhere) => {
    await openPage(`/login?next=${encodeURIComponent(elsewhere)}`, {
      server: serverOfAccount().on(authCalls.signin, SIGNED_IN),
    })
    await logIn()
    await expect.poll(() => location.pathname).toBe('/user')
  },
)

// LNG-2
test('a language chosen in the browser stays when a person with another one logs in', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads and writes it so
  document.cookie = 'lang=mr; path=/'
  await openPage('/login', {
    server: serverOfAccount().on(authCalls.signin, { ...SIGNED_IN, language: 'hi' }),
    language: 'mr',
  })
  await page.getByLabelText(new RegExp(`^${pageText('labels.username')}`)).fill('asha')
  await page.getByLabelText(new RegExp(`^${pageText('labels.password')}`)).fill('marigold-7')
  await page.getByRole('button', { name: pageText('signIn.submit') }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: pageText('titles.myPets') })).toBeVisible()
  expect(document.documentElement.lang).toBe('mr')
  expect(document.cookie).toBe('lang=mr')
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads and writes it so
  document.cookie = 'lang=; path=/; max-age=0'
})
