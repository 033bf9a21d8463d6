import type { Page } from '@playwright/test'
import { fileComplaint } from './complaints.ts'
import { addPet, expect, hydrated, logIn, logOut, type Site, signUp, test } from './fixtures.ts'

type Mail = { subject: string; text: string | null }

const NEW_PASSWORD = 'rain on a tin roof'

/** The link in the newest mail to `to` with this subject. */
async function mailedLink(site: Site, to: string, subject: string): Promise<string> {
  const newest = async () => {
    const mails = await site.sandbox<Mail[]>('GET', `/mails?to=${encodeURIComponent(to)}`)
    return mails.find((mail) => mail.subject === subject)?.text ?? ''
  }
  await expect.poll(newest).toContain('token=')
  return /^https?:\S+$/m.exec(await newest())?.[0] ?? ''
}

const banner = (page: Page) => page.getByText('Please confirm your e-mail address')

/** Opens the link of a mail and confirms. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm e-mail address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
}

// Also shows ACC-2, ACC-3, ACC-4.
test('ACC-1 a person signs up, confirms the address, forgets the password, sets a new one and signs in by e-mail', async ({
  page,
  site,
}) => {
  const username = `forgetful-${process.pid}`
  const email = `${username}@example.org`
  await page.goto('/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('marigold-7')
  await page.getByLabel('Confirm password').fill('marigold-7')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Registration successful! Please login.')).toBeVisible()
  await page.getByLabel(/^Password/).fill('marigold-7')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
  await expect(banner(page)).toContainText(email)

  const confirmation = await mailedLink(site, email, 'Confirm your e-mail address')
  await confirm(page, confirmation)
  await page.goto('/account')
  await expect(page.getByText(`${email} (confirmed)`)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await page.goto('/complaint')
  await logOut(page)

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Username or e-mail').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If there is an account, we have sent a link to its e-mail address.')).toBeVisible()

  const reset = await mailedLink(site, email, 'Choose a new password')
  await page.goto(reset)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  // The link survives a reload, though it is no longer in the address.
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password has been changed. Please log in.')).toBeVisible()

  await page.getByLabel('Username').fill(email)
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()

  await page.goto(reset)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link does not work any more. Please ask for a new one.')).toBeVisible()
})

test('ACC-3 the banner sends the link again, and a confirmed address shows what was filed with it', async ({
  page,
  site,
}) => {
  const person = await signUp(site)
  await fileComplaint(site, { email: person.email.toUpperCase() })

  await logIn(page, person)
  await page.getByRole('link', { name: 'My Complaints' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Complaints' })).toBeVisible()
  await expect(page.getByText('Here you see the complaints that were filed with your e-mail address')).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText(`We have sent a new link to ${person.email}.`)).toBeVisible()
  const mails = () => site.sandbox<Mail[]>('GET', `/mails?to=${encodeURIComponent(person.email)}`)
  await expect.poll(async () => (await mails()).length).toBe(2)
  await confirm(page, await mailedLink(site, person.email, 'Confirm your e-mail address'))

  await page.goto('/user/complaints')
  const row = page.getByRole('row', { name: 'Cruelty' })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('Not Paid')
  await expect(banner(page)).toHaveCount(0)
})

test('ACC-5 a person changes e-mail and phone on the account page', async ({ page, site }) => {
  const person = await signUp(site)
  const email = `new-${person.email}`
  await logIn(page, person)
  await page.goto('/account')
  await page.getByLabel('New e-mail address').fill(email)
  const password = page.locator('#email').getByLabel('Your password')
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page.locator('#email').getByText('The current password is not right.').first()).toBeVisible()
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  await expect(page.getByText(`${person.email} (not confirmed yet)`)).toBeVisible()

  await page.getByLabel('Phone number').fill('+91 98765 43210')
  await page.getByRole('button', { name: 'Save phone number' }).click()
  await expect(page.getByText('Your phone number is saved.')).toBeVisible()

  await confirm(page, await mailedLink(site, email, 'Confirm your new e-mail address'))
  await page.getByRole('link', { name: 'To your account' }).click()
  await expect(page.getByText(`${email} (confirmed)`)).toBeVisible()
  await expect(page.getByLabel('Phone number')).toHaveValue('+91 98765 43210')

  // Forms are filled with the new address, without a new sign-in.
  await page.goto('/complaint')
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('ACC-5 a change of the e-mail address that waits for its confirmation is cancelled', async ({ page, site }) => {
  const person = await signUp(site)
  await logIn(page, person)
  await page.goto('/account')
  await page.getByLabel('New e-mail address').fill(`new-${person.email}`)
  await page.locator('#email').getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page.getByText(`new-${person.email} becomes your address`)).toBeVisible()
  await page.getByRole('button', { name: 'Keep the present address' }).click()
  await expect(page.getByText(`Your address stays ${person.email}.`)).toBeVisible()
  await expect(page.getByText(`new-${person.email} becomes your address`)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(`${person.email} (not confirmed yet)`)).toBeVisible()
  await expect(page.getByText('becomes your address')).toHaveCount(0)
})

test('ACC-5 whoever did not change the address puts the old one back and chooses a new password', async ({
  page,
  site,
}) => {
  const person = await signUp(site)
  await confirm(page, await mailedLink(site, person.email, 'Confirm your e-mail address'))
  const change = { email: `new-${person.email}`, current_password: person.password }
  await site.call('PUT', '/api/account/email', change, person.token)
  await confirm(page, await mailedLink(site, change.email, 'Confirm your new e-mail address'))

  await page.goto(await mailedLink(site, person.email, 'Your e-mail address was changed'))
  await expect(page.getByRole('heading', { level: 1, name: 'Put your old e-mail address back' })).toBeVisible()
  await expect(page).toHaveURL('/undo-email-change')
  await page.getByRole('button', { name: 'That was not me' }).click()
  await expect(page.getByText('Your old e-mail address is back')).toBeVisible()
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password has been changed. Please log in.')).toBeVisible()
  await page.getByLabel('Username').fill(person.email)
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
})

test('ACC-4 a login that came from a tag says so and leads back to it', async ({ page, site }) => {
  const owner = await signUp(site)
  const { petId } = await addPet(site, owner.token)
  const shown = petId.match(/.{4}/g)?.join('-')
  await page.goto(`/pet-detail/${petId}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByText(`Please log in. You then return to the tag ${shown}.`)).toBeVisible()
  await page.getByLabel('Username').fill(owner.email)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`/pet-detail/${petId}`)
  await expect(page.getByRole('heading', { name: 'Moti' }).first()).toBeVisible()
})
