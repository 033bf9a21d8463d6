import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { filingServer } from '../../test/filing.ts'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { serverOfSamples } from '../../test/sample-replies.ts'

const pets = () => serverOfSamples().on(careCalls.listDue, [])

type Form = [
  name: string,
  address: string,
  as: SessionUser | undefined,
  field: Locator,
  message: string,
  button: string | RegExp,
]

const FORMS: Form[] = [
  ['a complaint', '/complaint', undefined, page.getByLabelText('Email'), 'Email is required', /^Submit and Pay/],
  [
    'a membership',
    '/regular-membership',
    undefined,
    page.getByLabelText('Email'),
    'Email is required',
    'Complete Registration',
  ],
  ['a donation', '/donate', undefined, page.getByLabelText('Email'), 'Email is required', /^Donate/],
  ['a pet', '/user/pet-form', OWNER, page.getByLabelText('Pet type'), 'Pet type is required', 'Add Pet'],
  ['a plan', '/admin/memberships/plans/add', ADMIN, page.getByLabelText('Plan Name'), 'Name is required', 'Save Plan'],
]

// JRN-9
test.each(FORMS)(
  'a message at a field that is left moves nothing: %s',
  async (_, address, as, field, message, name) => {
    await openPage(address, { ...(as && { as }), server: address === '/complaint' ? filingServer() : pets() })
    const button = page.getByRole('main').getByRole('button', { name }).last()
    await expect.element(button).toBeVisible()
    const top = () => button.element().getBoundingClientRect().top + scrollY
    await field.click()
    const before = top()
    await userEvent.tab()
    await expect.element(page.getByText(message)).toBeVisible()
    expect(top()).toBe(before)
  },
)

// JRN-9
test('a message at a field touches neither its buttons nor the next label', async () => {
  await openPage('/complaint', { server: filingServer() })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Submit and Pay/ })
    .last()
    .click()
  const message = page.getByText('Date of incident is required')
  await expect.element(message).toBeVisible()
  const { top, bottom } = message.element().getBoundingClientRect()
  expect(page.getByRole('button', { name: 'Today' }).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top)
  const next = page.getByText('Description', { exact: true }).first().element().getBoundingClientRect()
  expect(next.top - bottom).toBeGreaterThanOrEqual(8)
})

// JRN-9
test('a heading stands nearer to its first field than two fields to each other', async () => {
  await openPage('/complaint', { server: filingServer() })
  const heading = page.getByRole('heading', { name: 'About you' })
  await expect.element(heading).toBeVisible()
  const boxOf = (part: Locator) => part.element().getBoundingClientRect()
  const labelOf = (field: string) => page.getByText(field, { exact: true }).first()
  const below = boxOf(labelOf('Full name')).top - boxOf(heading).bottom
  expect(below).toBeLessThan(boxOf(labelOf('Email')).top - boxOf(page.getByLabelText('Full name')).bottom - 8)
})
