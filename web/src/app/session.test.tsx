import { authCalls } from '@petsetu/contract/people/auth.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../test/account-server.ts'
import { rejected } from '../../test/fake-server.ts'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { sampleOf } from '../../test/sample-replies.ts'

async function logIn() {
  await page.getByLabelText(/^Username/).fill(OWNER.username)
  await page.getByLabelText(/^Password/).fill('marigold-7')
  await page.getByRole('button', { name: 'Login' }).click()
}

const THREAD = sampleOf(foundCalls.read)
const OPEN_THREAD = { ...THREAD, data: { ...THREAD.data, closed_at: null } }

const serverWithLogin = () => serverOfAccount().on(authCalls.signin, { ...OWNER, language: null })

// AUTH-3, AUTH-8, APP-3
test.each(['/login', '/register', '/dashboard', '/admin', '/generate-qr', '/admin/users'])(
  'an owner who opens %s comes to the own pets',
  async (address) => {
    await openPage(address, { as: OWNER, server: serverOfAccount() })
    await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
    await expect.poll(() => location.pathname).toBe('/user')
  },
)

// AUTH-3, AUTH-8, APP-3
test.each(['/login', '/register', '/dashboard', '/user', '/user/pet-form'])(
  'an admin who opens %s comes to the dashboard',
  async (address) => {
    await openPage(address, { as: ADMIN, server: serverOfAccount() })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
    await expect.poll(() => location.pathname).toBe('/admin')
  },
)

// APP-4, APP-5, V3.7.2
test.each(['/user', '/user/membership', '/admin', '/admin/pets', '/generate-qr', '/admin/complaints'])(
  'a visitor who opens %s is asked to log in',
  async (address) => {
    await openPage(address)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expect.poll(() => location.pathname + location.search).toBe(`/login?next=${encodeURIComponent(address)}`)
  },
)

// APP-4, APP-5, V3.7.2
test('after the login a person comes back to the page that asked for it', async () => {
  await openPage('/user/pet-form', { server: serverWithLogin() })
  await logIn()
  await expect.element(page.getByLabelText(/^Pet name/)).toBeVisible()
  expect(location.pathname).toBe('/user/pet-form')
})

