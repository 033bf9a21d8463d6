import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type MemberCard, type Membership, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { type Plan, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { FRIEND } from '../../../../test/examples.ts'
import { FakeServer, NO_ANSWER, rejected } from '../../../../test/fake-server.ts'
import { ADMIN, closePage, OWNER } from '../../../../test/open-page.tsx'
import { field, fillRegistration, holdClock, openPaying, orderOver, PAYMENT, RECEIPT } from '../../../../test/paying.ts'
import { setWindow } from '../../../../test/set-window.ts'

const REGULAR = '/regular-membership'
const PAYEE = /Paid to Karuna Animal Welfare Foundation through Razorpay\./

/** A server that offers these plans of both categories, registers for them, and confirms their payment. */
function offering(plan: Plan = FRIEND) {
  const isFree = plan.price === 0
  const order = isFree ? { order_id: null, checkout_data: null } : orderOver(plan.price * 100)
  return new FakeServer()
    .on(planCalls.listRegular, succeed({ plans: [plan] }))
    .on(planCalls.listPremium, succeed({ plans: [plan] }))
    .on(membershipCalls.register, succeed({ membership_id: 21, ...order, is_settled: false }))
    .on(membershipCalls.verifyPayment, succeed({ membership_id: 21, receipt_path: RECEIPT }))
    .on(membershipCalls.card, succeed(null))
    .on(membershipCalls.history, succeed([]))
}

const completeButton = page.getByRole('button', { name: 'Complete Registration' })
const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true })
const ACTIVE = 'Payment successful! Your membership is now active.'

// MEM-1
test('the form knows the name and the e-mail of who is signed in', async () => {
  await openPaying(REGULAR, { as: OWNER, server: offering() })
  await expect.element(field('Name')).toHaveValue('asha')
  await expect.element(field('Email')).toHaveValue('owner@example.org')
})

// MEM-1
test('each plan is a choice with its price and its months', async () => {
  await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 100000 }) })
  await expect.element(field('Choose Membership Plan')).toMatchTextContent('Friend – ₹1,00,000 – 12 months')
})

const providerScripts = () => document.querySelectorAll('script[src^="data:text/javascript"]')

// MEM-1, LIT-4
test('a page that takes payments loads the provider’s script once touched', async () => {
  await openPaying(REGULAR, { server: offering() })
  await expect.element(completeButton).toBeVisible()
  expect(providerScripts()).toHaveLength(0)
  await field('Name').click()
  await field('Email').click()
  await expect.poll(providerScripts).toHaveLength(1)
})

// MEM-5
test('the provider’s script goes with the page that has loaded it', async () => {
  await openPaying(REGULAR, { server: offering() })
  await field('Name').click()
  await expect.poll(providerScripts).toHaveLength(1)
  await closePage()
  expect(providerScripts()).toHaveLength(0)
})

for (const category of ['regular', 'premium'] as const) {
  // JRN-9
  test(`on a phone the first field of a ${category} membership is on the first screen`, async () => {
    await setWindow(360, 740)
    await openPaying(`/${category}-membership`, { server: offering({ ...FRIEND, category }) })
    await expect.element(field('Name')).toBeVisible()
    expect(scrollY).toBe(0)
    expect(field('Name').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
  })
}

// MEM-1, JRN-9
test('what the plans cost stands above the first field, and leads to them', async () => {
  const plans = [0, 150, 500].map((price, index) => ({ ...FRIEND, id: index + 1, price }))
  await openPaying(REGULAR, { server: offering().on(planCalls.listRegular, succeed({ plans })) })
  const prices = page.getByRole('link', { name: 'Free – ₹500' })
  await expect.element(prices).toHaveAttribute('href', '#plan_id')
  const { bottom } = prices.element().getBoundingClientRect()
  expect(bottom).toBeLessThan(field('Name').element().getBoundingClientRect().top)
  await closePage()
  await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 150 }) })
  await expect.element(page.getByRole('link', { name: '₹150' })).toBeVisible()
})

// MEM-1
test('the way to the other kind of membership stands above the form', async () => {
  await openPaying(REGULAR, { server: offering() })
  const other = page.getByRole('main').getByRole('link', { name: 'Premium Membership' })
  await expect.element(other).toHaveAttribute('href', '/premium-membership')
  const { bottom } = other.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(field('Name').element().getBoundingClientRect().top)
})

