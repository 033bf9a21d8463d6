import { expect, test } from './helpers/fixtures.ts'

// PRV-2
test('the footer leads to all four legal pages', async ({ page }) => {
  await page.goto('/login')
  for (const [name, heading] of [
    ['Privacy', 'Privacy'],
    ['Terms', 'Terms of use'],
    ['Refunds', 'Refunds and cancellations'],
    ['Contact us', 'Contact'],
  ] as const) {
    await page.getByRole('navigation', { name: 'About us and your rights' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  }
})

// PRV-3
test('the sign-up says what is kept, and its page about it keeps what was typed', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('half typed')
  await expect(page.getByText('We keep your username and email so that you can log in')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'What we keep and what you can ask for' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('half typed')
})