// APP-11, APP-12, AUTH-12, V14.3.1
test('a logout clears the browser and ends the session on the server', async () => {
  const server = await openPage('/user', { as: OWNER, server: serverOfAccount() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(location.search).toBe('')
  expect(localStorage).toHaveLength(0)
  await expect.poll(() => server.requests(authCalls.signout)).toHaveLength(1)
  expect(server.requests(authCalls.signout)[0]?.headers.get('authorization')).toBe(`Bearer ${OWNER.accessToken}`)
})

// APP-11
test('the calls of a signed-in person carry the token of the session', async () => {
  const server = await openPage('/user', { as: OWNER, server: serverOfAccount() })
  await expect.poll(() => server.requests(petCalls.listOwn)).toHaveLength(1)
  expect(server.requests(petCalls.listOwn)[0]?.headers.get('authorization')).toBe(`Bearer ${OWNER.accessToken}`)
})

// APP-12
test('an ended session leads to the login and back, with nothing typed lost', async () => {
  const server = serverWithLogin().on(petCalls.create, rejected(401, 'not_signed_in', 'Please log in to continue.'))
  await openPage('/user/pet-form', { as: OWNER, server })
  for (const [label, typed] of [
    [/^Pet name/, 'Half-written'],
    [/^Pet type/, 'Dog'],
    [/^Pet age/, '3 years'],
    [/^Location/, 'Pune'],
    [/^Address/, '12 Neem Road'],
    [/^Contact details/, '+91 98765 43210'],
  ] as const)
    await page.getByLabelText(label).fill(typed)
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(location.search).toBe('?next=%2Fuser%2Fpet-form')
  expect(localStorage.getItem('user')).toBeNull()

  await logIn()
  await expect.element(page.getByLabelText(/^Pet name/)).toHaveValue('Half-written')
  expect(location.pathname).toBe('/user/pet-form')
})

// V7.4.4
test.each([
  ...['/user', '/user/pet-form', '/user/membership', '/account'].map((address) => [OWNER, address] as const),
  ...['/admin', '/admin/users', '/admin/complaints', '/generate-qr', '/account'].map(
    (address) => [ADMIN, address] as const,
  ),
])('$username sees on $1 how to log out', async (as, address) => {
  await openPage(address, { as, server: serverOfAccount() })
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

// APP-9, APP-10, APP-12
test.each([OWNER, ADMIN])('the header shows the picture of $username, without words of its own', async (as) => {
  await openPage('/account', { as: { ...as, avatar: '/default-avatar.svg' }, server: serverOfAccount() })
  const picture = page.getByRole('banner').getByRole('presentation')
  await expect.element(picture).toHaveAttribute('src', '/default-avatar.svg')
  await expect.element(picture).toHaveAttribute('alt', '')
})

// APP-12, FND-2
test('a login over the page keeps what was typed when the session ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = serverWithLogin().on(foundCalls.read, OPEN_THREAD)
  await openPage('/user/found/1', { as: { ...OWNER, accessToken: 'token-of-yesterday' }, server })
  const answer = page.getByLabelText('Your answer')
  await answer.fill('I am at the corner of')
  server.on(foundCalls.read, rejected(401, 'not_signed_in', 'Please log in to continue.'))
  vi.advanceTimersByTime(21_000)
  await expect.element(page.getByRole('alert')).toMatchTextContent('You have been logged out.')
  await expect.element(answer).toHaveFocus()
  await answer.fill('I am at the corner of Neem Road')

  server.on(foundCalls.read, OPEN_THREAD)
  await page.getByRole('alert').getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await expect.element(dialog.getByLabelText(/^Username/)).toHaveValue(OWNER.username)
  await dialog.getByLabelText(/^Password/).fill('marigold-7')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(answer).toHaveValue('I am at the corner of Neem Road')
  expect(location.pathname).toBe('/user/found/1')
  expect(localStorage.getItem('user')).toContain(OWNER.accessToken)
})

// ACC-6, APP-12
test('a login over the page takes a recovery code where the phone is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = serverWithLogin()
    .on(foundCalls.read, OPEN_THREAD)
    .on(authCalls.signin, rejected(401, 'second_factor_required', 'Please enter the code.', { ticket: '1.1.ticket' }))
    .on(authCalls.secondFactor, { ...OWNER, language: null })
  await openPage('/user/found/1', { as: { ...OWNER, accessToken: 'token-of-yesterday' }, server })
  const answer = page.getByLabelText('Your answer')
  await answer.fill('I am at the corner of')
  server.on(foundCalls.read, rejected(401, 'not_signed_in', 'Please log in to continue.'))
  vi.advanceTimersByTime(21_000)
  await expect.element(page.getByRole('alert')).toMatchTextContent('You have been logged out.')

  server.on(foundCalls.read, OPEN_THREAD)
  await page.getByRole('alert').getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await dialog.getByLabelText(/^Password/).fill('marigold-7')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabelText(/^Recovery code/).fill('abcd-efgh-jkmn')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(answer).toHaveValue('I am at the corner of')
  expect(server.requests(authCalls.secondFactor)[0]?.body).toEqual({ ticket: '1.1.ticket', code: 'abcd-efgh-jkmn' })
})

// APP-12, V7.4.4
test('where nobody types, a reload that finds the session ended leads to the login', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = serverWithLogin().on(foundCalls.read, OPEN_THREAD)
  await openPage('/user/found/1', { as: OWNER, server })
  await expect.element(page.getByLabelText('Your answer')).toBeVisible()
  server.on(foundCalls.read, rejected(401, 'not_signed_in', 'Please log in to continue.'))
  vi.advanceTimersByTime(21_000)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(localStorage.getItem('user')).toBeNull()
})
