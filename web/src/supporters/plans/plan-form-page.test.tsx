import { authCalls } from '@petsetu/contract/people/auth.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { type Plan, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const ADD = '/admin/memberships/plans/add'
const GUARDIAN: Plan = {
  id: 3,
  version: 4,
  created_at: '2026-01-05T08:00:00.000Z',
  name: 'Guardian',
  category: 'premium',
  duration_months: 6,
  price: 1200,
  description: 'For everybody who wants to help.',
  features: 'One\nTwo',
}
const NO_TRANSLATIONS = {
  ...{ name_hi: null, description_hi: null, features_hi: null },
  ...{ name_mr: null, description_mr: null, features_mr: null },
}
const FAILED = 'Failed to save membership plan. Please try again.'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const saveButton = page.getByRole('button', { name: 'Save Plan' })

async function fillPlan(name: string) {
  await field('Plan Name').fill(name)
  await field('Category').selectOptions('premium')
  await field('Duration (month)').fill('6')
  await field('Price (₹)').fill('1200')
  await field('Description').fill(GUARDIAN.description)
  await field('Features').fill('One\nTwo')
}

const aList = () => new FakeServer().on(planCalls.listAll, succeed([]))

// PLN-4, APP-14
test('the hint of a plan’s field stands above the field', async () => {
  await openPage(ADD, { as: ADMIN })
  await expect.element(field('Price (₹)')).toBeVisible()
  const hint = page.getByText('0 for a plan that costs nothing').element().getBoundingClientRect()
  expect(hint.bottom).toBeLessThanOrEqual(field('Price (₹)').element().getBoundingClientRect().top)
  expect(hint.top).toBeGreaterThan(page.getByText('Price (₹)', { exact: true }).element().getBoundingClientRect().top)
})

// PLN-4, PLN-6
test('the form of a new plan has its fields in order, with a start for each', async () => {
  await openPage(ADD, { as: ADMIN })
  await expect.element(field('Plan Name')).toBeVisible()
  const labels = [...document.querySelectorAll('form label')].map((label) => label.firstChild?.textContent?.trim())
  expect(labels).toEqual(['Plan Name', 'Category', 'Duration (month)', 'Price (₹)', 'Description', 'Features'])
  await expect.element(field('Category')).toHaveValue('regular')
  await expect.element(field('Duration (month)')).toHaveValue(30)
  await expect.element(field('Price (₹)')).toHaveValue('0')
  await expect.element(field('Description')).toHaveAttribute('rows', '3')
  await expect.element(field('Features')).toHaveAttribute('rows', '5')
  await expect.element(page.getByText(/each feature goes on a new line/i)).toBeVisible()
})

// PLN-5, APP-14
test('the short fields of a plan are two in a row, their labels and inputs in line', async () => {
  await openPage(ADD, { as: ADMIN })
  await expect.element(field('Plan Name')).toBeVisible()
  const topOf = (label: string) => field(label).element().getBoundingClientRect().top
  expect(topOf('Category')).toBeCloseTo(topOf('Plan Name'), 0)
  expect(topOf('Price (₹)')).toBeCloseTo(topOf('Duration (month)'), 0)
  expect(topOf('Duration (month)')).toBeGreaterThan(topOf('Category'))
  const labelTopOf = (label: string) => page.getByText(label, { exact: true }).element().getBoundingClientRect().top
  expect(labelTopOf('Price (₹)')).toBeCloseTo(labelTopOf('Duration (month)'), 0)
  await field('Duration (month)').fill('')
  await field('Price (₹)').fill('')
  await field('Plan Name').click()
  await expect.element(page.getByText('Price is required')).toBeVisible()
  const messageTopOf = (message: string) => page.getByText(message).element().getBoundingClientRect().top
  expect(messageTopOf('Price is required')).toBeCloseTo(messageTopOf('Duration is required'), 0)
  expect(messageTopOf('Price is required')).toBeGreaterThan(topOf('Price (₹)'))
})

