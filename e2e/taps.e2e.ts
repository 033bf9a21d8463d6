import type { Page } from '@playwright/test'
import { chooseInCheckout } from './helpers/checkout.ts'
import { addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'
import {
  aPlan,
  completeButton,
  expectActive,
  fillComplaint,
  fillRegistration,
  submitButton,
} from './helpers/pay-forms.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

/**
 * Counts what a finger or a mouse presses on the page from now on; typing is not counted.
 * The document listens, because Playwright keeps a press from it that it takes back and repeats.
 */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('countTap', () => {
    taps += 1
  })
  await page.addInitScript(() => {
    const count = () => (window as unknown as { countTap: () => void }).countTap()
    document.addEventListener('pointerdown', count, true)
  })
  return () => taps
}

// JRN-2
test('a finder calls with one tap, and has written to the owner with two', async ({ page, site }) => {
  const owner = await signUp(site)
  const { petId } = await addPet(site, owner.token, { contactDetails: '98765 43210' })
  const taps = await countTaps(page)
  await page.goto(`/pet-detail/${petId}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Call the owner' })).toBeInViewport({ ratio: 1 })
  await main.getByRole('link', { name: 'I have this pet' }).tap()
  await page.getByLabel('Message').fill('She is with me at the temple')
  await page.getByRole('button', { name: 'Send to the owner' }).tap()
  await expect(page.getByRole('button', { name: 'Send me this link' })).toBeVisible()
  expect(taps()).toBe(2)
})

// JRN-3, JRN-5
test('a complaint is filed with two taps and a payment, and followed with a third', async ({ page }) => {
  const taps = await countTaps(page)
  await fillComplaint(page)
  await submitButton(page).tap()
  await chooseInCheckout(page, 'Pay successfully')
  await page.getByRole('link', { name: 'Follow your complaint' }).first().tap()
  await expect(page.getByRole('heading', { level: 1, name: /^Complaint PS-\d{4}-\d+-\w$/ })).toBeVisible()
  expect(taps()).toBe(3)
})

// JRN-3
test('somebody becomes a member with one tap and a payment, and holds the card', async ({ page, site }) => {
  const member = await signUp(site)
  const plan = await aPlan(site)
  await openAs(page, site, member, '/regular-membership')
  const taps = await countTaps(page)
  await fillRegistration(page, plan)
  // A membership of the same address that runs already would let this one begin later, without a card now.
  await page.getByLabel('Email').fill(member.email)
  await expectActive(page, async () => {
    await completeButton(page).tap()
    await chooseInCheckout(page, 'Pay successfully')
    await expect(page.getByRole('region', { name: 'Membership card' })).toBeVisible()
  })
  expect(taps()).toBe(1)
})

// JRN-1
test('an owner has answered a finder with two taps from the first page', async ({ page, site }) => {
  const owner = await signUp(site)
  const { petId } = await addPet(site, owner.token)
  await site.call('POST', `/pet-detail/${petId}/found`, { message: 'She is with me at the temple' })
  const taps = await countTaps(page)
  await openAs(page, site, owner, '/user')
  await page.getByRole('link', { name: 'Read and answer' }).tap()
  await page.getByLabel('Your answer').fill('I am on my way')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await expect(page.getByRole('log')).toContainText('I am on my way')
  expect(taps()).toBe(2)
})
