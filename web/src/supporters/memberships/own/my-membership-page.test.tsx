import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type MemberCard, type Membership, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { FakeServer, NO_ANSWER } from '../../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'
import { setWindow } from '../../../../test/set-window.ts'

const MEMBERSHIP = '/user/membership'

const FRIEND: Membership = {
  id: 21,
  username: 'asha',
  plan_name: 'Friend of the shelter',
  category: 'regular',
  created_at: '2026-01-05T08:00:00.000Z',
  start_date: '2026-01-05',
  expiry_date: '2027-01-04',
  status: 'active',
  amount_paid: 100000,
  returned: 0,
  is_imported: false,
  features: '["A newsletter","A badge"]',
  receipt_path: '/receipt/aZ09_-aZ09_-aZ09_-aZ09',
}

const inDays = (days: number) => today(new Date(Date.now() + days * 86_400_000))

const CARD: MemberCard = {
  name: 'Asha Rao',
  number: 21,
  plan_name: 'Friend of the shelter',
  category: 'regular',
  start_date: '2026-01-05',
  valid_until: '2027-01-04',
  is_valid: true,
  path: `/member/${'x'.repeat(32)}`,
}

const withMembership = (membership: Membership | null, card: MemberCard | null = membership && CARD) =>
  new FakeServer()
    .on(membershipCalls.active, succeed(membership))
    .on(membershipCalls.card, succeed(card))
    .on(membershipCalls.history, succeed(membership ? [membership] : []))

// MEM-12
test('the page of a membership shows its plan, its price and its features', async () => {
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(FRIEND) })
  for (const text of ['Regular Plan', 'Friend of the shelter', '₹1,00,000', 'A newsletter'])
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
})

// MEM-12
test('the page of a premium membership names its plan', async () => {
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership({ ...FRIEND, category: 'premium' }) })
  await expect.element(page.getByText('Premium Plan', { exact: true }).first()).toBeVisible()
})

// MEM-12, MEM-13
test('without a membership the page leads to both registrations', async () => {
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(null) })
  await expect.element(page.getByText('No Active Membership')).toBeVisible()
  await expect.element(page.getByText('No membership history found.')).toBeVisible()
  const main = page.getByRole('main')
  for (const [name, address] of [
    ['Regular Membership', '/regular-membership'],
    ['Premium Membership', '/premium-membership'],
  ] as const)
    await expect.element(main.getByRole('link', { name })).toHaveAttribute('href', address)
})

