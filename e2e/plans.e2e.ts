import { ADMIN, confirmDeletion, expect, openAs, test, tokenOf } from './fixtures.ts'
import { PLANS } from './pay-forms.ts'

// PLN-2, PLN-4, PLN-5, PLN-6, PLN-8
test('a plan is added, changed and deleted', async ({ page, site }) => {
  const [name, changed] = [`Guardian ${process.pid}`, `Patron ${process.pid}`]
  await openAs(page, site, ADMIN, '/admin/memberships/plans/add')
  await page.getByLabel('Plan Name').fill(name)
  await page.getByLabel('Category').selectOption('premium')
  await page.getByLabel('Duration (month)').fill('6')
  await page.getByLabel('Price (₹)').fill('1200')
  await page.getByLabel('Description').fill('For everybody who wants to help.')
  await page.getByLabel('Features').fill('One\nTwo')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL('/admin/memberships/plans')

  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page).toHaveURL(/\/admin\/memberships\/plans\/edit\/\d+$/)
  await expect(page.getByLabel('Features')).toHaveValue('One\nTwo')
  await page.getByLabel('Plan Name').fill(changed)
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await page.waitForURL('/admin/memberships/plans')

  await page.getByRole('button', { name: `Delete ${changed}` }).click()
  await confirmDeletion(page)
  await expect(page.getByText(`Plan "${changed}" has been deleted successfully.`)).toBeVisible()
  await expect(page.getByRole('row', { name: changed })).toHaveCount(0)
  const { data } = await site.call<{ data: { name: string }[] }>('GET', PLANS, null, await tokenOf(site, ADMIN))
  expect(data.map((plan) => plan.name)).not.toContain(changed)
})