// PLN-5, MBR-1
test('the form shows the plan as visitors see it, while it is typed', async () => {
  await openPage(EDIT, { as: ADMIN, server: aPlan() })
  const preview = page.getByRole('complementary', { name: 'What people see' })
  await expect.element(preview).toMatchTextContent('Guardian₹1,2006 monthsFor everybody who wants to help.OneTwo')
  await field('Price (₹)').fill('0')
  await field('Features').fill('One\n\nThree')
  await expect.element(preview).toMatchTextContent('GuardianFree6 monthsFor everybody who wants to help.OneThree')
  await field('Price (₹)').fill('much')
  await field('Duration (month)').fill('')
  await expect.element(preview).toMatchTextContent('Guardian–For everybody')
})

// PLN-6, PLN-7
test('the plan form names what is missing', async () => {
  await openPage(ADD, { as: ADMIN })
  await field('Duration (month)').fill('')
  await field('Price (₹)').fill('')
  await saveButton.click()
  for (const message of [
    'Name is required',
    'Duration is required',
    'Price is required',
    'Description is required',
    'Features are required',
  ])
    await expect.element(page.getByText(message)).toBeVisible()
})

for (const [label, typed, message] of [
  ['Duration (month)', '-1', 'Duration must be positive'],
  ['Duration (month)', '1.5', 'Duration must be a whole number'],
  ['Price (₹)', '-1', 'Price cannot be negative'],
] as const) {
  // PLN-7
  test(`the plan form rejects ${typed} as ${label} when the field is left`, async () => {
    await openPage(ADD, { as: ADMIN })
    await field(label).fill(typed)
    await field('Plan Name').click()
    await expect.element(page.getByText(message)).toBeVisible()
  })
}

// PLN-4, PLN-6
test('a new plan is sent as it was typed, and the list is shown', async () => {
  const server = aList().on(planCalls.create, succeed({ plan: GUARDIAN }))
  await openPage(ADD, { as: ADMIN, server })
  await fillPlan('Guardian')
  await saveButton.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Plan "Guardian" has been saved.')
  const { name, category, duration_months, price, description, features } = GUARDIAN
  expect(server.requests(planCalls.create).map(({ body }) => body)).toEqual([
    { name, category, duration_months, price, description, features, ...NO_TRANSLATIONS },
  ])
})

// PLN-6
test('a plan that is saved after another page was chosen takes nobody back to the list', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = aList()
    .on(planCalls.create, () => promise.then(() => succeed({ plan: GUARDIAN })))
    .on(grievanceCalls.list, NO_ANSWER)
  await openPage(ADD, { as: ADMIN, server })
  await fillPlan('Guardian')
  await saveButton.click()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  const elsewhere = page.getByRole('link', { name: /^Grievances/ })
  ;(elsewhere.element() as HTMLElement).click()
  resolve()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grievances' })).toBeVisible()
  expect(location.pathname).toBe('/admin/grievances')
})

// PLN-6, PLN-7
test('a plan that is not saved stays in the form, and the message can be closed', async () => {
  await openPage(ADD, { as: ADMIN, server: aList().on(planCalls.create, NO_ANSWER) })
  await fillPlan('Kept')
  await saveButton.click()
  await expect.element(page.getByText(FAILED)).toBeVisible()
  await expect.element(field('Plan Name')).toHaveValue('Kept')
  await page.getByRole('button', { name: /close|dismiss/i }).click()
  await expect.element(page.getByText(FAILED)).not.toBeInTheDocument()
})

// PLN-6
test('the form can be left for the list of plans without saving', async () => {
  await openPage(ADD, { as: ADMIN, server: aList() })
  await field('Plan Name').fill('Left')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
  expect(location.pathname).toBe('/admin/memberships/plans')
})