// MEM-12, MBR-2
test('a membership is its card, with code and PDF, and a new code if it is lost', async () => {
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(FRIEND) })
  const card = page.getByRole('region', { name: 'Membership card' })
  for (const text of ['Asha Rao', 'M-2026-00021', 'Friend of the shelter', 'Active'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  await expect.element(card.getByRole('img', { name: 'QR code of this card' })).toBeVisible()
  const benefits = page.getByRole('region', { name: 'What it comes with' })
  await expect.element(benefits.getByRole('listitem').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download PDF' })).toHaveAttribute('data-variant', 'filled')
  await expect.element(page.getByRole('link', { name: 'What others see' })).toHaveAttribute('href', CARD.path)
  const renew = page.getByRole('button', { name: 'New code' })
  await expect.element(renew).not.toBeInTheDocument()
  await page.getByText('Lost your card?').click()
  await expect.element(renew).toBeVisible()
  await page.getByRole('link', { name: 'Show the card alone' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership card' })).toBeVisible()
})

// MEM-13
test('each membership of the history tells its plan, status, days, amount and receipt', async () => {
  const ended: Membership = { ...FRIEND, id: 9, status: 'expired', start_date: '2025-01-05', expiry_date: '2026-01-04' }
  const server = withMembership(FRIEND).on(membershipCalls.history, succeed([FRIEND, { ...ended, receipt_path: null }]))
  await openPage(MEMBERSHIP, { as: OWNER, server })
  const history = page.getByRole('table', { name: 'Your memberships, newest first' }).getByRole('row')
  const cells = (row: Locator) =>
    row
      .getByRole('cell')
      .elements()
      .map((cell) => (cell as HTMLElement).innerText)
  const heads = ['Plan', 'Status', 'Start', 'Expiry', 'Amount', 'Receipt']
  for (const name of heads) await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  const plan = 'Friend of the shelter Regular Plan'
  expect(cells(history.nth(1))).toEqual([plan, 'Active', '5 January 2026', '4 January 2027', '₹1,00,000', 'Receipt'])
  expect(cells(history.nth(2))).toEqual([plan, 'Expired', '5 January 2025', '4 January 2026', '₹1,00,000', ''])
  await expect
    .element(page.getByRole('link', { name: 'Receipt for Friend of the shelter' }))
    .toHaveAttribute('href', FRIEND.receipt_path)
})

// MEM-12, MEM-13, MBR-1
test('a membership without a price is free, and one that is not paid is not', async () => {
  const free: Membership = { ...FRIEND, amount_paid: 0, receipt_path: null }
  const unpaid: Membership = { ...free, id: 22, status: 'pending', start_date: null, expiry_date: null }
  const server = withMembership(free).on(membershipCalls.history, succeed([unpaid, free]))
  await openPage(MEMBERSHIP, { as: OWNER, server })
  const current = page.getByRole('region', { name: 'Membership card' })
  await expect.element(current.getByText('Free', { exact: true })).toBeVisible()
  const history = page.getByRole('table', { name: 'Your memberships, newest first' }).getByRole('row')
  await expect.element(history.nth(1).getByRole('cell', { name: '₹0', exact: true })).toBeVisible()
  await expect.element(history.nth(2).getByRole('cell', { name: 'Free', exact: true })).toBeVisible()
})

// PAY-9, MEM-12, MEM-13
test('a membership says below its amount what of it was returned', async () => {
  const partly: Membership = { ...FRIEND, amount_paid: 500, returned: 200 }
  const refunded: Membership = { ...partly, id: 22, status: 'cancelled', returned: 500 }
  const server = withMembership(partly).on(membershipCalls.history, succeed([refunded, partly]))
  await openPage(MEMBERSHIP, { as: OWNER, server })
  const card = page.getByRole('region', { name: 'Membership card' })
  await expect.element(card).toMatchTextContent('₹500₹200 returned')
  const history = page.getByRole('table', { name: 'Your memberships, newest first' }).getByRole('row')
  await expect.element(history.nth(1)).toMatchTextContent('₹500₹500 returned')
  await expect.element(history.nth(2)).toMatchTextContent('₹500₹200 returned')
})

// MEM-12, MEM-13, DSK-6
test('of a membership that was bought elsewhere no price is shown', async () => {
  const imported: Membership = { ...FRIEND, amount_paid: 0, is_imported: true, receipt_path: null }
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(imported) })
  const current = page.getByRole('region', { name: 'Membership card' })
  await expect.element(current.getByText('–', { exact: true })).toBeVisible()
  const history = page.getByRole('table', { name: 'Your memberships, newest first' }).getByRole('row')
  // The amount and the receipt.
  await expect.poll(() => history.nth(1).getByRole('cell', { name: '–', exact: true }).elements()).toHaveLength(2)
  await expect.element(page.getByText('Free', { exact: true })).not.toBeInTheDocument()
})

// MEM-13
test('on a phone a membership of the history takes two lines', async () => {
  await setWindow(360, 740)
  const ended: Membership = { ...FRIEND, plan_name: 'Friend', status: 'expired', amount_paid: 500 }
  const server = withMembership(FRIEND).on(membershipCalls.history, succeed([ended]))
  await openPage(MEMBERSHIP, { as: OWNER, server })
  const entry = page.getByRole('table', { name: 'Your memberships, newest first' }).getByRole('row').last()
  await expect.element(entry.getByText('5 Jan 2026 – 4 Jan 2027')).toBeVisible()
  const { height } = entry.element().getBoundingClientRect()
  expect(height).toBeLessThanOrEqual(2 * 32 + 28)
})

// MEM-12, MBR-2, JRN-3
test('the actions of a membership stand in one row below its card, also on a phone', async () => {
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership({ ...FRIEND, expiry_date: inDays(7) }) })
  const main = page.getByRole('main')
  const boxOf = (part: Locator) => part.element().getBoundingClientRect()
  const renew = main.getByRole('link', { name: 'Renew' })
  const pdf = main.getByRole('button', { name: 'Download PDF' })
  await expect.element(renew).toBeVisible()
  for (const width of [1280, 360]) {
    await setWindow(width, 800)
    expect(boxOf(renew).top, `${width} px`).toBe(boxOf(pdf).top)
    expect(boxOf(renew).top, `${width} px`).toBeGreaterThan(
      boxOf(page.getByRole('region', { name: 'Membership card' })).bottom,
    )
  }
})

