import { ADMIN, expect, logIn, signUp, test } from './fixtures.ts'

test('PRV-4 an owner asks on the account page, an admin answers, and the owner reads the answer', async ({
  page,
  browser,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Ask about your data' })
  await section.getByRole('radio', { name: 'A copy of my data' }).check()
  await section.getByLabel('Note').fill('The complaints, too')
  await section.getByRole('button', { name: 'Send the request' }).click()
  await expect(section.getByText('Your request has arrived.')).toBeVisible()
  await expect(section.getByRole('list', { name: 'Your requests' })).toContainText('The complaints, too')

  const desk = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(desk, ADMIN)
  await desk.goto('/admin/privacy')
  await desk.getByRole('row').filter({ hasText: owner.username }).getByRole('button', { name: 'Mark as done' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Answer').fill('It is in your mailbox.')
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await expect(desk.getByRole('row').filter({ hasText: owner.username })).toHaveCount(0)
  await desk.context().close()

  await page.reload()
  await expect(section.getByRole('list', { name: 'Your requests' })).toContainText('It is in your mailbox.')
})
