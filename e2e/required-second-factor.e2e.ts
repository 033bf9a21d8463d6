import { ADMIN, expect, logIn, logOut, test } from './helpers/fixtures.ts'
import { section, setUp } from './helpers/set-up-second-factor.ts'

test.use({ settings: { REQUIRE_ADMIN_2FA: 'on' } })

// ACC-7, V7.4.4
test('an admin without a second factor is led to its set-up, wherever they go', async ({ page }) => {
  await logIn(page, ADMIN, /\/account$/)
  await expect(section(page).getByText('Admins need two-step login here.')).toBeVisible()
  // A passkey is the other way to have one.
  await expect(page.getByRole('region')).toHaveCount(2)
  for (const address of ['/admin/users', '/admin/complaints', '/admin']) {
    await page.goto(address)
    await expect(page).toHaveURL('/account')
    await expect(section(page).getByText('Admins need two-step login here.')).toBeVisible()
  }

  await setUp(page, ADMIN)
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Total Users')).toBeVisible()
  await page.goto('/')
  await logOut(page)
})
