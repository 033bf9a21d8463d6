import { readFile } from 'node:fs/promises'
import { readZip } from '../server/test/read-zip.ts'
import { addPet, arriveHome, expect, hydrated, openAs, signUp, test, tokenOf } from './helpers/fixtures.ts'

// ACC-5
test('a person downloads their data as a zip, and deletes the account', async ({ page, context, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Kalpana-Moti' })
  await openAs(page, site, owner, '/account#personal-data')
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
  await otherTab.goto('/account')
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  // A tab in the background is drawn once a second.
  await page.bringToFront()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await arriveHome(page)
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()

  await expect(otherTab.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(tokenOf(site, owner)).rejects.toThrow('401')
  expect((await page.request.get(`/pet-detail/${pet.petId}`)).status()).toBe(404)
  await page.reload()
  await arriveHome(page)
  await hydrated(page)
  await expect(page.getByText('Your account has been deleted.')).toHaveCount(0)
})