// MEM-1, MEM-2
test('a registration says that all is required, and what follows the payment', async () => {
  await openPaying(REGULAR, { server: offering() })
  await expect.element(page.getByText('All fields are required.')).toBeVisible()
  await expect.element(page.getByText(/^Your membership starts as soon as it is paid/)).toBeVisible()
})

// LIT-1, MEM-1
test('the plans that the server has rendered are not asked for again', async () => {
  const server = offering()
  await openPaying(REGULAR, { server })
  await field('Choose Membership Plan').selectOptions('3')
  await expect.element(page.getByText('Membership: Friend, 12 months')).toBeVisible()
  // The one request is that of the renderer, for which the fake server stands, too.
  expect(server.requests(planCalls.listRegular)).toHaveLength(1)
})

// MEM-2
test('each field of the registration has a message of its own', async () => {
  await openPaying(REGULAR, { server: offering() })
  await field('Email').fill('nobody')
  await completeButton.click()
  for (const message of [
    'Name is required',
    'Invalid email address',
    'Phone number is required',
    'Address is required',
    'Please tell us why you want to join',
    'Please select a membership plan',
  ])
    await expect.element(page.getByText(message)).toBeVisible()
})

// MEM-2
test('a field that was emptied says so once it is left', async () => {
  await openPaying(REGULAR, { server: offering() })
  await field('Email').fill('nobody')
  await field('Email').fill('')
  await field('Phone').click()
  await expect.element(page.getByText('Email is required')).toBeVisible()
})

