import { today } from '@petsetu/contract/dates.ts'
import { aPhoto } from '../server/test/a-photo.ts'
import { chooseInCheckout } from './checkout.ts'
import { complaintsBy } from './complaints.ts'
import { ADMIN, expect, type Site, test, tokenOf } from './fixtures.ts'
import { keptTexts } from './kept-texts.ts'
import { fillComplaint, submitButton } from './pay-forms.ts'

const DAY_MS = 86_400_000

type Filed = Record<string, unknown>

/** The complaint that was filed with this name, as an admin reads it. */
async function findFiled(site: Site, name: string): Promise<Filed | undefined> {
  const [listed] = await complaintsBy(site, name)
  if (!listed) return undefined
  const token = await tokenOf(site, ADMIN)
  return (await site.call<{ data: Filed }>('GET', `/api/admin/complaints/${listed.id}`, null, token)).data
}

const someone = (word: string) => ({
  name: `${word} ${process.pid}`,
  email: 'asha@example.org',
  phone: '+91 55500 12345',
})

test('CASE-1 whom to call stands above the form, types are choices, and the day is one tap', async ({ page, site }) => {
  const asha = someone('Asha')
  await fillComplaint(page, asha)
  await expect(page.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112')
  await expect(page.getByRole('link', { name: /^Call our helpline/ })).toHaveAttribute('href', /^tel:\+?\d+$/)
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  const type = page.getByLabel('Type of Complaint')
  await expect(choice('Cruelty')).toBeChecked()
  await choice('Neglect').check()
  await expect(type).toHaveValue('Neglect')
  await choice('Other').check()
  await expect(type).toHaveValue('')
  await type.fill('A peacock on my roof')
  await expect(choice('Other')).toBeChecked()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByLabel('Date of Incident')).toHaveValue(today(new Date(Date.now() - DAY_MS)))
  await page.getByRole('button', { name: 'Today' }).click()
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  expect(await findFiled(site, asha.name)).toMatchObject({
    type_of_complaint: 'A peacock on my roof',
    date_of_incident: today(),
    landmark: null,
    lat: null,
    offender: null,
  })
})

test('CASE-1 the location goes with the complaint only after a tap, and details are folded away until somebody wants them', async ({
  page,
  context,
  site,
}) => {
  const meera = someone('Meera')
  await context.setGeolocation({ latitude: 18.507412345, longitude: 73.807654, accuracy: 11.2 })
  await context.grantPermissions(['geolocation'])
  await fillComplaint(page, meera)
  await expect(page.getByText('Your location goes with the complaint only if you tap this button.')).toBeVisible()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText('Your location goes with the complaint, accurate to about 12 m.')).toBeVisible()
  await page.getByRole('button', { name: 'Do not send it' }).click()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByRole('button', { name: 'Do not send it' })).toBeVisible()
  await page.getByLabel('Landmark').fill('Opposite the water tank')
  await expect(page.getByLabel('Vehicle')).toBeHidden()
  await page.getByText('More details, if you know them').click()
  await page.getByLabel('Vehicle').fill('MH 12 AB 1234')
  await page.getByLabel('FIR number').fill('0042/2026')
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  await expect(page.getByLabel('Vehicle')).toHaveValue('MH 12 AB 1234')
  await expect(page.getByLabel('Witness')).toHaveCount(0)
  expect(await findFiled(site, meera.name)).toMatchObject({
    ...{ landmark: 'Opposite the water tank', vehicle: 'MH 12 AB 1234', fir_number: '0042/2026' },
    ...{ lat: 18.507412, lon: 73.807654, accuracy: 12, offender: null, witness: null },
  })
})

test('CASE-1 without permission for the location the form says so, and works', async ({ page }) => {
  await page.goto('/complaint')
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText('Your browser did not give us your location.')).toBeVisible()
  await expect(submitButton(page)).toBeEnabled()
})

test('CASE-1 up to five files go with a complaint, outlive a reload, and each can be taken out', async ({
  page,
  site,
}) => {
  const kiran = someone('Kiran')
  const letter = (name: string) => ({
    ...{ name, mimeType: 'application/pdf' },
    buffer: Buffer.from(`%PDF-1.4\n% ${name}\ntrailer\n<< >>\n%%EOF\n`),
  })
  await fillComplaint(page, kiran)
  await page.getByLabel('Supporting Document').setInputFiles(letter('one.pdf'))
  const add = async (...names: string[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add more files' }).click()
    await (await chooser).setFiles(names.map(letter))
  }
  const removes = page.getByRole('button', { name: /^Remove / })
  await add('two.pdf', 'three.pdf')
  await expect(removes).toHaveCount(3)
  await add('four.pdf', 'five.pdf', 'six.pdf')
  await expect(removes).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Add more files' })).toBeHidden()
  await expect(page.getByText('six.pdf')).toBeHidden()
  await page.getByRole('button', { name: 'Remove three.pdf' }).click()
  await expect(removes).toHaveCount(4)
  // Files are shown without content.
  await expect.poll(() => keptTexts(page)).toContain('[{},{},{},{}]')
  await page.reload()
  await expect(removes).toHaveCount(4)
  await expect(page.getByLabel('Supporting Document')).toHaveValue(/one\.pdf$/)
  await page.getByRole('button', { name: 'Remove one.pdf' }).click()
  await expect(page.getByLabel('Supporting Document')).toHaveValue(/two\.pdf$/)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByText('Supporting document: two.pdf, four.pdf, five.pdf')).toBeVisible()
  expect((await findFiled(site, kiran.name))?.files).toHaveLength(3)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

  test('CASE-1 the camera comes first: its photo is the first file', async ({ page }) => {
    await page.goto('/complaint')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo' }).click()
    const camera = await chooser
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
    await expect(page.getByLabel('Supporting Document')).toHaveValue(/IMG_1\.jpg$/)
  })
})

test('CASE-5 whoever does not want the name shown is listed without it, and an admin sees it for a reason', async ({
  page,
  site,
}) => {
  const hidden = someone('Hidden')
  await fillComplaint(page, hidden)
  await page.getByLabel('Location of Incident').fill(`Hidden place ${process.pid}`)
  await page.getByLabel('Do not show my name').check()
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  await expect(page.getByText('Your name is not shown.')).toBeVisible()
  expect(await findFiled(site, hidden.name)).toBeUndefined()

  const token = await tokenOf(site, ADMIN)
  const found = `/api/admin/complaints?search=Hidden+place+${process.pid}`
  const { data } = await site.call<{ data: Filed[] }>('GET', found, null, token)
  expect(data).toHaveLength(1)
  const reason = { reason: 'The police ask' }
  const reveal = `/api/admin/complaints/${data[0]?.id}/reveal`
  expect(await site.call('POST', reveal, reason, token)).toMatchObject({ data: { fullname: hidden.name } })
})
