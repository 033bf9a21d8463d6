import { readFile } from 'node:fs/promises'
import { addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'

// CAR-1, CAR-2, CAR-3, FND-6
test('a care record reaches finders, My Pets and calendars, and a scan its owner', async ({ page, site, browser }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Rani' })
  await openAs(page, site, owner, '/user')
  await page.getByRole('link', { name: /^Care/ }).click()
  await expect(page.getByRole('heading', { name: 'Rani’s care', exact: true })).toBeVisible()
  await expect(page.getByText('The tag has not been scanned yet.')).toBeVisible()

  await test.step('the owner adds a rabies vaccination', async () => {
    await page.getByRole('button', { name: 'Add a record' }).click()
    await page.getByLabel('Date given').fill('2026-03-05')
    await page.getByLabel('Valid until').fill('2999-03-05')
    await page.getByLabel('What was given or done').fill('Nobivac Rabies')
    await page.getByLabel('Note').fill('Left hind leg')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Rabies vaccination due on 5 March 2999')).toBeVisible()
  })

  await test.step('a finder reads until when it is valid, and not the note', async () => {
    const finder = await browser.newContext({ javaScriptEnabled: false })
    const found = await finder.newPage()
    await found.goto(`${site.url}/pet-detail/${pet.petId}`)
    await expect(found.getByText('Rabies vaccination valid until 5 March 2999')).toBeVisible()
    await expect(found.getByText('Nobivac Rabies')).toBeVisible()
    await expect(found.getByText('Left hind leg')).toBeHidden()
    await finder.close()
    // A page behind another one is drawn late, or not at all.
    await page.bringToFront()
  })

  await test.step('the calendar file holds the day', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download calendar file' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`care-${pet.petId}.ics`)
    expect(await readFile(await file.path(), 'utf8')).toContain('DTSTART;VALUE=DATE:29990305')
  })

  await test.step('the private link works until it is switched off', async () => {
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('Your link').inputValue()
    expect(await (await fetch(link)).text()).toContain('SUMMARY:Rani: Rabies vaccination due')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
    expect((await fetch(link)).status).toBe(404)
  })

  await test.step('My Pets says what is due', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('link', { name: 'Rabies vaccination due on 5 March 2999' })).toBeVisible()
  })

  await test.step('the owner sees the scan of the finder', async () => {
    // A scan is stored a little after the page was answered.
    await expect(async () => {
      await page.goto(`/user/care/${pet.petId}`)
      await expect(page.getByText('1 scan in the last 30 days')).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })
})
