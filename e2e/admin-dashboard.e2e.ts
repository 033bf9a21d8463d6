import { fileComplaint } from './complaints.ts'
import {
  ADMIN,
  addPet,
  confirmDeletion,
  expect,
  listOfUsersWith,
  logIn,
  openRowMenu,
  signUp,
  test,
  tokenOf,
} from './fixtures.ts'

test('ADM-1 APP-10 the dashboard shows counts, and its menu lists every part of the admin area in order', async ({
  page,
  site,
}) => {
  await addPet(site, await tokenOf(site, ADMIN))
  await logIn(page, ADMIN)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  for (const card of ['Total Pets', 'Total Users']) {
    const figure = page.locator('div', { has: page.getByRole('heading', { name: card }) }).last()
    await expect(figure).toContainText(/[1-9]/)
  }
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'All Pets',
    'Add Pet',
    'Generate QR',
    'Reported Messages',
    'Users',
    'Complaints',
    'Membership Plans',
    'Add Plan',
    'Membership Reports',
    'Payment Reports',
    'Import',
    'Donations',
    'Desk',
    'Settlements',
    'Privacy requests',
    'Mail',
    'Audit',
    'Settings',
  ])
  await expect(menu).toContainText('Pets')
  await expect(menu).toContainText('Memberships')
  await expect(page.getByRole('banner')).toContainText(ADMIN.username)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Users' }).click()
  await page.waitForURL('/admin/users')
  await expect(menu).toBeHidden()
})

test('ADM-1 figures that cannot be loaded are only logged', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/admin/dashboard', (route) => route.abort())
  await logIn(page, ADMIN)
  await expect(page.getByRole('heading', { name: 'Total Pets' })).toBeVisible()
  await expect.poll(() => logged.some((line) => line.startsWith('GET /api/admin/dashboard failed:'))).toBe(true)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('ADM-2 ADM-4 the user list shows its columns, and the confirmation of a deletion says what else is deleted', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await logIn(page, ADMIN)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'User List' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'SrNo.',
    'Username',
    'Email',
    'Role',
    'Joined',
    'Last seen',
    'Pets',
    'Membership',
    'Actions',
  ])

  await page.goto(await listOfUsersWith(site, owner.username))
  const row = page.getByRole('row', { name: owner.username })
  await openRowMenu(row)
  await expect(row.getByRole('button')).toHaveText(['', 'End sessions', 'Delete'])
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('dialog')).toContainText(/pets/)
  await expect(page.getByRole('dialog')).toContainText(/payments/)
  await confirmDeletion(page)
  await expect(page.getByRole('row', { name: owner.username })).toHaveCount(0)
  await expect(site.call('GET', '/pets', null, owner.token)).rejects.toThrow('401')
  await expect(site.call('GET', `/pets/${pet.petId}`)).rejects.toThrow('404')

  await page.goto('/admin/users')
  const own = page.getByRole('row', { name: 'admin@example.org' })
  await openRowMenu(own)
  await expect(own.getByRole('button', { name: 'End sessions of admin' })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  const admin = await site.call<{ id: number }>('POST', '/auth/signin', ADMIN)
  await expect(site.call('DELETE', `/admin/users/${admin.id}`, null, await tokenOf(site, ADMIN))).rejects.toThrow(
    'You cannot delete your own account.',
  )
})

test('APP-9 the user’s top bar leads everywhere a user may go', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('navigation').getByRole('link')).toHaveText(['Dashboard', 'Add Pet', 'Membership'])
  await expect(bar).toContainText(owner.username)
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('DSK-1 the dashboard begins with what has waited longest, and each line leads to it; weeks stand in a table', async ({
  page,
  site,
}) => {
  const id = await fileComplaint(site)
  // Nothing else waits as long.
  await site.sql(
    "update complaints set created_at = now() - interval '400 days', due_on = '2020-01-01' where id = $1",
    [id],
  )
  await logIn(page, ADMIN)
  const work = page
    .getByRole('main')
    .getByRole('link', { name: /^Complaint PS-/ })
    .first()
  await expect(work).toContainText('Overdue')
  await expect(work).toContainText('400 days ago')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('What needs doing')
  const weeks = page.getByRole('table', { name: 'Complaints and revenue by week, the latest first' })
  await expect(weeks.getByRole('row')).toHaveCount(13)
  await work.click()
  await page.waitForURL(`/admin/complaints/${id}`)
})

test('DSK-1 the dashboard tells the last ten events with who did what, and a line leads to its record', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const pet = { petName: 'Chandni', petType: 'Dog', petAge: '2', petGender: 'female', location: 'Pune' }
  await site.call('POST', '/pets', { ...pet, address: '12 Neem Road', contactDetails: '98765' }, owner.token)
  await logIn(page, ADMIN)
  const events = page.getByRole('main').getByRole('list').filter({ hasText: 'Chandni' })
  await expect(page.getByRole('heading', { level: 2, name: 'Last ten events' })).toBeVisible()
  await expect(events.getByRole('link', { name: `${owner.username} registered Chandni` })).toBeVisible()
  await events.getByRole('link', { name: `${owner.username} signed up` }).click()
  await page.waitForURL(/\/admin\/users\?search=/)
  await expect(page.getByText(owner.email)).toBeVisible()
})