// PLN-9
test('a plan whose answer was lost is sent again under the same key', async () => {
  const server = aList().on(planCalls.create, NO_ANSWER)
  await openPage(ADD, { as: ADMIN, server })
  await fillPlan('Made once')
  await saveButton.click()
  await expect.element(page.getByText(FAILED)).toBeVisible()
  server.on(planCalls.create, succeed({ plan: GUARDIAN }))
  await saveButton.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
  const [first, second, ...further] = server.requests(planCalls.create)
  expect(first?.headers.get('idempotency-key')).toMatch(/^\S{8,}$/)
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(second?.body).toEqual(first?.body)
  expect(further).toEqual([])
})

// PLN-5
test('beside a new plan nothing is shown as chosen before something is typed', async () => {
  await openPage(ADD, { as: ADMIN })
  const preview = page.getByRole('complementary', { name: 'What people see' })
  await expect.element(preview).toMatchTextContent(/The plan appears here while you type/)
  await expect.element(preview.getByText('Free')).not.toBeInTheDocument()
  await field('Plan Name').fill('Guardian')
  await expect.element(preview.getByText('Guardian')).toBeVisible()
  await expect.element(preview.getByText('Free')).toBeVisible()
})

// PLN-6
test('on a phone a stored plan can be saved from the start of its form', async () => {
  await setWindow(360, 740)
  await openPage(EDIT, { as: ADMIN, server: aPlan() })
  await expect.element(field('Plan Name')).toBeVisible()
  await expect.element(saveButton).toBeInViewport({ ratio: 1 })
})

const aPlan = () => aList().on(planCalls.read, succeed({ plan: GUARDIAN }))
const EDIT = '/admin/memberships/plans/edit/3'

// PLN-5
test('the form of a plan shows it as it is saved', async () => {
  await openPage(EDIT, { as: ADMIN, server: aPlan() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Membership Plan' })).toBeVisible()
  await expect.element(field('Plan Name')).toHaveValue('Guardian')
  await expect.element(field('Category')).toHaveValue('premium')
  await expect.element(field('Duration (month)')).toHaveValue(6)
  await expect.element(field('Price (₹)')).toHaveValue('1200')
  await expect.element(field('Description')).toHaveValue(GUARDIAN.description)
  await expect.element(field('Features')).toHaveValue('One\nTwo')
})

// PLN-5, LNG-2
test('Hindi and Marathi words are folded below the others and sent with them', async () => {
  const server = aPlan().on(planCalls.update, succeed({ plan: GUARDIAN }))
  await openPage(EDIT, { as: ADMIN, server })
  await expect.element(field('Plan Name')).toHaveValue('Guardian')
  await expect.element(field('Plan Name (हिन्दी)')).not.toBeInTheDocument()
  await page.getByText('Hindi and Marathi', { exact: true }).click()
  await field('Plan Name (हिन्दी)').fill('संरक्षक')
  await field('Features (मराठी)').fill('एक\nदोन')
  await saveButton.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
  expect(server.requests(planCalls.update)[0]?.body).toMatchObject({
    ...{ name: 'Guardian', name_hi: 'संरक्षक', description_hi: null, features_mr: 'एक\nदोन' },
  })
})

// PLN-5, LNG-2
test('the form of a plan with translations shows them', async () => {
  const server = aList().on(planCalls.read, succeed({ plan: { ...GUARDIAN, name_mr: 'पालक' } }))
  await openPage(EDIT, { as: ADMIN, server })
  await expect.element(field('Plan Name (मराठी)')).toHaveValue('पालक')
})

// PLN-5, PLN-6
test('the buttons of the form wait while a plan is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = aPlan().on(planCalls.update, async () => {
    await promise
    return succeed({ plan: { ...GUARDIAN, name: 'Patron' } })
  })
  await openPage(EDIT, { as: ADMIN, server })
  await field('Plan Name').fill('Patron')
  await saveButton.click()
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  resolve()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
  expect(server.requests(planCalls.update)).toMatchObject([{ params: { id: 3 }, body: { name: 'Patron', version: 4 } }])
})