// MEM-12
test('on a laptop what a membership comes with ends where its card ends', async () => {
  await setWindow(1280, 800)
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(FRIEND) })
  const parts = ['Membership card', 'What it comes with'].map((name) => page.getByRole('region', { name }))
  await expect.element(page.getByRole('img', { name: 'QR code of this card' })).toBeVisible()
  const [card, features] = parts.map((part) => part.element().getBoundingClientRect())
  expect(features?.top).toBe(card?.top)
  expect(features?.bottom).toBe(card?.bottom)
})

// MEM-12
test('a membership that has not begun has a number and no code yet', async () => {
  const later = { ...FRIEND, start_date: inDays(3), expiry_date: inDays(368) }
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(later, null) })
  await expect.element(page.getByText(`M-${later.start_date.slice(0, 4)}-00021`)).toBeVisible()
  expect(page.getByRole('img', { name: 'QR code of this card' }).elements()).toEqual([])
})

// JRN-3, MEM-12
test.each([
  [30, 1],
  [31, 0],
])('with %i days left, a membership is offered for renewal %i times', async (days, offers) => {
  const ending = { ...FRIEND, expiry_date: inDays(days) }
  await openPage(MEMBERSHIP, { as: OWNER, server: withMembership(ending) })
  await expect.element(page.getByText('What it comes with')).toBeVisible()
  expect(page.getByRole('link', { name: 'Renew' }).elements()).toHaveLength(offers)
})

// MEM-12, MEM-9
test('a membership that has been renewed is not offered for renewal', async () => {
  const ending = { ...FRIEND, expiry_date: inDays(5) }
  const renewal = { ...FRIEND, id: 22, start_date: inDays(5), expiry_date: inDays(370) }
  const server = withMembership(ending).on(membershipCalls.history, succeed([renewal, ending]))
  await openPage(MEMBERSHIP, { as: OWNER, server })
  await expect.element(page.getByText('What it comes with')).toBeVisible()
  expect(page.getByRole('link', { name: 'Renew' }).elements()).toEqual([])
})

// MEM-12, MBR-3
test('a membership that has ended can be renewed from its page', async () => {
  const ended: Membership = { ...FRIEND, category: 'premium', status: 'expired', expiry_date: inDays(-40) }
  const server = withMembership(null).on(membershipCalls.history, succeed([ended]))
  await openPage(MEMBERSHIP, { as: OWNER, server })
  await expect.element(page.getByText('No Active Membership')).toBeVisible()
  const renew = page.getByRole('link', { name: 'Renew' })
  await expect.element(renew).toHaveAttribute('href', '/premium-membership?renew=last')
})

// MEM-12, MEM-13, MEM-14
test('a membership that does not load says so, and can be loaded again', async () => {
  const server = withMembership(null).on(membershipCalls.active, NO_ANSWER).on(membershipCalls.history, NO_ANSWER)
  await openPage(MEMBERSHIP, { as: OWNER, server })
  await expect.element(page.getByText('Failed to load membership information')).toBeVisible()
  server.on(membershipCalls.active, succeed(null)).on(membershipCalls.history, succeed([]))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText('No Active Membership')).toBeVisible()
})

// MBR-2
test('without a membership the card’s page leads to the memberships', async () => {
  const server = withMembership(null).on(membershipCalls.card, succeed(null))
  await openPage('/user/membership/card', { as: OWNER, server })
  await expect.element(page.getByText('A card comes with a membership. You have none yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Membership' }).click()
  await expect.element(page.getByText('No Active Membership')).toBeVisible()
})