// MEM-3, MEM-4
test('plans that do not load say whether the server was reached', async () => {
  const server = offering().on(planCalls.listRegular, NO_ANSWER)
  await openPaying(REGULAR, { server })
  await expect.element(page.getByText('Error connecting to server')).toBeVisible()
  server.on(planCalls.listRegular, rejected(500, 'unexpected', 'Something went wrong. Please try again.'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText('Failed to load membership plans')).toBeVisible()
  server.on(planCalls.listRegular, succeed({ plans: [FRIEND] }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(completeButton).toBeVisible()
})

// MEM-3
test('a registration without an answer says that it failed', async () => {
  await openPaying(REGULAR, { server: offering().on(membershipCalls.register, NO_ANSWER) })
  await fillRegistration()
  await completeButton.click()
  await expect.element(alert('Failed to register membership. Please try again.')).toBeVisible()
})

// MEM-4
test('a refused registration says that it failed, and below it the server’s reason', async () => {
  const refusal = rejected(429, 'too_many_attempts', 'Too many registrations.')
  await openPaying(REGULAR, { server: offering().on(membershipCalls.register, refusal) })
  await fillRegistration()
  await completeButton.click()
  await expect.element(alert('Failed to register membership. Please try again.')).toBeVisible()
  await expect.element(alert('Too many registrations.')).toBeVisible()
})

/** Pays for a membership; the page then stays as it is until the clock is moved. */
async function payRegistration(checkout: Awaited<ReturnType<typeof openPaying>>): Promise<void> {
  await fillRegistration()
  await completeButton.click()
  holdClock()
  await checkout.pay()
}

// MEM-5, MEM-6, JRN-3
test('a membership that is paid is active, and its receipt is one tap away', async () => {
  const server = offering()
  const checkout = await openPaying(REGULAR, { as: OWNER, server })
  await payRegistration(checkout)
  await expect.element(alert(ACTIVE)).toBeVisible()
  await expect.element(page.getByText('₹500', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(/^We also send you the receipt by email today, \d+\u00a0\w+\u00a0\d{4}\.$/))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', RECEIPT)
  await expect.element(completeButton).not.toBeInTheDocument()
  expect(checkout.opened).toMatchObject([
    { order_id: 'order_1', amount: 50_000, prefill: { name: 'Arjun Mehta', email: 'arjun@example.org' } },
  ])
  expect(server.requests(membershipCalls.verifyPayment).map(({ body }) => body)).toEqual([
    { ...PAYMENT, membership_id: 21 },
  ])
})

const CARD: MemberCard = {
  name: 'Arjun Mehta',
  number: 21,
  plan_name: 'Friend',
  category: 'regular',
  start_date: '2026-01-05',
  valid_until: '2027-01-04',
  is_valid: true,
  path: '/m/aZ09_-aZ09_-aZ09_-aZ09',
}

test.each([
  ['is shown with the success', CARD, 1],
  ['of an earlier membership is not shown as the new one', { ...CARD, number: 20 }, 0],
  // MBR-2, JRN-3
])('after paying, the card %s', async (_, card, shown) => {
  const server = offering().on(membershipCalls.card, succeed(card))
  const checkout = await openPaying(REGULAR, { as: OWNER, server })
  await payRegistration(checkout)
  await expect.element(alert(ACTIVE)).toBeVisible()
  await expect.poll(() => server.requests(membershipCalls.card)).toHaveLength(1)
  const sheet = page.getByRole('region', { name: 'Membership card' })
  if (shown) await expect.element(sheet).toMatchTextContent('M-2026-00021')
  await expect.poll(() => sheet.elements()).toHaveLength(shown)
})

// MEM-6, MEM-9, JRN-3
test('after paying, a member reads from when the new membership runs', async () => {
  const bought: Membership = {
    ...{ id: 21, username: 'arjun', plan_name: 'Friend', category: 'regular', status: 'active', features: '[]' },
    ...{ created_at: '2026-11-30T08:00:00.000Z', start_date: '2096-11-30', expiry_date: '2097-11-30' },
    ...{ amount_paid: 500, returned: 0, is_imported: false, receipt_path: RECEIPT },
  }
  const server = offering()
    .on(membershipCalls.card, succeed({ ...CARD, number: 20 }))
    .on(membershipCalls.history, succeed([bought]))
  const checkout = await openPaying(REGULAR, { as: OWNER, server })
  await payRegistration(checkout)
  await expect.element(alert(ACTIVE)).toBeVisible()
  const begins = 'Your new membership begins on 30 November 2096, when the one you have ends.'
  await expect.element(page.getByText(begins)).toBeVisible()
})

// MEM-6, JRN-3
test('what was bought stays on the page for whoever wants to read it', async () => {
  const checkout = await openPaying(REGULAR, { as: OWNER, server: offering() })
  await payRegistration(checkout)
  const stay = page.getByRole('button', { name: 'Stay on this page' })
  await stay.click()
  vi.advanceTimersByTime(60_000)
  await expect.element(stay).not.toBeInTheDocument()
  await expect.element(alert(ACTIVE)).toBeVisible()
})

// MEM-6, JRN-3
test('whoever paid in another app comes back to the success', async () => {
  const checkout = await openPaying(REGULAR, { as: OWNER, server: offering() })
  await fillRegistration()
  await completeButton.click()
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => isHidden.mockRestore())
  const led: string[] = []
  const look = ({ destination }: NavigateEvent) => led.push(new URL(destination.url).pathname)
  navigation.addEventListener('navigate', look)
  onTestFinished(() => navigation.removeEventListener('navigate', look))
  holdClock()
  await checkout.pay()
  await expect.element(alert(ACTIVE)).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(alert(ACTIVE)).toBeVisible()
  expect(led).toEqual([])
  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => led).toEqual(['/dashboard'])
})

// MEM-1, PAY-6
test('a premium membership whose payment failed once is paid in the same window', async () => {
  const premium: Plan = { ...FRIEND, category: 'premium', price: 2500 }
  const server = offering(premium)
  const checkout = await openPaying('/premium-membership', { as: OWNER, server })
  await fillRegistration(premium)
  await completeButton.click()
  await expect.element(page.getByRole('button', { name: 'Processing Payment...' })).toBeInTheDocument()
  await checkout.fail('The bank said no')
  holdClock()
  await checkout.pay()
  await expect.element(alert(ACTIVE)).toBeVisible()
  expect(server.requests(membershipCalls.register)).toHaveLength(1)
  expect(checkout.opened).toHaveLength(1)
})

// MEM-7
test('a closed checkout ends the busy state, and the form can be sent again', async () => {
  const server = offering()
  const checkout = await openPaying(REGULAR, { as: OWNER, server })
  await fillRegistration()
  await completeButton.click()
  await checkout.close()
  await expect.element(completeButton).toBeEnabled()
  await expect.element(field('Address')).toHaveValue('8 Tank Street, Chennai')
  await completeButton.click()
  holdClock()
  await checkout.pay()
  await expect.element(alert(ACTIVE)).toBeVisible()
  const [first, second] = server.requests(membershipCalls.register)
  expect(second?.body).toEqual(first?.body)
})

// MEM-3, MEM-6
test('a payment of a membership that cannot be verified says so', async () => {
  const text = 'Payment verification failed. Please contact support.'
  const refusal = rejected(400, 'payment_not_verified', text)
  const checkout = await openPaying(REGULAR, { server: offering().on(membershipCalls.verifyPayment, refusal) })
  await fillRegistration()
  await completeButton.click()
  await checkout.pay()
  await expect.element(alert(text)).toBeVisible()
})

// MEM-4
test('a price that changed after the choice is said before anything is paid', async () => {
  const server = offering().on(
    membershipCalls.register,
    succeed({ membership_id: 21, ...orderOver(75_000), is_settled: false }),
  )
  const checkout = await openPaying(REGULAR, { server })
  await fillRegistration()
  server.on(planCalls.listRegular, succeed({ plans: [{ ...FRIEND, price: 750 }] }))
  await completeButton.click()
  await expect.element(page.getByRole('alert').or(page.getByRole('status')).getByText(/₹750/)).toBeVisible()
  await expect.element(field('Choose Membership Plan')).toMatchTextContent('Friend – ₹750 – 12 months')
  expect(checkout.opened).toEqual([])
})

// MEM-4
test('a plan whose months changed after the choice is shown anew before it is paid', async () => {
  const changed = 'This membership plan has changed.'
  const server = offering().on(membershipCalls.register, rejected(404, 'plan_changed', changed))
  const checkout = await openPaying(REGULAR, { server })
  await fillRegistration()
  server.on(planCalls.listRegular, succeed({ plans: [{ ...FRIEND, duration_months: 1 }] }))
  await completeButton.click()
  await expect.element(page.getByText(changed).first()).toBeVisible()
  await expect.element(field('Choose Membership Plan')).toMatchTextContent('Friend – ₹500 – 1 month')
  await completeButton.click()
  await expect.poll(() => server.requests(membershipCalls.register)).toHaveLength(2)
  const sent = server.requests(membershipCalls.register).map(({ body }) => body)
  expect(sent).toMatchObject([{ duration_months: 12 }, { duration_months: 1 }])
  expect(checkout.opened).toEqual([])
})

// MEM-11
test('a free membership is active at once, and speaks of no payment', async () => {
  const free: Plan = { ...FRIEND, price: 0 }
  const checkout = await openPaying(REGULAR, { as: OWNER, server: offering(free) })
  await fillRegistration(free)
  holdClock()
  await completeButton.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your membership is now active.')
  expect(checkout.opened).toEqual([])
})

// MBR-2
test('a new member without an account reads how to get the membership card', async () => {
  const free: Plan = { ...FRIEND, price: 0 }
  await openPaying(REGULAR, { server: offering(free) })
  await fillRegistration(free)
  holdClock()
  await completeButton.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your membership is now active.')
  const register = page.getByRole('main').getByRole('link', { name: 'Register', exact: true })
  await expect.element(register).toHaveAttribute('href', '/register?next=%2Fuser%2Fmembership%2Fcard')
})

// MBR-3
test('a reminder’s link chooses the plan for a visitor, and asks to log in', async () => {
  await openPaying(`${REGULAR}?renew=3`, { server: offering() })
  await expect.element(field('Choose Membership Plan')).toHaveValue('3')
  await expect.element(page.getByText('Log in to have your details filled in.')).toBeVisible()
  await expect.element(field('Address')).toHaveValue('')
})

// MBR-3
test('a reminder’s link fills in what a member typed before', async () => {
  const typed = {
    plan_id: 3,
    name: 'Arjun Mehta',
    email: 'owner@example.org',
    phone: '+91 55500 54321',
    address: '8 Tank Street',
    why_join: 'I want to help.',
  }
  await openPaying(`${REGULAR}?renew=3`, {
    as: OWNER,
    server: offering().on(membershipCalls.renewal, succeed(typed)),
  })
  await expect.element(field('Address')).toHaveValue('8 Tank Street')
  await expect.element(field('Choose Membership Plan')).toHaveValue('3')
})

const wholeInView = (part: Locator) => expect.element(part).toBeInViewport({ ratio: 1 })

/** Does the work on a phone. */
async function onPhone(work: () => Promise<void>) {
  await setWindow(360, 640)
  await work()
}

/** The item and its price beside the button that pays. */
const payLine = page.getByRole('paragraph').filter({ hasText: /^Membership: Friend/ })
const planRow = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

for (const category of ['regular', 'premium'] as const) {
  // MBR-1
  test(`on a phone a ${category} plan is chosen in the form, its price in view`, async () => {
    const plan: Plan = { ...FRIEND, category, price: 1250, duration_months: 6 }
    await onPhone(async () => {
      await openPaying(`/${category}-membership`, { server: offering(plan) })
      const feature = page
        .getByRole('listitem')
        .filter({ has: planRow('Friend') })
        .getByText('A newsletter')
      await expect.element(planRow('Friend ₹1,250 6 months')).toHaveAttribute('aria-pressed', 'false')
      await planRow('Friend').click()
      await expect.element(planRow('Friend')).toHaveAttribute('aria-pressed', 'true')
      await expect.element(field('Choose Membership Plan')).toHaveValue(String(plan.id))
      await wholeInView(planRow('Friend'))
      await wholeInView(feature)
      await wholeInView(page.getByText('Membership: Friend, 6 months'))
      await wholeInView(payLine.getByText('₹1,250', { exact: true }))
      await wholeInView(completeButton)
      // Nothing lies over it.
      await completeButton.click({ trial: true })
    })
  })
}

// MBR-1
test('on a phone each plan says what comes with it before one is chosen', async () => {
  const student = { ...FRIEND, id: 4, name: 'Student', features: 'Volunteering at weekends' }
  await onPhone(async () => {
    const server = offering().on(planCalls.listRegular, succeed({ plans: [FRIEND, student] }))
    await openPaying(REGULAR, { server })
    const inRow = (name: string, feature: string) =>
      page
        .getByRole('listitem')
        .filter({ has: planRow(name) })
        .getByText(feature)
    await expect.element(inRow('Friend', 'A newsletter')).toBeVisible()
    await expect.element(inRow('Student', 'Volunteering at weekends')).toBeVisible()
    await expect.element(field('Choose Membership Plan')).toHaveValue('')
    const last = inRow('Student', 'Volunteering at weekends').element()
    last.scrollIntoView({ block: 'center' })
    const { left, bottom } = last.getBoundingClientRect()
    const hit = document.elementFromPoint(left + 4, bottom - 4)
    expect(hit?.closest('button')).toBe(planRow('Student').element())
  })
})

// MBR-1
test('the box that pays is in the card of the form, and asks for a plan first', async () => {
  await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 1250 }) })
  const box = completeButton.element().parentElement
  expect(box?.closest('form > div')?.contains(field('Name').element())).toBe(true)
  expect(box?.textContent).toContain('Choose a plan to see what you pay.')
  await field('Choose Membership Plan').selectOptions('3')
  await expect.poll(() => box?.textContent).toContain('Membership: Friend, 12 months ₹1,250')
  const { width } = completeButton.element().getBoundingClientRect()
  expect(width).toBe(payLine.element().getBoundingClientRect().width)
})

