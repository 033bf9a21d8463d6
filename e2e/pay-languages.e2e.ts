import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Page } from '@playwright/test'
import { chooseInCheckout, openCheckoutOnceBack } from './helpers/checkout.ts'
import { complaintsBy } from './helpers/complaints.ts'
import { expect, hydrated, openAs, type Site, signUp, test, whileAway } from './helpers/fixtures.ts'
import { aPlan } from './helpers/pay-forms.ts'

// Filing, registering and paying in Hindi and Marathi.

const hindi = allTextsIn('hi')
const marathi = allTextsIn('mr')

async function speak(page: Page, site: Site, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
}

/** Fills in the complaint form in Hindi, with a suggested type. */
async function fillInHindi(page: Page, name: string): Promise<void> {
  await page.goto('/complaint')
  await hydrated(page)
  await page.getByLabel('पूरा नाम').fill(name)
  await page.getByLabel('ईमेल').fill('asha@example.org')
  await page.getByLabel('फ़ोन').fill('+91 55500 12345')
  await page.getByRole('radio', { name: 'क्रूरता' }).check()
  await page.getByLabel('घटना का स्थान').fill('कोथरूड, पुणे')
  await page.getByLabel('घटना की तारीख').fill('2026-01-31')
  await page.getByLabel('विवरण').fill('एक कुत्ता बिना पानी के धूप में बँधा है।')
}

const submitInHindi = (page: Page) => page.getByRole('button', { name: 'शिकायत भेजें और ₹100 का भुगतान करें' })

test.afterEach(async ({ site }) => {
  await site.sandbox('DELETE', '/faults')
})

// LNG-1, LNG-4, CMP-1, CMP-7
test('a complaint is filed and paid in Hindi, from the labels to the receipt', async ({ page, site }) => {
  await speak(page, site, 'hi')
  await page.goto('/complaint')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'शिकायत दर्ज करें' })).toBeVisible()
  await expect(page).toHaveTitle('शिकायत दर्ज करें · PetSetu')
  await submitInHindi(page).click()
  for (const field of ['fullName', 'email', 'phone', 'complaintType', 'incidentLocation', 'description'] as const) {
    const message = hindi('problems.required', { field: hindi(`labels.${field}`) })
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  const name = `आशा ${process.pid}`
  await fillInHindi(page, name)
  await site.sandbox('POST', '/faults', { api: 'status500' })
  await submitInHindi(page).click()
  await expect(page.getByRole('alert')).toHaveText(hindi('checkout.initiateFailed'))
  await site.sandbox('DELETE', '/faults')
  await openCheckoutOnceBack(page, page.getByRole('button', { name: '₹100 का भुगतान करें' }))
  await whileAway(page, async () => {
    await chooseInCheckout(page, 'Pay successfully')
    await expect(page.getByText('भुगतान सफल! आपकी शिकायत दर्ज हो गई है।')).toBeVisible()
  })

  const [complaint] = await complaintsBy(site, name)
  expect(complaint?.type_of_complaint).toBe('Cruelty')
  await page.waitForURL('/')
  await expect(page.getByText(`आपकी शिकायत ${complaint?.id} का शुल्क मिल गया है।`)).toBeVisible()
  await page.getByRole('link', { name: 'अपनी रसीद खोलें' }).click()
  await expect(page.getByText(`शिकायत ${complaint?.id} का शुल्क`)).toBeVisible()
})

// LNG-1, LNG-5, MEM-1, MEM-5
test('a membership is registered and paid in Marathi, and shown with Marathi dates', async ({ page, site }) => {
  const plan = await aPlan(site, { price: 100000 })
  const member = await signUp(site)
  await speak(page, site, 'mr')
  await openAs(page, site, member, '/regular-membership')
  await expect(page.getByRole('heading', { level: 1, name: 'रेग्युलर सदस्यत्व' })).toBeVisible()
  await page.getByRole('button', { name: 'नोंदणी पूर्ण करा' }).click()
  await expect(page.getByText(marathi('problems.noPlan'))).toBeVisible()
  await page.getByLabel('फोन').fill('+91 55500 54321')
  await expect(page.getByLabel('सदस्यत्व योजना निवडा')).toContainText(`${plan.name} – ₹1,00,000 – 12 महिने`)
  await page.getByRole('button', { name: plan.name }).click()
  await page.getByLabel('पत्ता').fill('8 टँक रस्ता, चेन्नई')
  await page.getByLabel('तुम्हाला का सहभागी व्हायचे आहे?').fill('मला मदत करायची आहे.')
  await page.getByRole('button', { name: 'नोंदणी पूर्ण करा' }).click()
  await expect(page.frameLocator('iframe.razorpay-checkout-frame').getByText(`सदस्यत्व: ${plan.name}`)).toBeVisible()
  await whileAway(page, async () => {
    await chooseInCheckout(page, 'Pay successfully')
    await expect(page.getByRole('alert')).toHaveText('पेमेंट यशस्वी! तुमचे सदस्यत्व आता सक्रिय आहे.')
  })
  await page.waitForURL('/user')

  await page.goto('/user/membership')
  await expect(page.getByText('रेग्युलर योजना').first()).toBeVisible()
  const { data } = await site.call<{ data: { start_date: string } }>(
    'GET',
    '/api/memberships/active',
    null,
    member.token,
  )
  await expect(page.getByRole('cell', { name: formatLongDay(data.start_date, 'mr') })).toBeVisible()
  await page.getByRole('link', { name: `पावती: ${plan.name}` }).click()
  await expect(page.getByText(`सदस्यत्व: ${plan.name}, 12 महिने`)).toBeVisible()
})

// LNG-1
test('what the browser keeps of a payment is shown in the language of the page', async ({ page, site }) => {
  const verify = '**/api/complaints/payment/verify'
  const json = { status: 'error', code: 'payment_returned', message: 'आपका भुगतान वापस कर दिया गया है।' }
  await page.route(verify, (route) => route.fulfill({ status: 409, json }))
  await speak(page, site, 'hi')
  await fillInHindi(page, 'आशा राव')
  await submitInHindi(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('alert')).toHaveText(hindi('checkout.verifyFailed') + json.message)
  await page.goto('/complaint?lang=mr')
  await expect(page.getByRole('alert')).toHaveText(marathi('checkout.verifyFailed'))
  await expect(page.getByLabel('तक्रारीचा प्रकार')).toHaveValue('क्रूरता')

  await page.unroute(verify)
  await whileAway(page, async () => {
    await page.getByRole('button', { name: 'पुन्हा तपासा' }).click()
    await expect(page.getByText('पेमेंट यशस्वी! तुमची तक्रार नोंदवली गेली आहे.')).toBeVisible()
  })
  await page.waitForURL('/')
  await expect(page.getByText(/^तुमचे तक्रार शुल्क मिळाले आहे\. तक्रार क्र\. \d+\./)).toBeVisible()
  await speak(page, site, 'en')
  await page.goto('/')
  await expect(page.getByText(/^The fee of your complaint \d+ is paid\./)).toBeVisible()
})

// LNG-1
test('a receipt that an earlier version kept as a sentence is shown as a link alone', async ({ page, site }) => {
  await speak(page, site, 'hi')
  await page.goto('/')
  await page.evaluate(() => {
    const receipt = { owner: 'visitor', text: 'Your membership is paid.', path: '/receipt/aZ09_-aZ09_-aZ09_-aZ09' }
    sessionStorage.setItem('draft:receipt', JSON.stringify(receipt))
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'अपनी रसीद खोलें' })).toBeVisible()
  await expect(page.getByText('Your membership is paid.')).toHaveCount(0)
})
