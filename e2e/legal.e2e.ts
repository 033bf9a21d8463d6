import type { Page } from '@playwright/test'
import { ADMIN, expect, logIn, signUp, test } from './fixtures.ts'
import { aPlan } from './pay-forms.ts'

const LINKS: [name: string, heading: string][] = [
  ['Privacy', 'Privacy'],
  ['Terms', 'Terms of use'],
  ['Refunds', 'Refunds and cancellations'],
  ['Contact us', 'Contact'],
]

async function expectEveryLink(page: Page, path: string): Promise<void> {
  for (const [name, heading] of LINKS) {
    await page.goto(path)
    await page.getByRole('navigation', { name: 'About us and your rights' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  }
}

test('PRV-2 the footer leads to all four pages, on the login and on the pages of an owner', async ({ page, site }) => {
  await expectEveryLink(page, '/login')
  await logIn(page, await signUp(site))
  await expectEveryLink(page, '/user')
})

test('PRV-2 so does the footer of an admin', async ({ page }) => {
  await logIn(page, ADMIN)
  await expectEveryLink(page, '/admin/pets')
})

test('PRV-2 PRV-3 beneath a button that pays stand payee, processor and the legal pages, and in the form what is kept and why', async ({
  page,
  site,
}) => {
  await aPlan(site)
  for (const [path, notice] of [
    ['/complaint', 'so that we can act on the complaint and answer you'],
    ['/regular-membership', 'for our register of members'],
  ] as const) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText('Paid to Karuna Animal Welfare Trust through Razorpay.')).toBeVisible()
    for (const [name, href] of [
      ['terms', '/terms'],
      ['refunds', '/refunds'],
      ['data', '/privacy'],
    ] as const)
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await expect(main.getByText(notice)).toBeVisible()
  }
})

test('PRV-3 the sign-up says what is kept and why, and leads to the page about it without losing what was typed', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('half typed')
  await expect(page.getByText('We keep your username and e-mail so that you can log in')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'What we keep and what you can ask for' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('half typed')
})