// MEM-1
test('on a laptop the email address and the phone number share a row', async () => {
  await openPaying(REGULAR, { server: offering() })
  await expect.element(field('Phone')).toBeVisible()
  const [name, email, phone, address] = ['Name', 'Email', 'Phone', 'Address'].map((label) =>
    field(label).element().getBoundingClientRect(),
  )
  expect(phone?.top).toBe(email?.top)
  expect(phone?.left).toBeGreaterThan(email?.right ?? Infinity)
  expect([address?.left, address?.width]).toEqual([name?.left, name?.width])
})

// MBR-1
test('on a laptop the plans begin beside the name, and the button is below them', async () => {
  await openPaying(REGULAR, { server: offering() })
  await expect.element(planRow('Friend')).toBeVisible()
  const [name, plan, address, button] = [field('Name'), planRow('Friend'), field('Address'), completeButton].map(
    (part) => part.element().getBoundingClientRect(),
  )
  expect(plan?.left).toBeGreaterThan(name?.right ?? Infinity)
  expect(plan?.top).toBeLessThan(address?.top ?? 0)
  expect(button?.left).toBeGreaterThan(name?.right ?? Infinity)
  expect(button?.top).toBeGreaterThan(plan?.bottom ?? Infinity)
})

// MBR-1, JRN-9
test('on a phone the plans are rows in order, on the first screen of the form', async () => {
  await setWindow(360, 740)
  const plans = [FRIEND, { ...FRIEND, id: 4, name: 'Student', features: 'A newsletter' }]
  await openPaying(REGULAR, { server: offering().on(planCalls.listRegular, succeed({ plans })) })
  await expect.element(planRow('Friend')).toBeVisible()
  const top = (part: Locator) => part.element().getBoundingClientRect().top
  const order = [field('Phone'), planRow('Friend'), planRow('Student'), field('Address')].map(top)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(planRow('Friend').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
})

// MEM-1
test('on a phone the membership form begins where its title does, in short fields', async () => {
  await setWindow(360, 740)
  await openPaying(REGULAR, { server: offering() })
  const boxOf = (part: Locator) => part.element().getBoundingClientRect()
  await expect.element(field('Name')).toBeVisible()
  expect(boxOf(field('Name')).left).toBe(boxOf(page.getByRole('heading', { level: 1 })).left)
  expect(boxOf(field('Why do you want to join?')).height).toBe(boxOf(field('Address')).height)
})

// MBR-1
test('on a phone the keyboard chooses a plan in the list, and the rows show it', async () => {
  await onPhone(async () => {
    await openPaying(REGULAR, { server: offering() })
    await field('Phone').click()
    await userEvent.keyboard('{Tab}')
    await expect.element(field('Choose Membership Plan')).toHaveFocus()
    await expect
      .poll(
        () =>
          getComputedStyle(document.querySelector('ul:has(> li > button[aria-pressed])') ?? document.body).outlineStyle,
      )
      .toBe('solid')
    await field('Choose Membership Plan').selectOptions(String(FRIEND.id))
    await expect.element(planRow('Friend')).toHaveAttribute('aria-pressed', 'true')
  })
})

for (const category of ['regular', 'premium'] as const) {
  // MBR-1
  test(`on a laptop a ${category} plan is named once, in a card of the form`, async () => {
    await openPaying(`/${category}-membership`, { server: offering({ ...FRIEND, category }) })
    const main = page.getByRole('main')
    await expect.element(main.getByText('Friend', { exact: true })).toBeVisible()
    expect(main.getByText('A newsletter', { exact: true }).elements()).toHaveLength(1)
    const card = page.getByRole('listitem').filter({ has: planRow('Friend ₹500 12 months') })
    await expect.element(card.getByText('A newsletter', { exact: true })).toBeVisible()
    expect(card.element().closest('form')).not.toBeNull()
    // The list stays for the keyboard, behind the cards.
    expect(getComputedStyle(field('Choose Membership Plan').element()).opacity).toBe('0')
    await planRow('Friend').click()
    await expect.element(field('Choose Membership Plan')).toHaveValue(String(FRIEND.id))
  })
}

// MBR-1
test('above the button stands who is paid, for what, how much and through whom', async () => {
  await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 1250 }) })
  await planRow('Friend').click()
  await expect.element(completeButton).toBeVisible()
  for (const part of [
    page.getByText(PAYEE),
    page.getByText('Membership: Friend, 12 months'),
    payLine.getByText('₹1,250', { exact: true }),
    page.getByText('UPI', { exact: true }),
    page.getByText('Visa', { exact: true }),
  ]) {
    await expect.element(part).toBeVisible()
    const { bottom } = part.element().getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(completeButton.element().getBoundingClientRect().top)
  }
})

