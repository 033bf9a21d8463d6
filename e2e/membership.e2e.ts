import { chooseInCheckout, payAndCloseTab } from './helpers/checkout.ts'
import { expect, openAs, type Site, signUp, test } from './helpers/fixtures.ts'
import { aPlan, completeButton, expectActive, fillRegistration } from './helpers/pay-forms.ts'
import { payFor, register } from './helpers/registrations.ts'

type Membership = { plan_name: string; status: string; start_date: string; expiry_date: string }

async function history(site: Site, token: string): Promise<Membership[]> {
  return (await site.call<{ data: Membership[] }>('GET', '/api/memberships/history', null, token)).data
}

// MEM-1, MEM-5, MEM-6, MEM-7, MBR-2
test('somebody joins, pays and has a member card', { tag: '@journey' }, async ({ page, site }) => {
  const plan = await aPlan(site, { price: 100000 })
  const member = await signUp(site)
  await openAs(page, site, member, '/regular-membership')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(member.username)
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await expect(page.getByLabel('Choose Membership Plan')).toContainText(`${plan.name} – ₹1,00,000 – 12 months`)
  const scripts = page.locator('script[src$="/v1/checkout.js"]')
  await expect(scripts).toHaveCount(0)
  await fillRegistration(page, plan)
  await expect(scripts).toHaveCount(1)

  await test.step('a closed checkout keeps the form, and a second try goes on with the same membership', async () => {
    await completeButton(page).click()
    await chooseInCheckout(page, 'Close checkout')
    await expect(completeButton(page)).toBeEnabled()
    await expect(page.getByLabel('Address')).toHaveValue('8 Tank Street, Chennai')
    await completeButton(page).click()
    await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
  })
  await page.waitForURL('/user')

  await page.goto('/user/membership')
  await expect(page.getByText('Regular Plan').first()).toBeVisible()
  await expect(page.getByText(plan.name).first()).toBeVisible()
  await expect(page.getByText('₹1,00,000').first()).toBeVisible()
  await expect(page.getByText('A newsletter').first()).toBeVisible()
  expect(await history(site, member.token)).toMatchObject([{ plan_name: plan.name, status: 'active' }])

  const card = page.getByRole('region', { name: 'Membership card' })
  await expect(card.getByRole('img', { name: 'QR code of this card' })).toBeVisible()
  await page.getByRole('link', { name: 'Show the card alone' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Membership card' })).toBeVisible()
  for (const told of ['Arjun Mehta', plan.name]) await expect(card.getByText(told)).toBeVisible()
  await expect(card.getByRole('img', { name: 'QR code of this card' })).toBeVisible()
})

// PAY-4
test('the tab is closed after paying: the webhook makes the membership active', async ({ page, site }) => {
  const plan = await aPlan(site)
  const member = await signUp(site)
  await openAs(page, site, member, '/regular-membership')
  await fillRegistration(page, plan)
  await completeButton(page).click()
  await payAndCloseTab(page)
  await expect.poll(async () => (await history(site, member.token))[0]?.status).toBe('active')
})

// MEM-1, MEM-9, MBR-3, PAY-6
test('a reminder’s link goes on with the order of a renewal that was not paid', async ({ page, site }) => {
  const plan = await aPlan(site, { category: 'premium', duration_months: 1 })
  const member = await signUp(site)
  await payFor(site, await register(site, plan, 'Arjun', member.token))
  await register(site, plan, 'Arjun Mehta', member.token)

  await openAs(page, site, member, `/premium-membership?renew=${plan.id}`)
  await expect(page.getByLabel('Address')).toHaveValue('Here')
  await expect(page.getByLabel('Choose Membership Plan')).toHaveValue(String(plan.id))
  await completeButton(page).click()
  await expect(page.getByRole('button', { name: 'Processing Payment...' })).toBeAttached()
  await chooseInCheckout(page, 'Fail the payment')
  await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
  const [renewal, running, ...further] = await history(site, member.token)
  expect([renewal?.status, running?.status, further.length]).toEqual(['active', 'active', 0])
  expect(renewal?.start_date).toBe(running?.expiry_date)
})
