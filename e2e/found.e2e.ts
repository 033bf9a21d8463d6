import { languages } from '@petsetu/languages/languages.ts'
import type { Page } from '@playwright/test'
import { aPhoto } from '../server/test/a-photo.ts'
import { addPet, expect, hydrated, openAs, signUp, test } from './helpers/fixtures.ts'
import { sizeOfFile } from './helpers/size-of-file.ts'

const PLACE = { latitude: 18.5204, longitude: 73.8567, accuracy: 20 }

async function openForm(page: Page, petId: string): Promise<void> {
  await page.goto(`/pet-detail/${petId}`)
  await page.getByRole('link', { name: 'I have this pet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'I have Moti' })).toBeVisible()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // FND-1, FND-2
  test('a finder calls, writes by WhatsApp, reports and writes on', async ({ page, site }) => {
    const { petId } = await addPet(site, (await signUp(site)).token)
    await page.goto(`/pet-detail/${petId}`)
    await expect(page.getByRole('link', { name: 'Call the owner' })).toHaveAttribute('href', 'tel:+919876543210')
    const whatsApp = (await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? ''
    expect(whatsApp).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/)
    expect(decodeURIComponent(whatsApp)).toMatch(new RegExp(`Moti.*/pet-detail/${petId}$`))

    await openForm(page, petId)
    await expect(page.getByRole('button', { name: 'Send my location' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Send to the owner' }).click()
    await expect(page.getByRole('alert')).toContainText('Please write a message')
    await expect(page.getByLabel('Your name')).toBeVisible()
    await page.getByLabel('Message').fill('Moti is at the temple')
    await page.getByRole('button', { name: 'Send to the owner' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Conversation about Moti' })).toBeVisible()
    await page.getByLabel('Your message').fill('We wait here')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('We wait here')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show new messages' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send me this link' })).toHaveAttribute('href', /^mailto:\?/)
    await expect(page.getByText('We never ask for money')).toBeVisible()

    const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
    await page.getByText('Add a photo').click()
    await page.getByLabel('Photo').setInputFiles(photo)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const shown = page.getByRole('img', { name: 'Photo: You' })
    await expect(shown).toBeVisible()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  })
})

// FND-1, LIT-3
test('a finder’s words stay when the page is read in another language', async ({ page, site }) => {
  const { petId } = await addPet(site, (await signUp(site)).token)
  const readIn = async (language: 'hi' | 'en') => {
    await page.getByRole('banner').getByRole('link', { name: languages[language].name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await hydrated(page)
  }
  await openForm(page, petId)
  await hydrated(page)
  await page.getByLabel('Message').fill('Moti is at the temple')
  await page.getByLabel('Your phone number or email').fill('+91 90000 11111')
  await readIn('hi')
  await readIn('en')
  await expect(page.getByLabel('Message')).toHaveValue('Moti is at the temple')
  await expect(page.getByLabel('Your phone number or email')).toHaveValue('+91 90000 11111')
  await page.getByRole('button', { name: 'Send to the owner' }).click()

  await hydrated(page)
  await page.getByLabel('Your message').fill('We wait here')
  await readIn('hi')
  await readIn('en')
  await expect(page.getByLabel('Your message')).toHaveValue('We wait here')

  await page.goto('/contact')
  await hydrated(page)
  await page.getByLabel('My personal data').check()
  await page.getByLabel('Phone number').fill('+91 90000 11111')
  await readIn('hi')
  await readIn('en')
  await expect(page.getByLabel('My personal data')).toBeChecked()
  await expect(page.getByLabel('Phone number')).toHaveValue('+91 90000 11111')
})

// FND-2, FND-3
test('a finder writes, the owner answers, the pet is home', async ({ page, browser, site }) => {
  test.slow()
  const owner = await signUp(site)
  const { petId } = await addPet(site, owner.token)
  const street = await browser.newContext({
    viewport: { width: 320, height: 640 },
    geolocation: PLACE,
    permissions: ['geolocation'],
    baseURL: site.url,
  })
  const finder = await street.newPage()
  await openForm(finder, petId)
  await finder.getByRole('button', { name: 'Send my location' }).click()
  await expect(finder.getByText('Your location will be sent')).toBeVisible()
  await finder.getByLabel('Your phone number or email').fill('+91 90000 11111')
  await finder.getByText('Add a photo or your name').click()
  const taken = await aPhoto({ width: 2_900, height: 2_200, isNoise: true })
  await finder.getByLabel('Photo').setInputFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: taken })
  await expect.poll(() => sizeOfFile(finder.getByLabel('Photo'))).toBeLessThan(taken.length)
  await finder.getByRole('button', { name: 'Send to the owner' }).click()
  await expect(finder.getByText('Your location was sent to the owner.')).toBeVisible()
  expect(await finder.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await openAs(page, site, owner, '/user')
  await page.getByRole('banner').getByRole('link', { name: 'Messages 1 new message' }).click()
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Moti', exact: true }).click()
  await expect(page.getByText('18.5204,73.8567')).toBeVisible()
  await expect(page.getByText('+91 90000 11111')).toBeVisible()
  const photo = page.getByRole('img', { name: 'Photo from the finder' })
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_600)
  await page.getByLabel('Your answer').fill('I am coming')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'I am coming' })).toBeVisible()

  await expect(finder.getByText('I am coming')).toBeVisible()
  await page.getByRole('button', { name: 'Is home' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Home again' }).click()
  await expect(page.getByText('This conversation is closed')).toBeVisible()
  await expect(finder.getByText('Moti is home again')).toBeVisible()
  await street.close()
})

// FND-2
test('a browser that gives no location says so, and the form still works', async ({ page, site }) => {
  const { petId } = await addPet(site, (await signUp(site)).token)
  await openForm(page, petId)
  await page.getByRole('button', { name: 'Send my location' }).click()
  await expect(page.getByText('did not give us your location')).toBeVisible()
  await page.getByLabel('Where is it now?').fill('Parvati')
  await page.getByRole('button', { name: 'Send to the owner' }).click()
  await expect(page.getByText('Place: Parvati')).toBeVisible()
})