// PLN-6
test('an edit does not overwrite what somebody saved of the plan meanwhile', async () => {
  const elsewhere = { ...GUARDIAN, version: 5, price: 700, description: 'For everybody' }
  const server = aPlan().on(planCalls.update, ({ body }) =>
    body.version === 5
      ? succeed({ plan: elsewhere })
      : rejected(409, 'changed_meanwhile', 'Somebody changed this plan meanwhile.', { current: elsewhere }),
  )
  await openPage(EDIT, { as: ADMIN, server })
  await field('Price (₹)').fill('600')
  await saveButton.click()
  const conflict = page.getByRole('alert')
  await expect.element(conflict).toMatchTextContent('Somebody changed this plan meanwhile.')
  await expect.element(conflict).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: /^Price/ })).toHaveValue('600')
  await expect.element(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('For everybody')
  await saveButton.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
  expect(server.requests(planCalls.update).at(-1)?.body).toMatchObject({
    price: 600,
    description: 'For everybody',
    version: 5,
  })
})

// PLN-4
test('the form of a plan that is not there says so', async () => {
  const server = aList().on(planCalls.read, rejected(404, 'plan_not_found', 'Membership plan not found.'))
  await openPage('/admin/memberships/plans/edit/999999', { as: ADMIN, server })
  await expect
    .element(page.getByText("Membership plan not found or you don't have permission to edit it."))
    .toBeVisible()
})

// PLN-4
test('the form of a plan that does not load says so', async () => {
  await openPage(EDIT, { as: ADMIN, server: aList().on(planCalls.read, NO_ANSWER) })
  await expect.element(page.getByText('Failed to load membership plan. Please try again.')).toBeVisible()
})

// PLN-4, APP-12
test('a plan that was typed over an expired session is back after signing in', async () => {
  const server = aList()
    .on(planCalls.create, rejected(401, 'not_signed_in', 'Please log in to continue.'))
    .on(authCalls.signin, { ...ADMIN, language: 'en' })
  await openPage(ADD, { as: ADMIN, server })
  await fillPlan('Guardian angel')
  await saveButton.click()
  await page.getByLabelText('Username').fill('admin')
  await page.getByLabelText(/^Password/).fill('admin-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(page.getByText('What you had typed before is back. Cancel clears it.')).toBeVisible()
  expect(location.pathname).toBe(ADD)
  await expect.element(field('Plan Name')).toHaveValue('Guardian angel')
  await expect.element(field('Category')).toHaveValue('premium')
  await expect.element(field('Duration (month)')).toHaveValue(6)
  await expect.element(field('Price (₹)')).toHaveValue('1200')
  await expect.element(field('Features')).toHaveValue('One\nTwo')
  server.on(planCalls.create, succeed({ plan: GUARDIAN }))
  await saveButton.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Membership Plans' })).toBeVisible()
})

// PLN-5, APP-5
test('one long word in the name of a plan does not widen its page on a phone', async () => {
  await page.viewport(320, 740)
  const name = 'Supercalifragilisticexpialidociousguardianship'
  const server = aList().on(planCalls.read, succeed({ plan: { ...GUARDIAN, name } }))
  await openPage('/admin/memberships/plans/edit/3', { as: ADMIN, server })
  await expect.element(page.getByText(name, { exact: false }).first()).toBeVisible()
  const { right } = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  await page.viewport(1280, 800)
  expect(right).toBeLessThanOrEqual(320)
})

// APP-14
test('the fields of a form are as near to each other on a laptop as on a phone', async () => {
  await openPage(ADD, { as: ADMIN })
  await expect.element(field('Description')).toBeVisible()
  const above = field('Description').element().getBoundingClientRect()
  const label = page.getByText('Features', { exact: true }).element().getBoundingClientRect()
  expect(label.top - above.bottom).toBeLessThanOrEqual(28)
})
