import { aPhoto } from '../server/test/a-photo.ts'
import { aPdf } from '../server/test/attachments.ts'
import { expect, openAs, signUp, test, tokenOf } from './helpers/fixtures.ts'
import { ADMIN } from './helpers/start-program.ts'

test.use({ viewport: { width: 360, height: 740 } })

// COM-1
test('a carer registers an animal with a photo in one form', async ({ page, site }) => {
  const token = await tokenOf(site, ADMIN)
  const carer = await signUp(site)
  await site.call('POST', '/api/admin/carers', { login: carer.username }, token)
  await openAs(page, site, carer, '/user/community/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rani')
  await page.getByLabel('Kind of animal').fill('Dog')
  await page.getByLabel('Female').check()
  await page.getByLabel('Left ear').check()
  await page.getByLabel('Ward').fill('Kothrud')
  await page.getByLabel('Landmark').fill('Behind the vegetable market')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photos' }).click()
  await (await chooser).setFiles({ name: 'rani.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Rani is registered with its photos.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo 1 of Rani' })).toBeVisible()
})

// COM-1, COM-4
test('a carer attaches the certificate of a sterilisation, and the ward counts it', async ({ page, site }) => {
  const token = await tokenOf(site, ADMIN)
  const carer = await signUp(site)
  await site.call('POST', '/api/admin/carers', { login: carer.username }, token)
  const place = { ward: 'Ward of the certificate', landmark: 'Behind the vegetable market' }
  const animal = { petName: 'Kalu', petType: 'Dog', petGender: 'male', earNotch: 'left', sterilisedOn: '2026-01-05' }
  const register = () =>
    site.call<{ data: { petId: string } }>('POST', '/api/community', { ...animal, ...place }, carer.token)
  const { data } = await register()
  await register()

  await test.step('the carer adds the paper and opens it again', async () => {
    await openAs(page, site, carer, `/user/community/${data.petId}`)
    const part = page.getByRole('region', { name: 'Sterilisation certificate' })
    await expect(part.getByText('No certificate is stored yet.')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await part.getByRole('button', { name: 'Add the certificate' }).click()
    await (await chooser).setFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: aPdf(2_000) })
    await expect(part.getByText('The certificate is stored.')).toBeVisible()
    const download = page.waitForEvent('download')
    await part.getByRole('button', { name: 'Open the certificate' }).click()
    expect((await download).suggestedFilename()).toBe(`sterilisation-${data.petId}.pdf`)
  })

  await test.step('an admin sees the share of the ward', async () => {
    await openAs(page, site, ADMIN, '/admin/community')
    const ward = page.getByRole('table', { name: 'By ward' }).getByRole('row').filter({ hasText: place.ward })
    await expect(ward).toContainText('with certificate: 1 of 2')
  })
})

// COM-2
test('a passer-by without a script counts a sighting and reports what is wrong', async ({ browser, site }) => {
  const token = await tokenOf(site, ADMIN)
  const place = { ward: 'Kasba Peth', landmark: 'Behind the vegetable market' }
  const animal = { petName: 'Sundari', petType: 'Dog', petGender: 'female', earNotch: 'left', ...place }
  const { data } = await site.call<{ data: { petId: string } }>('POST', '/api/community', animal, token)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  const page = await context.newPage()

  await test.step('one tap counts, and the page says so', async () => {
    await page.goto(`${site.url}/pet-detail/${data.petId}`)
    await expect(page.getByRole('heading', { name: 'Sundari lives here' })).toBeVisible()
    await page.getByRole('button', { name: 'I have seen it', exact: true }).click()
    await expect(page.getByText('Thank you. It was counted.')).toBeVisible()
    const path = `/api/community/${data.petId}/sightings`
    const { data: seen } = await site.call<{ data: object[] }>('GET', path, null, token)
    expect(seen).toEqual([{ week: expect.any(String), area: place.ward, count: 1 }])
  })

  await test.step('the complaint form names the animal', async () => {
    await page.goto(`${site.url}/pet-detail/${data.petId}`)
    await page.getByRole('link', { name: 'Something is wrong with this animal' }).click()
    await expect(page.getByText(/about Sundari/)).toBeVisible()
  })
  await context.close()
})
