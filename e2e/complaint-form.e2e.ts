import { aPhoto } from '../server/test/a-photo.ts'
import { chooseInCheckout } from './helpers/checkout.ts'
import { complaintsBy } from './helpers/complaints.ts'
import { ADMIN, expect, hydrated, type Site, test, tokenOf } from './helpers/fixtures.ts'
import { keptTexts } from './helpers/kept-texts.ts'
import { fillComplaint, submitButton } from './helpers/pay-forms.ts'

type Filed = { [field: string]: unknown }

/** The complaint that was filed with this name, as an admin reads it. */
async function findFiled(site: Site, name: string): Promise<Filed | undefined> {
  const [listed] = await complaintsBy(site, name)
  if (!listed) return undefined
  const token = await tokenOf(site, ADMIN)
  return (await site.call<{ data: Filed }>('GET', `/api/admin/complaints/${listed.id}`, null, token)).data
}

const letter = (name: string) => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: Buffer.from(`%PDF-1.4\n% ${name}\ntrailer\n<< >>\n%%EOF\n`),
})

// CASE-1
test('a complaint’s place, details and files outlive a reload, and reach an admin', async ({ page, context, site }) => {
  const name = `Meera ${process.pid}`
  await context.setGeolocation({ latitude: 18.507412345, longitude: 73.807654, accuracy: 11.2 })
  await context.grantPermissions(['geolocation'])
  await fillComplaint(page, { name, email: 'complainant@example.org', phone: '+91 55500 12345' })
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('In your own words').fill('A peacock on my roof')
  await page.getByText('More details, or hide your name').click()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText('Your location goes with the complaint, accurate to about 12 m.')).toBeVisible()
  await page.getByLabel('Landmark').fill('Opposite the water tank')
  await page.getByLabel('Vehicle').fill('MH 12 AB 1234')
  await page.getByLabel('FIR number').fill('0042/2026')
  await page.getByLabel('Supporting Document').setInputFiles(letter('one.pdf'))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add more files' }).click()
  await (await chooser).setFiles([letter('two.pdf'), letter('three.pdf')])
  // Files are shown without content.
  await expect.poll(() => keptTexts(page)).toContain('[{},{},{}]')

  await page.reload()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(3)
  await expect(page.getByLabel('Supporting Document')).toHaveValue(/one\.pdf$/)
  // The texts are read apart from the files.
  await expect(page.getByLabel('Landmark')).toHaveValue('Opposite the water tank')
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByText('Supporting document: one.pdf, two.pdf, three.pdf')).toBeVisible()
  expect(await findFiled(site, name)).toMatchObject({
    ...{ type_of_complaint: 'A peacock on my roof', landmark: 'Opposite the water tank' },
    ...{ vehicle: 'MH 12 AB 1234', fir_number: '0042/2026', offender: null, witness: null },
    ...{ lat: 18.507412, lon: 73.807654, accuracy: 12, files: [{}, {}, {}] },
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

  // CASE-1
  test('the camera comes first: its photo is the first file', async ({ page }) => {
    await page.goto('/complaint')
    await hydrated(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo' }).click()
    const camera = await chooser
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
    await expect(page.getByLabel('Supporting Document')).toHaveValue(/IMG_1\.jpg$/)
  })
})
