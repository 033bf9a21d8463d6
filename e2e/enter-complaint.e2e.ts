import { ADMIN, expect, logIn, test } from './fixtures.ts'

test.use({ ownProgram: 'enter-complaint' })

test('CASE-6 an admin enters what a caller tells, takes the fee at the desk, and hands over a link to follow it', async ({
  page,
}) => {
  const name = `Caller ${process.pid}`
  await logIn(page, ADMIN)
  await page.goto('/admin/complaints')
  await page.getByRole('link', { name: 'New complaint' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New complaint' })).toBeVisible()
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('radio', { name: 'Cruelty' }).check()
  await page.getByLabel('Location of incident').fill('Kothrud, Pune')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabel('Description').fill('A dog is chained in the sun without water.')
  await page.getByRole('button', { name: 'Enter the complaint' }).click()
  await expect(page.getByText('Please ask whether the person agrees, and tick this')).toBeVisible()
  await page.getByLabel(/^They know what we store/).check()
  await page.getByRole('button', { name: 'Enter the complaint' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Complaint \d+$/ })).toBeVisible()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'Filed by phone' })).toContainText(ADMIN.username)
  const toTell = page.getByRole('region', { name: 'To tell the complainant' })
  await expect(toTell.getByText(/PS-\d{4}-\d{5}-[A-Z]/)).toBeVisible()
  await toTell.getByRole('button', { name: 'Make a link to follow it' }).click()
  const link = await toTell.getByLabel('Link to follow the complaint').inputValue()
  await toTell.getByRole('link', { name: 'Take the fee at the desk' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Choose' }).click()
  await page.getByRole('button', { name: 'Record' }).first().click()
  await expect(page.getByText('₹100 recorded.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Complaint filed: we wrote it down for you')).toBeVisible()
  await expect(page.getByText('Filing fee of ₹100 received')).toBeVisible()
})
