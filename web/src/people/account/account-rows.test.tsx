import { pushCalls } from '@petsetu/contract/people/push.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type MemberCard, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { ADMIN, closePage, OWNER, openPage } from '../../../test/open-page.tsx'
import { aPushBrowser, SERVER_KEY } from '../../../test/push-browser.ts'
import { setWindow } from '../../../test/set-window.ts'

const row = (name: string) => page.getByRole('region', { name })

// ACC-5
test('the account page shows all that is set on one screen of 1440×900', async () => {
  await setWindow(1440, 900)
  await openPage('/account', { as: OWNER, server: serverOfAccount({ phone: '+91 98765 43210' }) })
  await expect.element(row('Email')).toMatchTextContent(`${OWNER.email} (confirmed)`)
  await expect.element(row('Phone')).toMatchTextContent('+91 98765 43210')
  await expect.element(row('Two-step login')).toMatchTextContent('Off')
  await expect.element(row('Logged-in devices')).toMatchTextContent('2 devices')
  await expect.element(row('Language')).toMatchTextContent('English')
  const regions = page.getByRole('main').getByRole('region').elements()
  expect(regions).toHaveLength(13)
  expect(Math.max(...regions.map((region) => region.getBoundingClientRect().bottom))).toBeLessThanOrEqual(900)
  expect(page.getByRole('main').getByRole('textbox').elements()).toEqual([])
})

// ACC-5
test('on a laptop a row of the account page is no higher than its button', async () => {
  await setWindow(1280, 800)
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  await expect.element(row('Phone')).toBeVisible()
  const { height } = row('Phone').element().getBoundingClientRect()
  expect(height).toBeLessThanOrEqual(row('Phone').getByRole('button').element().getBoundingClientRect().height + 1)
})

// ACC-5
test('the rows of the account page stand in groups, and its deletion is the last one', async () => {
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  await expect.element(row('Your account')).toBeVisible()
  const headings = page.getByRole('main').element().querySelectorAll('h2, h3')
  expect([...headings].map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    'H2 Profile',
    'H3 Email',
    'H3 Phone',
    'H3 Language',
    'H3 My Complaints',
    'H2 Login and security',
    'H3 Password',
    'H3 Two-step login',
    'H3 Passkeys',
    'H3 Logged-in devices',
    'H2 Reminders and notices',
    'H3 Reminders by email',
    'H3 Notices on this device',
    'H2 Data and privacy',
    'H3 Ask about your data',
    'H3 Your data',
    'H3 Your account',
  ])
})

// ACC-5
test('account rows take the whole width, with a form below the value it changes', async () => {
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  await row('Phone').getByRole('button', { name: 'Change Phone' }).click()
  await expect.element(page.getByLabelText('Phone number')).toBeVisible()
  await expect.element(row('Phone').getByText('Not added', { exact: true })).toBeVisible()
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const field = boxOf(page.getByLabelText('Phone number').element())
  const value = boxOf(row('Phone').getByText('Not added', { exact: true }).element())
  expect(Math.abs(field.left - value.left)).toBeLessThanOrEqual(1)
  expect(field.top).toBeGreaterThan(value.bottom)
  const logout = boxOf(page.getByRole('button', { name: 'Logout' }).element())
  expect(boxOf(row('Phone').element()).right).toBeGreaterThan(logout.left)
})

// ACC-5
test('a row that only counts offers to show what it counts, not to change it', async () => {
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  for (const name of ['Logged-in devices', 'Ask about your data']) {
    await expect.element(row(name).getByRole('button', { name: `Show ${name}` })).toBeVisible()
    await expect.element(row(name).getByRole('button', { name: /^Change/ })).not.toBeInTheDocument()
  }
})

// ACC-5, PSH-1
test('the row of notices says whether this device tells of something', async () => {
  aPushBrowser({ permission: 'granted' })
  const server = serverOfAccount()
    .on(pushCalls.key, succeed({ public_key: SERVER_KEY }))
    .on(pushCalls.state, succeed({ kinds: ['found'] }))
  await openPage('/account', { as: OWNER, server })
  await expect.element(row('Notices on this device')).toMatchTextContent('On')
})

// ACC-5, PSH-1
test('the row of notices says that a browser cannot show any', async () => {
  aPushBrowser({ canPush: false })
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  await expect.element(row('Notices on this device')).toMatchTextContent('Not possible here')
})

// ACC-5
test('one row of the account page is open at a time, and keeps what was typed', async () => {
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  await row('Phone').getByRole('button', { name: 'Change Phone' }).click()
  await page.getByLabelText('Phone number').fill('98765')
  await row('Email').getByRole('button', { name: 'Change Email' }).click()
  await expect.element(page.getByLabelText(/^New email address/)).toBeVisible()
  await expect.element(page.getByLabelText('Phone number')).not.toBeVisible()
  await row('Phone').getByRole('button', { name: 'Change Phone' }).click()
  await expect.element(page.getByLabelText('Phone number')).toHaveValue('98765')
  await row('Phone').getByRole('button', { name: 'Close Phone' }).click()
  await expect.element(page.getByLabelText('Phone number')).not.toBeVisible()
})

// ACC-3, ACC-5
test('a user reaches the own complaints from the account page, and an admin has none', async () => {
  await openPage('/account', { as: OWNER, server: serverOfAccount() })
  const link = row('My Complaints').getByRole('link', { name: 'Show My Complaints' })
  await expect.element(link).toHaveAttribute('href', '/user/complaints')
  await expect.element(row('My Complaints')).toMatchTextContent(/^My Complaints\s*Show\s*My Complaints\s*$/)
  await closePage()
  await openPage('/account', { as: ADMIN, server: serverOfAccount() })
  await expect.element(row('Language')).toBeVisible()
  await expect.element(row('My Complaints')).not.toBeInTheDocument()
})

const CARD: MemberCard = {
  name: 'Asha Rao',
  number: 21,
  plan_name: 'Friend',
  category: 'regular',
  start_date: '2026-01-05',
  valid_until: '2027-01-04',
  is_valid: true,
  path: '/m/aZ09_-aZ09_-aZ09_-aZ09',
}

// MBR-2
test('a member sees the card in a row of the account page', async () => {
  await openPage('/account', { as: OWNER, server: serverOfAccount().on(membershipCalls.card, succeed(CARD)) })
  await expect.element(row('Membership card')).toMatchTextContent('M-2026-00021')
  await row('Membership card').getByRole('button', { name: 'Show Membership card' }).click()
  await expect.element(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'QR code of this card' })).toBeVisible()
})
