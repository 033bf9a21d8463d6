import type { Page } from '@playwright/test'
import { ADMIN, expect, listOfUsersWith, logIn, openRowMenu, type Site, signUp, test, tokenOf } from './fixtures.ts'

// Its admins would be in the lists that other tests look at.
test.use({ ownProgram: 'duties' })

async function aSecondAdmin(site: Site) {
  const admin = await signUp(site)
  await site.sql("update users set role = 'admin' where username = $1", [admin.username])
  const { id } = await site.call<{ id: number }>('POST', '/auth/signin', admin)
  const give = async (duties: string[]) =>
    site.call('PUT', `/admin/users/${id}/duties`, { duties }, await tokenOf(site, ADMIN))
  return { ...admin, give }
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Administration' }).getByRole('link')

test('DSK-5 an admin with all duties gives another one some of them in the list of users', async ({ page, site }) => {
  const { username } = await aSecondAdmin(site)
  await logIn(page, ADMIN)
  await page.goto(await listOfUsersWith(site, username))
  const row = page.getByRole('row', { name: username })
  await openRowMenu(row)
  await row.getByRole('button', { name: `Duties of ${username}` }).click()
  const dialog = page.getByRole('dialog', { name: `Duties of ${username}` })
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(5)
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  for (const box of await boxes.all()) await box.uncheck()
  await dialog.getByRole('button', { name: 'Save duties' }).click()
  await expect(dialog).toContainText('Choose at least one duty.')
  await dialog.getByRole('checkbox', { name: 'Complaints' }).check()
  await dialog.getByRole('button', { name: 'Save duties' }).click()
  await expect(page.getByText(`The duties of ${username} have been saved.`)).toBeVisible()
  await expect(row).toContainText('Complaints')
})

test('DSK-5 the menu shows what an admin may do, and the address of any other page says which duty it needs', async ({
  page,
  site,
}) => {
  const admin = await aSecondAdmin(site)
  await admin.give(['cases'])
  await logIn(page, admin)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(menuOf(page)).toHaveText(['Dashboard', 'Reported Messages', 'Complaints'])
  await expect(page.getByRole('main').getByRole('link')).toHaveText([/complaints/i])

  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Outside of your duties' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('This page needs the duty “Members and users”.')
  await expect(page.getByRole('main')).toContainText('Your duties: Complaints')
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('DSK-5 duties that are given or taken show in a window that is open', async ({ page, site }) => {
  const admin = await aSecondAdmin(site)
  await admin.give(['cases'])
  await logIn(page, admin)
  await expect(menuOf(page)).toHaveText(['Dashboard', 'Reported Messages', 'Complaints'])

  await admin.give(['cases', 'members'])
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'User List' })).toBeVisible()
  await expect(menuOf(page).filter({ hasText: 'Users' })).toBeVisible()

  await admin.give(['cases'])
  await menuOf(page).filter({ hasText: 'Membership Plans' }).click()
  await expect(page.getByRole('heading', { name: 'Outside of your duties' })).toBeVisible()
  await expect(menuOf(page)).toHaveText(['Dashboard', 'Reported Messages', 'Complaints'])
})
