import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { pageText } from '../../platform/languages/page-text.ts'

const current = page.getByLabelText(/^Current password/)
const next = page.getByLabelText(/^New password/)
const again = page.getByLabelText(/^Confirm new password/)
const submit = page.getByRole('button', { name: 'Change password' })

const openAccount = (server = serverOfAccount()) => openPage('/account#change-password', { as: OWNER, server })

async function fill(first: string, second: string, third: string) {
  await current.fill(first)
  await next.fill(second)
  await again.fill(third)
}

// V6.2.2, V6.2.7, V7.4.3
test('a person reaches the account page and changes the password by the keyboard alone', async () => {
  const server = await openPage('/user', { as: OWNER, server: serverOfAccount() })
  const account = page.getByRole('banner').getByRole('link', { name: OWNER.username })
  await expect.element(account).toBeVisible()
  // The title takes the focus a moment after it is shown.
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Pets' })).toHaveFocus()
  account.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Account' })).toHaveFocus()
  expect(location.pathname).toBe('/account')

  page.getByRole('button', { name: 'Change Password', exact: true }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(current).toBeVisible()
  current.element().focus()
  await userEvent.keyboard('marigold-7')
  for (const field of [next, again]) {
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('tin-roof')
  }
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Your password has been changed. You have been logged out on all other devices.'))
    .toBeVisible()
  for (const field of [current, next, again]) await expect.element(field).toHaveValue('')
  expect(server.requests(authCalls.changePassword)).toMatchObject([
    { body: { currentPassword: 'marigold-7', newPassword: 'tin-roof' } },
  ])
})

// V6.2.6, V6.2.7
test('the form for a new password masks what is typed and names its fields to managers', async () => {
  await openAccount()
  await expect.element(current).toHaveAttribute('autocomplete', 'current-password')
  for (const field of [next, again]) await expect.element(field).toHaveAttribute('autocomplete', 'new-password')
  for (const field of [current, next, again]) await expect.element(field).toHaveAttribute('type', 'password')
})

// V6.2.3
test('the form for a new password asks for the current one', async () => {
  await openAccount()
  await submit.click()
  await expect.element(page.getByText('Current password is required')).toBeVisible()
  await expect.element(current).toHaveFocus()
})

// V6.2.3
test('a much used password and one that is repeated otherwise are pointed out', async () => {
  const server = await openAccount()
  await fill('not this one', 'password123', 'password124')
  await expect.element(page.getByText('one of the most common passwords', { exact: false })).toBeVisible()
  await submit.click()
  await expect.element(page.getByText('Passwords do not match')).toBeVisible()
  expect(server.requests(authCalls.changePassword)).toEqual([])
})

// V6.2.3
test('a wrong current password is refused, and what was typed stays', async () => {
  const message = 'The current password is not right.'
  const wrong = rejected(400, 'wrong_password', message, { errors: { currentPassword: message } })
  await openAccount(serverOfAccount().on(authCalls.changePassword, wrong))
  await fill('not this one', 'password123', 'password123')
  await submit.click()
  await expect.element(page.getByText(message).first()).toBeVisible()
  await expect.element(current).toHaveFocus()
  await expect.element(next).toHaveValue('password123')
})

// V6.2.3
test('a change of the password without an answer fails in the product’s words', async () => {
  await openAccount(serverOfAccount().on(authCalls.changePassword, NO_ANSWER))
  await fill('marigold-7', 'rain on a tin roof', 'rain on a tin roof')
  await submit.click()
  await expect.element(page.getByText('Failed to change the password. Please try again.')).toBeVisible()
})

// LNG-2, LNG-4
test('the form for a new password speaks Hindi with those who chose it', async () => {
  await openPage('/account#change-password', { as: OWNER, server: serverOfAccount(), language: 'hi' })
  const field = (name: Parameters<typeof pageText>[0]) => page.getByLabelText(new RegExp(`^${pageText(name)}( \\*|$)`))
  await expect.element(page.getByRole('heading', { level: 1, name: pageText('titles.account') })).toBeVisible()
  await field('labels.currentPassword').fill('not this one')
  await field('labels.newPassword').fill('jasmine-garland-9')
  await field('password.confirmNew').fill('another-garland-9')
  await page.getByRole('button', { name: pageText('password.change') }).click()
  await expect.element(page.getByText(pageText('problems.passwordsDiffer'))).toBeVisible()
})
