import { chooseInCheckout, payAndCloseTab } from './checkout.ts'
import { ADMIN, expect, holdingBack, logIn, type Site, signUp, test, tokenOf } from './fixtures.ts'
import { aPlan, completeButton, expectActive, fillRegistration } from './pay-forms.ts'

type Membership = { plan_name: string; status: string; start_date: string; expiry_date: string }

async function history(site: Site, token: string): Promise<Membership[]> {
  return (await site.call<{ data: Membership[] }>('GET', '/api/memberships/history', null, token)).data
}

test.afterEach(async ({ site }) => {
  await site.sandbox('DELETE', '/faults')
})

// Also shows MEM-5, MEM-6.
test('MEM-1 a member registers, pays, reads that it is active, and finds it on the own page', async ({
  page,
  site,
}) => {
  const plan = await aPlan(site, { price: 100000, duration_months: 12 })
  const member = await signUp(site)
  await logIn(page, member)
  await page.goto('/regular-membership')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(member.username)
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await expect(page.getByLabel('Choose Membership Plan')).toContainText(`${plan.name} – ₹1,00,000 – 12 months`)
  expect(await page.locator('script[src$="/v1/checkout.js"]').count()).toBe(1)
  await fillRegistration(page, plan)
  await completeButton(page).click()
  await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
  await page.waitForURL('/user')

  await page.goto('/user/membership')
  await expect(page.getByText('Regular Plan').first()).toBeVisible()
  await expect(page.getByText(plan.name).first()).toBeVisible()
  await expect(page.getByText('₹1,00,000').first()).toBeVisible()
  await expect(page.getByText('A newsletter').first()).toBeVisible()
  expect(await history(site, member.token)).toMatchObject([{ plan_name: plan.name, status: 'active' }])
})

