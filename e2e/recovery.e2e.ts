import type { Page } from '@playwright/test'
import { fileComplaint } from './helpers/complaints.ts'
import { expect, openAs, signUp, test } from './helpers/fixtures.ts'
import { mailedLink } from './helpers/mails.ts'

type Mail = { subject: string; text: string | null }

const NEW_PASSWORD = 'rain on a tin roof'

const banner = (page: Page) => page.getByText('Please confirm your email address')

/** Opens the link of a mail and confirms. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email address' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
}

/** Types the new password twice, and saves it. */
async function saveNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
}

/** Signs in by e-mail with the new password, on the login page that the new password leads to. */
async function logInAgain(page: Page, email: string): Promise<void> {
  await expect(page.getByText('Your password has been changed. Please log in.')).toBeVisible()
  await page.getByLabel('Username').fill(email)
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
}

// ACC-1, ACC-2, ACC-4
test('a forgotten password is replaced by the link in a mail', { tag: '@journey' }, async ({ page, site }) => {
  const { email } = await signUp(site)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Username or email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If there is an account, we have sent a link to its e-mail address.')).toBeVisible()

  const reset = await mailedLink(site, email, 'Choose a new password')
  await page.goto(reset)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  // The link survives a reload, though it is no longer in the address.
  await page.reload()
  await saveNewPassword(page)
  await logInAgain(page, email)

  await page.goto(reset)
  await saveNewPassword(page)
  const used =
    'This link does not work any more. If you have just used it, it has worked. Otherwise please ask for a new one.'
  await expect(page.getByText(used)).toBeVisible()
})

// ACC-3
test('a confirmed address ends the banner and shows what was filed with it', async ({ page, site }) => {
  const person = await signUp(site)
  await fileComplaint(site, { email: person.email.toUpperCase() })
  await openAs(page, site, person, '/user')
  await expect(banner(page)).toContainText(person.email)
  await page.getByRole('link', { name: 'My Complaints' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Complaints' })).toBeVisible()
  await expect(page.getByText('Once you have confirmed your email address, you see here the complaints')).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText(`We have sent a new link to ${person.email}.`)).toBeVisible()
  const mails = () => site.sandbox<Mail[]>('GET', `/mails?to=${encodeURIComponent(person.email)}`)
  await expect.poll(async () => (await mails()).length).toBe(2)
  await confirm(page, await mailedLink(site, person.email, 'Confirm your email address'))

  await page.goto('/user/complaints')
  const row = page.getByRole('row', { name: 'Cruelty' })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('Not Paid')
  await expect(banner(page)).toHaveCount(0)
})

// ACC-5
test('a changed e-mail address counts once it is confirmed', async ({ page, site }) => {
  const person = await signUp(site)
  const email = `new-${person.email}`
  await openAs(page, site, person, '/account#email')
  await page.getByLabel('New email address').fill(email)
  await page.locator('#email').getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  await confirm(page, await mailedLink(site, email, 'Confirm your new email address'))
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByText(`${email} (confirmed)`)).toBeVisible()

  // Forms are filled with the new address, without a new sign-in.
  await page.goto('/complaint')
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

// ACC-5
test('whoever did not change the address puts it back and chooses a new password', async ({ page, site }) => {
  const person = await signUp(site)
  await confirm(page, await mailedLink(site, person.email, 'Confirm your email address'))
  const change = { email: `new-${person.email}`, current_password: person.password }
  await site.call('PUT', '/api/account/email', change, person.token)
  await confirm(page, await mailedLink(site, change.email, 'Confirm your new email address'))

  await page.goto(await mailedLink(site, person.email, 'Your email address was changed'))
  await expect(page.getByRole('heading', { level: 1, name: 'Put your old email address back' })).toBeVisible()
  await expect(page).toHaveURL('/undo-email-change')
  await page.getByRole('button', { name: 'This wasn’t me' }).click()
  await expect(page.getByText('Your old email address is back')).toBeVisible()
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await saveNewPassword(page)
  await logInAgain(page, person.email)
})
