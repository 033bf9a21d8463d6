import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OWN_ACCOUNT } from '../../test/account-server.ts'
import { rejected } from '../../test/fake-server.ts'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { serverOfSamples } from '../../test/sample-replies.ts'

const menu = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
const menuTexts = () => menu.elements().map((link) => link.textContent)
const OF_CASES = ['Dashboard', 'Complaints', 'Reported conversations']
const outside = page.getByRole('heading', { name: 'Outside your duties' })

/** Opens a page as an admin with some duties, of which the session knows these and the server those. */
async function openWith(address: string, duties: Duty[], given = duties) {
  let present = given
  const { username, email } = ADMIN
  const server = serverOfSamples().on(accountCalls.read, () =>
    succeed({ ...OWN_ACCOUNT, username, email, duties: present }),
  )
  // A quiet day: the dashboard leads to no single record.
  server
    .on(dashboardCalls.figures, succeed({ total_pets: 1, total_users: 1, waiting_complaints: 0 }))
    .on(dashboardCalls.work, succeed([]))
    .on(dashboardCalls.waiting, succeed({}))
    .on(dashboardCalls.events, succeed([]))
  await openPage(address, { as: { ...ADMIN, duties }, server })
  return {
    server,
    give(next: Duty[]) {
      present = next
    },
  }
}

// DSK-5
test('menu and dashboard show what the duties of an admin cover', async () => {
  await openWith('/admin', ['cases'])
  await expect.element(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect.poll(menuTexts).toEqual(OF_CASES)
  const links = page.getByRole('main').getByRole('link')
  await expect
    .poll(() => links.elements().map((link) => link.textContent))
    .toEqual([expect.stringMatching(/complaints/i)])
})

// DSK-5
test('a page outside of the duties says which one it needs, and leads to the dashboard', async () => {
  await openWith('/admin/users', ['cases'])
  await expect.element(outside).toBeVisible()
  await expect.element(page.getByRole('main')).toMatchTextContent('This page needs the duty “Members and users”.')
  await expect.element(page.getByRole('main')).toMatchTextContent('Your duties: Complaints')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect.element(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

// DSK-5
test('duties that were given since the login open their pages', async () => {
  await openWith('/admin/users', ['cases'], ['cases', 'members'])
  await expect.element(page.getByRole('heading', { name: 'User List' })).toBeVisible()
  await expect.element(menu.filter({ hasText: 'Users' })).toBeVisible()
})

// DSK-5
test('duties that are taken show in a window that is open', async () => {
  const { server, give } = await openWith('/admin/users', ['cases', 'members'])
  await expect.element(page.getByRole('heading', { name: 'User List' })).toBeVisible()
  await expect.poll(() => server.requests(accountCalls.read)).not.toEqual([])
  give(['cases'])
  server.on(planCalls.listAll, rejected(403, 'duty_required', 'Your duties do not cover this.'))
  await menu.filter({ hasText: 'Membership Plans' }).click()
  await expect.element(outside).toBeVisible()
  await expect.poll(menuTexts).toEqual(OF_CASES)
})
