import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { rejected } from '../../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'

const TICKET = '1.1.ticket'
const EXPIRED = 'That took too long. Please log in again.'

const code = () => page.getByRole('textbox', { name: /^Code/ })
const myPets = () => page.getByRole('heading', { level: 1, name: 'My Pets' })

/** Logs in with a right password to an account that has a second factor. */
async function reachSecondStep(server = serverOfAccount()): Promise<typeof server> {
  const needed = rejected(401, 'second_factor_required', 'Please enter the code from your authenticator app.', {
    ticket: TICKET,
  })
  server.on(authCalls.signin, needed)
  await openPage('/login', { server })
  await page.getByLabelText(/^Username/).fill(OWNER.username)
  await page.getByLabelText(/^Password/).fill('marigold-7')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(code()).toHaveFocus()
  return server
}

// ACC-6
test('a right password leads to a field for the code of the app, and the code signs in', async () => {
  const server = await reachSecondStep(serverOfAccount().on(authCalls.secondFactor, { ...OWNER, language: null }))
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
  await code().fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(myPets()).toBeVisible()
  expect(server.requests(authCalls.secondFactor)[0]?.body).toEqual({ ticket: TICKET, code: '123456' })
})

// ACC-6
test('a wrong code is refused in words, and its field takes the focus', async () => {
  const message = 'This code is not right, or it was used already.'
  const wrong = rejected(401, 'code_invalid', message, { errors: { code: message } })
  await reachSecondStep(serverOfAccount().on(authCalls.secondFactor, wrong))
  await code().fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(code()).toHaveFocus()
})

// ACC-6
test('a recovery code signs in where the phone is lost', async () => {
  const server = await reachSecondStep(serverOfAccount().on(authCalls.secondFactor, { ...OWNER, language: null }))
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect.element(page.getByLabelText(/^Recovery code/)).toHaveFocus()
  await page.getByLabelText(/^Recovery code/).fill('abcd-efgh-jkmn')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(myPets()).toBeVisible()
  expect(server.requests(authCalls.secondFactor)[0]?.body).toEqual({ ticket: TICKET, code: 'abcd-efgh-jkmn' })
})

// ACC-6
test('a second step that took too long leads back to the first, with words and name', async () => {
  await reachSecondStep(serverOfAccount().on(authCalls.secondFactor, rejected(401, 'ticket_invalid', EXPIRED)))
  await code().fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: EXPIRED })).toHaveFocus()
  await expect.element(page.getByLabelText(/^Username/)).toHaveValue(OWNER.username)
  await page.getByLabelText(/^Password/).fill('marigold-7')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(code()).toHaveFocus()
})
