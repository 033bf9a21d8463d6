import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readZip } from '../server/test/read-zip.ts'
import { ADMIN, addPet, arriveHome, expect, logIn, signUp, test, tokenOf } from './fixtures.ts'

const devices = (page: Page) => page.getByRole('region', { name: 'Logged-in devices' })
const deviceNamed = (page: Page, name: string) => devices(page).getByRole('listitem').filter({ hasText: name })

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account')
  await expect(deviceNamed(page, 'This device')).toBeVisible()
}

test('ACC-5 a person sees the signed-in devices, signs out one and then all others, and stays signed in here', async ({
  page,
  context,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await openAccount(page)
  await expect(deviceNamed(page, 'This device')).toContainText('Chrome on Linux')
  await expect(deviceNamed(page, 'This device')).toContainText('Last used: today')
  await expect(deviceNamed(page, 'Unknown browser')).toHaveCount(1)

  const otherTab = await context.newPage()
  await openAccount(otherTab)
  await page.bringToFront()
  await deviceNamed(page, 'Unknown browser').getByRole('button', { name: 'Log out' }).click()
  await expect(deviceNamed(page, 'Unknown browser')).toHaveCount(0)
  await expect(site.call('GET', '/pets', null, owner.token)).rejects.toThrow('401')

  // The other tab still shows it: a second click finds it done.
  await otherTab.bringToFront()
  await deviceNamed(otherTab, 'Unknown browser').getByRole('button', { name: 'Log out' }).click()
  await expect(otherTab.getByText('The device has been logged out.')).toBeVisible()
  await expect(deviceNamed(otherTab, 'Unknown browser')).toHaveCount(0)
  await otherTab.close()

  const others = [await tokenOf(site, owner), await tokenOf(site, owner)]
  await openAccount(page)
  await expect(deviceNamed(page, 'Unknown browser')).toHaveCount(2)
  await devices(page).getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(devices(page).getByRole('listitem')).toHaveCount(1)
  for (const token of others) await expect(site.call('GET', '/pets', null, token)).rejects.toThrow('401')
  await expect(devices(page).getByRole('button', { name: 'Log out all other devices' })).toHaveCount(0)
})

test('ACC-5 signing out this device leads to the login, and the session has ended on the server', async ({
  page,
  site,
}) => {
  await logIn(page, await signUp(site))
  await openAccount(page)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken)
  await deviceNamed(page, 'This device').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect.poll(() => site.call('GET', '/pets', null, token).catch(String)).toContain('401')
})

test('ACC-5 a person downloads their data as a zip, and deletes the account with the password', async ({
  page,
  context,
  site,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Kalpana-Moti' })
  await logIn(page, owner)
  await openAccount(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('petsetu-data.zip')
  const files = await readZip(await readFile(await download.path()))
  expect(JSON.parse(String(files['data.json']))).toMatchObject({
    account: [{ username: owner.username }],
    pets: [{ pet_name: 'Kalpana-Moti' }],
  })

  const otherTab = await context.newPage()
  await openAccount(otherTab)
  // A tab in the background is drawn once a second.
  await page.bringToFront()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('your account, and your pets with their public pages')
  await expect(dialog).toContainText('The law requires us to keep the books')
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await confirm.click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Password').fill('not this one')
  await confirm.click()
  await expect(dialog.getByText('The current password is not right.').first()).toBeVisible()
  await dialog.getByLabel('Password').fill(owner.password)
  await confirm.click()
  await arriveHome(page)
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()

  await expect(otherTab.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(tokenOf(site, owner)).rejects.toThrow('401')
  expect((await page.request.get(`/pet-detail/${pet.petId}`)).status()).toBe(404)
  await page.reload()
  await arriveHome(page)
  await expect(page.getByText('Your account has been deleted.')).toHaveCount(0)
})

test('ACC-5 without the password, and by Cancel, an account stays; an admin is offered no deletion', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await openAccount(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tokenOf(site, owner)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await logIn(page, ADMIN)
  await openAccount(page)
  await expect(page.getByText("Only another admin can delete an admin's account.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
})
