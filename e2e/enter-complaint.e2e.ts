import { ADMIN, expect, openAs, test } from './helpers/fixtures.ts'

// CASE-6
test('an admin enters a caller’s complaint, takes its fee and hands over a link', async ({ page, site }) => {
  const name = `Caller ${process.pid}`
  await openAs(page, site, ADMIN, '/admin/complaints')
  await page.getByRole('link', { name: 'New complaint' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New complaint' })).toBeVisible()
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('radio', { name: 'Cruelty' }).check()
  await page.getByLabel('Location of incident').fill('Kothrud, Pune')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabel('Description').fill('A dog is chained in the sun without water.')
  await page.getByLabel(/^They know what we store/).check()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()

  await expect(page.getByText(/^Complaint \d+ · PS-\d{4}-\d{5}-[A-Z]/)).toBeVisible()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'Filed by phone' })).toContainText(ADMIN.username)
  const toTell = page.getByRole('region', { name: 'To tell the complainant' })
  await toTell.getByRole('button', { name: 'Make a tracking link' }).click()
  const link = await toTell.getByLabel('Link to follow the complaint').inputValue()
  await toTell.getByRole('link', { name: 'Take the fee at the desk' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Choose' }).click()
  await page.getByRole('form', { name: 'Take money' }).getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('₹100 recorded.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Complaint filed: we wrote it down for you')).toBeVisible()
  await expect(page.getByText('Filing fee of ₹100 received')).toBeVisible()
})
