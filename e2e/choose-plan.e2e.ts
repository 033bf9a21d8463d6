import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { aPlan, completeButton, type Plan } from './pay-forms.ts'

const PHONE = { width: 360, height: 640 }
const PAYEE = 'Paid to Karuna Animal Welfare Trust through Razorpay.'

const planCard = (page: Page, plan: Plan) => page.getByRole('listitem').filter({ has: heading(page, plan) })
const heading = (page: Page, plan: Plan) => page.getByRole('heading', { name: plan.name })

const expectWholeInView = (part: Locator) => expect(part).toBeInViewport({ ratio: 1 })

for (const category of ['regular', 'premium']) {
  test(`MBR-1 on a phone, choosing a ${category} plan brings its name, price and the button into view`, async ({
    page,
    site,
  }) => {
    const plan = await aPlan(site, { category, price: 1250, duration_months: 6 })
    await page.setViewportSize(PHONE)
    await page.goto(`/${category}-membership`)
    await page.getByRole('button', { name: `Choose ${plan.name}` }).click()
    await expect(page.getByRole('heading', { name: 'Your registration' })).toBeFocused()
    await expectWholeInView(page.getByText(`Membership: ${plan.name}, 6 months`))
    await expectWholeInView(page.getByText('₹1,250', { exact: true }).last())
    await expectWholeInView(completeButton(page))
    await expectWholeInView(page.getByLabel('Name', { exact: true }))
    // Nothing lies over it.
    await completeButton(page).click({ trial: true })
  })
}

test('MBR-1 above the button stands who is paid, for what, how much and through whom, with the terms', async ({
  page,
  site,
}) => {
  const plan = await aPlan(site, { price: 1250 })
  await page.goto('/regular-membership')
  await page.getByRole('button', { name: `Choose ${plan.name}` }).click()
  const above = [
    page.getByText(PAYEE),
    page.getByText(`Membership: ${plan.name}, 12 months`),
    page.getByText('₹1,250', { exact: true }).last(),
  ]
  await expectAbove(above, completeButton(page))

  await page.goto('/complaint')
  const submit = page.getByRole('button', { name: 'Submit and Pay ₹100' })
  await expectAbove(
    [page.getByText(PAYEE), page.getByText('Filing fee', { exact: true }), page.getByText('₹100', { exact: true })],
    submit,
  )
  const main = page.getByRole('main')
  for (const path of ['/terms', '/refunds']) await expect(main.locator(`a[href="${path}"]`)).toBeVisible()
})

async function expectAbove(parts: Locator[], button: Locator) {
  await expect(button).toBeVisible()
  const top = (await button.boundingBox())?.y ?? 0
  for (const part of parts) {
    await expect(part).toBeVisible()
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
  }
}

test('MBR-1 a plan lists all its features, and one without a price is free', async ({ page, site }) => {
  const features = Array.from({ length: 14 }, (_, index) =>
    `Feature ${index + 1}: ${'a visit to the shelter '.repeat(4)}`.trim(),
  )
  const plan = await aPlan(site, { price: 0, features: features.join('\n') })
  await page.setViewportSize(PHONE)
  await page.goto('/regular-membership')
  const card = planCard(page, plan)
  for (const feature of features) await expect(card.getByText(feature, { exact: true })).toBeVisible()
  await expect(card.getByText('Free for 12 months')).toBeVisible()
  await expect(page.getByLabel('Choose Membership Plan')).toContainText(`${plan.name} – Free – 12 months`)

  await card.getByRole('button', { name: `Choose ${plan.name}` }).click()
  await expectWholeInView(page.getByText('Free', { exact: true }).last())
  await expect(page.getByText('Nothing has to be paid.')).toBeAttached()
  await expect(page.getByText(PAYEE)).toHaveCount(0)
  await expect(page.getByRole('main').getByText('₹0')).toHaveCount(0)
})

test('MBR-1 the pages of both memberships lead to each other', async ({ page, site }) => {
  await aPlan(site)
  await aPlan(site, { category: 'premium' })
  await page.goto('/regular-membership')
  await page.getByRole('main').getByRole('link', { name: 'Premium Membership' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Premium Membership' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Regular Membership' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Regular Membership' })).toBeVisible()
})