const MANY_FEATURES = Array.from({ length: 14 }, (_, index) =>
  `Feature ${index + 1}: ${'a visit to the shelter '.repeat(4)}`.trim(),
)

// MBR-1
test('a plan lists all its features, however many and long they are', async () => {
  await onPhone(async () => {
    await openPaying(REGULAR, { server: offering({ ...FRIEND, features: MANY_FEATURES.join('\n') }) })
    await planRow('Friend').click()
    const card = page.getByRole('listitem').filter({ has: planRow('Friend') })
    for (const feature of MANY_FEATURES) await expect.element(card.getByText(feature, { exact: true })).toBeVisible()
  })
})

// MBR-1
test('of several plans, the one that comes with the most is recommended', async () => {
  const student = { ...FRIEND, id: 4, name: 'Student', price: 150, features: 'A newsletter' }
  const friend = { ...FRIEND, features: 'A newsletter\nA QR tag' }
  const server = offering(friend).on(planCalls.listRegular, succeed({ plans: [student, friend] }))
  await openPaying(REGULAR, { server })
  const card = (name: string) => page.getByRole('listitem').filter({ has: planRow(name) })
  await expect.element(card('Friend').getByText('Recommended')).toBeVisible()
  await expect.element(card('Student').getByText('Recommended')).not.toBeInTheDocument()
  const borderOf = (name: string) => getComputedStyle(card(name).element()).borderColor
  expect(borderOf('Friend')).not.toBe(borderOf('Student'))
  // A thicker frame would look chosen.
  expect(getComputedStyle(card('Friend').element()).boxShadow).toBe('none')
  await onPhone(async () => {
    await expect.element(planRow('Friend Recommended')).toBeVisible()
    await expect.element(planRow('Student')).not.toMatchTextContent('Recommended')
  })
})