test('MEM-2 each field of the form has its own message once it was touched', async ({ page, site }) => {
  await aPlan(site)
  await page.goto('/regular-membership')
  await page.getByLabel('Email').fill('nobody')
  await completeButton(page).click()
  for (const message of [
    'Name is required',
    'Invalid email address',
    'Phone number is required',
    'Address is required',
    'Please tell us why you want to join',
    'Please select a membership plan',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Email is required')).toBeVisible()
})

test('MEM-1 PAY-6 the premium registration fails once and is then paid on the same order', async ({ page, site }) => {
  const plan = await aPlan(site, { category: 'premium', price: 2500 })
  const member = await signUp(site)
  await logIn(page, member)
  await fillRegistration(page, plan, '/premium-membership')
  await completeButton(page).click()
  await expect(page.getByRole('button', { name: 'Processing Payment...' })).toBeAttached()
  await chooseInCheckout(page, 'Fail the payment')
  await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
  expect(await history(site, member.token)).toHaveLength(1)
  await page.waitForURL('/user')
  await page.goto('/user/membership')
  await expect(page.getByText('Premium Plan').first()).toBeVisible()
})

test('MEM-7 a closed checkout ends the busy state; a second try goes on with the same membership', async ({
  page,
  site,
}) => {
  const plan = await aPlan(site)
  const member = await signUp(site)
  await logIn(page, member)
  await fillRegistration(page, plan)
  await completeButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(completeButton(page)).toBeEnabled()
  await expect(page.getByLabel('Address')).toHaveValue('8 Tank Street, Chennai')
  await completeButton(page).click()
  await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
  expect(await history(site, member.token)).toHaveLength(1)
})

test('PAY-4 the tab is closed after paying: the webhook makes the membership active', async ({ page, site }) => {
  const plan = await aPlan(site)
  const member = await signUp(site)
  await logIn(page, member)
  await fillRegistration(page, plan)
  await completeButton(page).click()
  await payAndCloseTab(page)
  await expect.poll(async () => (await history(site, member.token))[0]?.status).toBe('active')
})

test('MEM-9 a renewal before the end starts when the running one ends', async ({ page, site }) => {
  const plan = await aPlan(site, { duration_months: 1 })
  const member = await signUp(site)
  await logIn(page, member)
  for (let turn = 0; turn < 2; turn++) {
    await fillRegistration(page, plan)
    await completeButton(page).click()
    await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
    await page.waitForURL('/user')
  }
  const [renewal, running] = await history(site, member.token)
  expect(renewal?.start_date).toBe(running?.expiry_date)
})

test('MEM-11 a plan priced 0 is active at once, without a checkout', async ({ page, site }) => {
  const plan = await aPlan(site, { price: 0, duration_months: 1 })
  const member = await signUp(site)
  await logIn(page, member)
  await fillRegistration(page, plan)
  await holdingBack(page, '/user', async () => {
    await completeButton(page).click()
    await expect(page.getByRole('alert').getByText('Your membership is now active.', { exact: true })).toBeVisible()
  })
  expect(await history(site, member.token)).toMatchObject([{ status: 'active' }])
})

// Also shows MEM-4.
test('MEM-3 plans that cannot be loaded say whether the server was reached, and can be loaded again', async ({
  page,
  site,
}) => {
  await aPlan(site)
  let outcome: 'abort' | 'fail' | 'pass' = 'abort'
  await page.route('**/api/memberships/plans/regular', (route) => {
    if (outcome === 'abort') return route.abort()
    if (outcome === 'pass') return route.continue()
    return route.fulfill({
      status: 500,
      json: { status: 'error', code: 'unexpected', message: 'Something went wrong. Please try again.' },
    })
  })
  await page.goto('/regular-membership')
  await expect(page.getByText('Error connecting to server')).toBeVisible()
  outcome = 'fail'
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to load membership plans')).toBeVisible()
  outcome = 'pass'
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(completeButton(page)).toBeVisible()
})

// Also shows MEM-6.
test('MEM-3 a registration and a verification that fail have words of their own', async ({ page, site }) => {
  const plan = await aPlan(site)
  let isLost = true
  await page.route('**/api/memberships/register', (route) => (isLost ? route.abort() : route.continue()))
  await page.route('**/api/memberships/verify-payment', (route) =>
    route.fulfill({
      status: 400,
      json: {
        status: 'error',
        code: 'payment_not_verified',
        message: 'Payment verification failed. Please contact support.',
      },
    }),
  )
  await fillRegistration(page, plan)
  await completeButton(page).click()
  await expect(page.getByRole('alert').getByText('Failed to register membership. Please try again.')).toBeVisible()
  isLost = false
  await completeButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('alert').getByText('Payment verification failed. Please contact support.')).toBeVisible()
})

test('MEM-4 a price that changed between choosing and paying is said before anything is paid', async ({
  page,
  site,
}) => {
  const plan = await aPlan(site)
  await fillRegistration(page, plan)
  const body = { ...plan, price: 750, id: undefined }
  await site.call('PUT', `/api/admin/memberships/plans/${plan.id}`, body, await tokenOf(site, ADMIN))
  await completeButton(page).click()
  await expect(page.getByText(/₹750/).first()).toBeVisible()
  await expect(page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0)
})

test('MEM-12 MEM-13 without a membership the page leads to both registrations, and says when it cannot be loaded', async ({
  page,
  site,
}) => {
  await logIn(page, await signUp(site))
  await page.goto('/user/membership')
  await expect(page.getByText('No Active Membership')).toBeVisible()
  await expect(page.getByText('No membership history found.')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.locator('a[href="/regular-membership"]')).toBeVisible()
  await expect(main.locator('a[href="/premium-membership"]')).toBeVisible()
  await page.route('**/api/memberships/*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Failed to load membership information')).toBeVisible()
  await page.unroute('**/api/memberships/*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No Active Membership')).toBeVisible()
})

test('MBR-3 the link of a reminder goes on with the order of a renewal that was not paid, on another device too', async ({
  page,
  browser,
  site,
}) => {
  const plan = await aPlan(site)
  const member = await signUp(site)
  const details = { name: 'Arjun Mehta', email: member.email, phone: '+91 55500 54321', address: '8 Tank Street' }
  const body = { ...details, why_join: 'I want to help.', plan_id: plan.id }
  await site.call('POST', '/api/memberships/register', body, member.token)
  const link = `/regular-membership?renew=${plan.id}`

  const context = await browser.newContext({ locale: 'en-IN' })
  const visitor = await context.newPage()
  await visitor.goto(site.url + link)
  await expect(visitor.getByLabel('Choose Membership Plan')).toHaveValue(String(plan.id))
  await expect(visitor.getByText('Log in to have your details filled in.')).toBeVisible()
  await expect(visitor.getByLabel('Address')).toHaveValue('')
  await context.close()

  await logIn(page, member)
  await page.goto(link)
  await expect(page.getByLabel('Address')).toHaveValue('8 Tank Street')
  await expect(page.getByLabel('Choose Membership Plan')).toHaveValue(String(plan.id))
  await completeButton(page).click()
  await expectActive(page, () => chooseInCheckout(page, 'Pay successfully'))
  expect(await history(site, member.token)).toMatchObject([{ plan_name: plan.name, status: 'active' }])
})
