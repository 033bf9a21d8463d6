import { readFile } from 'node:fs/promises'
import { addPet, confirmDeletion, expect, logIn, signUp, test } from './fixtures.ts'

// Also shows CAR-2, CAR-3.
test('CAR-1 an owner adds a rabies vaccination with the usual end, and finders and My Pets read until when it is valid', async ({
  page,
  site,
  browser,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Rani' })
  await logIn(page, owner)
  await page.getByRole('link', { name: /^Care/ }).click()
  await expect(page.getByRole('heading', { name: 'Care', exact: true })).toBeVisible()
  await expect(page.getByText('No care records yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add a record' }).click()
  await page.getByLabel('Kind').selectOption('Rabies vaccination')
  await page.getByLabel('Date given').fill('2026-03-05')
  await expect(page.getByLabel('Valid until')).toHaveValue('2027-03-05')
  await page.getByLabel('Valid until').fill('2999-03-05')
  // What somebody entered stays when the kind changes.
  await page.getByLabel('Kind').selectOption('Deworming')
  await page.getByLabel('Kind').selectOption('Rabies vaccination')
  await expect(page.getByLabel('Valid until')).toHaveValue('2999-03-05')
  await page.getByLabel('What was given or done').fill('Nobivac Rabies')
  await page.getByLabel('Note').fill('Left hind leg')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The record has been saved.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rabies vaccination' })).toBeVisible()
  await expect(page.getByText('Valid until 5 March 2999')).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('link', { name: 'Rabies vaccination due on 5 March 2999' })).toBeVisible()

  const finder = await browser.newContext({ javaScriptEnabled: false })
  const found = await finder.newPage()
  await found.goto(`${site.url}/pet-detail/${pet.petId}`)
  await expect(found.getByText('Rabies vaccination valid until 5 March 2999')).toBeVisible()
  await expect(found.getByText('Nobivac Rabies')).toBeVisible()
  await expect(found.getByText('Left hind leg')).toBeHidden()
  await finder.close()
})

test('CAR-1 a record of the pet form is edited and deleted', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { dewormingDetail: 'Drontal', dewormingDate: '2026-01-31' })
  await logIn(page, owner)
  await page.goto(`/user/care/${pet.petId}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByLabel('Date given')).toHaveValue('2026-01-31')
  await page.getByLabel('Valid until').fill('2026-01-30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This day lies before the day it was given')).toBeVisible()
  await page.getByLabel('Valid until').fill('2026-04-30')
  await page.getByLabel('Vet').fill('Dr. Rao')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Vet: Dr. Rao')).toBeVisible()
  await expect(page.getByText('Was due on 30 April 2026')).toBeVisible()

  await page.getByRole('button', { name: /^Delete/ }).click()
  await confirmDeletion(page)
  await expect(page.getByText('No care records yet')).toBeVisible()
})

test('CAR-3 the calendar file is downloaded, and a private link works until it is switched off', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  const rabies = { kind: 'rabies', day: '2026-03-05', valid_until: '2027-03-05' }
  await site.call('POST', `/pets/${pet.petId}/care`, rabies, owner.token)
  await logIn(page, owner)
  await page.goto(`/user/care/${pet.petId}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download calendar file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`care-${pet.petId}.ics`)
  expect(await readFile(await file.path(), 'utf8')).toContain('DTSTART;VALUE=DATE:20270305')

  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Your link').inputValue()
  expect(await (await fetch(link)).text()).toContain('SUMMARY:Moti: Rabies vaccination due')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('The link has been switched off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
  expect((await fetch(link)).status).toBe(404)
})

test('FND-6 the owner sees a scan of the tag with its day', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await logIn(page, owner)
  await page.goto(`/user/care/${pet.petId}`)
  await expect(page.getByText('The tag has not been scanned yet.')).toBeVisible()
  await (await fetch(`${site.url}/pet-detail/${pet.petId}`, { headers: { accept: 'text/html' } })).text()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('1 scan in the last 30 days')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('img', { name: 'Scans on each of the last 30 days; at most 1 on one day' })).toBeVisible()
})

test('a calendar link that cannot be loaded says so, and is loaded at the next try', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await page.route('**/care/feed', (route) => route.abort())
  await logIn(page, owner)
  await page.goto(`/user/care/${pet.petId}`)
  await expect(page.getByText('The link for your calendar could not be loaded.')).toBeVisible()
  await page.unroute('**/care/feed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
})