// MBR-1
test('a plan without a price is free, and nothing speaks of a payment', async () => {
  await onPhone(async () => {
    await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 0 }) })
    await expect.element(planRow('Friend Free 12 months')).toBeVisible()
    await expect.element(field('Choose Membership Plan')).toMatchTextContent('Friend – Free – 12 months')
    await planRow('Friend').click()
    await wholeInView(payLine.getByText('Free', { exact: true }))
    await expect.element(page.getByText(/Nothing has to be paid\./)).toBeInTheDocument()
    await expect.element(page.getByText(PAYEE)).not.toBeInTheDocument()
    await expect.element(page.getByRole('main').getByText('₹0')).not.toBeInTheDocument()
  })
})

for (const [address, name, other, otherName] of [
  [REGULAR, 'Regular Membership', '/premium-membership', 'Premium Membership'],
  ['/premium-membership', 'Premium Membership', REGULAR, 'Regular Membership'],
] as const) {
  // MBR-1
  test(`the page ${address} leads to the other memberships`, async () => {
    await openPaying(address, { server: offering() })
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const link = page.getByRole('main').getByRole('link', { name: otherName })
    await expect.element(link).toHaveAttribute('href', other)
  })
}

// RCP-2
test('an admin who registers is told that it is for themselves', async () => {
  await openPaying(REGULAR, { as: ADMIN, server: offering() })
  await expect.element(page.getByText(/You are registering yourself\./)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'enter a new member at the desk' }))
    .toHaveAttribute('href', '/admin/desk')
})

// MBR-1, APP-14
test('on a narrow phone the letters of plans and ways to pay are large, and all fits', async () => {
  await setWindow(320, 640)
  await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 100000, duration_months: 120 }) })
  await expect.element(planRow('Friend')).toBeVisible()
  const parts = [...planRow('Friend').element().children, page.getByText('UPI', { exact: true }).element()]
  expect(new Set(parts.map((part) => getComputedStyle(part).fontSize))).toEqual(new Set(['16px']))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

// MBR-1, APP-14
test('with letters twice as large the price of a plan stands below its name', async () => {
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  document.documentElement.style.fontSize = '200%'
  await setWindow(360, 740)
  await openPaying(REGULAR, { server: offering({ ...FRIEND, price: 100000 }) })
  await expect.element(planRow('Friend')).toBeVisible()
  const [name, price] = [...planRow('Friend').element().children].map((part) => part.getBoundingClientRect())
  expect(price?.top ?? 0).toBeGreaterThanOrEqual(name?.bottom ?? Number.POSITIVE_INFINITY)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
