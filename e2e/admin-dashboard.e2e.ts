import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'

// ADM-1, DSK-1
test('the dashboard counts, and leads to what waited longest and happened last', async ({ page, site }) => {
  const owner = await signUp(site)
  await addPet(site, owner.token, { petName: `Chandni of ${owner.username}` })
  const id = await fileComplaint(site)
  // Nothing else waits as long.
  await site.sql(
    "update complaints set created_at = now() - interval '400 days', due_on = '2020-01-01' where id = $1",
    [id],
  )
  await openAs(page, site, ADMIN, '/admin')
  for (const card of ['Total Pets', 'Total Users']) {
    const figure = page.locator('div', { has: page.getByRole('heading', { name: card }) }).last()
    await expect(figure).toContainText(/[1-9]/)
  }
  const main = page.getByRole('main')
  const events = main.getByRole('list').filter({ hasText: 'Chandni' })
  const registered = `${owner.username} registered Chandni of ${owner.username}`
  await expect(events.getByRole('link', { name: registered })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Complaints and revenue by week' }).getByRole('row')).toHaveCount(13)

  const work = main.getByRole('link', { name: /^Complaint .* PS-/ }).first()
  await expect(work).toContainText('Overdue')
  await expect(work).toContainText('400 days ago')
  await work.click()
  await page.waitForURL(`/admin/complaints/${id}`)
  await page.goBack()
  await events.getByRole('link', { name: `${owner.username} signed up` }).click()
  await page.waitForURL(/\/admin\/users\?search=/)
  await expect(page.getByText(owner.email)).toBeVisible()
})
