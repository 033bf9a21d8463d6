import { authCalls } from '@petsetu/contract/people/auth.ts'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { FakeServer, NO_ANSWER, rejected } from '../../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'
import { aPasskeyBrowser, CREDENTIAL } from '../../../../test/passkey-browser.ts'
import { startPageTexts } from '../../../platform/languages/app-texts.ts'
import { pageText } from '../../../platform/languages/page-text.ts'
import { TextProvider } from '../../../platform/languages/use-text.tsx'
import { LoginPage } from './login-page.tsx'

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

// AUTH-4, APP-14
test('after a refused login the focus is on its button, which ignores clicks meanwhile', async () => {
  const answer = Promise.withResolvers<void>()
  const server = new FakeServer().on(authCalls.signin, async () => {
    await answer.promise
    return rejected(401, 'invalid_credentials', 'Invalid username or password.')
  })
  await openPage('/login', { server })
  await logIn()
  const button = page.getByRole('button', { name: 'Login' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveFocus()
  const element = button.element() as HTMLButtonElement
  element.click()
  answer.resolve()
  await expect.element(page.getByText('Invalid username or password.')).toBeVisible()
  await expect.element(button).toHaveFocus()
  expect(server.requests(authCalls.signin)).toHaveLength(1)
})

// AUTH-4
test('a login without an answer from the server fails in the product’s words', async () => {
  await openPage('/login', { server: new FakeServer().on(authCalls.signin, NO_ANSWER) })
  await logIn()
  await expect.element(page.getByText('Login failed. Please try again.')).toBeVisible()
})

// APP-4, LIT-2
test('a session that cannot be taken over now is not asked for again and again', async () => {
  const server = new FakeServer().on(authCalls.takeOver, NO_ANSWER)
  onTestFinished(server.listen())
  const i18n = await startPageTexts()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <TextProvider i18n={i18n}>
      <LoginPage view={{ kind: 'signedIn', next: '/lost', goOn: '/lost', username: 'asha' }} />
    </TextProvider>,
  )
  await expect.element(page.getByText('Login failed. Please try again.')).toBeVisible()
  const again = page.getByRole('link', { name: 'Continue' })
  await expect.element(again).toHaveAttribute('href', '/login?next=%2Flost')
  expect(server.requests(authCalls.takeOver)).toHaveLength(1)
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

const REQUEST = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  userVerification: 'required' as const,
  timeout: 300_000,
}
const byPasskey = page.getByRole('button', { name: 'Use a passkey' })

const passkeyServer = () =>
  serverOfAccount()
    .on(passkeyCalls.askToSignIn, succeed({ options: REQUEST, ticket: '1.challenge.signature' }))
    .on(passkeyCalls.signIn, SIGNED_IN)

// KEY-1
test('the field of the username offers passkeys, and the one that is picked signs in', async () => {
  const browser = aPasskeyBrowser()
  const server = await openPage('/login', { server: passkeyServer() })
  await expect.poll(() => browser.asked).toEqual(['offer'])
  await expect.element(page.getByLabelText(/^Username/)).toHaveAttribute('autocomplete', 'username webauthn')
  browser.pick()
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
  expect(server.requests(passkeyCalls.signIn)).toMatchObject([
    { body: { ticket: '1.challenge.signature', credential: CREDENTIAL } },
  ])
  expect(server.requests(authCalls.signin)).toEqual([])
})

// KEY-1
test('a button asks for a passkey at once, and takes the offer of the field back', async () => {
  const browser = aPasskeyBrowser()
  await openPage('/login', { server: passkeyServer() })
  await expect.poll(() => browser.asked).toEqual(['offer'])
  await byPasskey.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
  expect(browser.asked).toEqual(['offer', 'question'])
})

// KEY-1
test('a passkey that opens no account says so, and the password still signs in', async () => {
  aPasskeyBrowser()
  const unknown = 'This passkey does not open an account here. Please log in with your password.'
  const server = passkeyServer().on(passkeyCalls.signIn, rejected(401, 'passkey_unknown', unknown))
  await openPage('/login', { server: server.on(authCalls.signin, SIGNED_IN) })
  await byPasskey.click()
  await expect.element(page.getByText(unknown)).toBeVisible()
  await logIn()
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
})

// KEY-1
test('whoever closes the question for a passkey reads no error', async () => {
  const browser = aPasskeyBrowser({ declines: true })
  const server = await openPage('/login', { server: passkeyServer() })
  await byPasskey.click()
  await expect.poll(() => browser.asked).toContain('question')
  await expect.element(byPasskey).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(server.requests(passkeyCalls.signIn)).toEqual([])
})

// KEY-1
test('where the browser has no passkeys the login page offers none', async () => {
  await openPage('/login', { server: passkeyServer() })
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect.element(byPasskey).not.toBeInTheDocument()
})
