import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

// All tests that paste are in this file, because the pages of the browser share one clipboard.

const PASSWORD = 'rain on a tin roof'

/** Pastes as a password manager does, or a person. The text is copied from a field that shows it. */
async function paste(source: Locator, field: Locator) {
  await source.fill(PASSWORD)
  const input = source.element() as HTMLInputElement
  input.select()
  await userEvent.copy()
  await source.clear()
  await expect.element(field).toBeVisible()
  field.element().focus()
  await userEvent.paste()
  await expect.element(field).toHaveValue(PASSWORD)
}

// V6.2.6, V6.2.7
test.each([
  ['login', '/login', { Username: 'username webauthn', Password: 'current-password' }],
  [
    'sign-up',
    '/register',
    { Username: 'username', Email: 'email', Password: 'new-password', 'Confirm password': 'new-password' },
  ],
])('the %s masks passwords, names its fields to managers and takes what is pasted', async (_, address, fields) => {
  await openPage(address)
  for (const [label, autocomplete] of Object.entries(fields)) {
    const field = page.getByLabelText(new RegExp(`^${label}`))
    await expect.element(field).toHaveAttribute('autocomplete', autocomplete)
    if (!autocomplete.endsWith('password')) continue
    await expect.element(field).toHaveAttribute('type', 'password')
    await paste(page.getByLabelText(/^Username/), field)
  }
})

// V6.2.7
test.each(['New password', 'Confirm new password'])('the field ‘%s’ takes what is pasted', async (label) => {
  await openPage('/account#change-password', { as: OWNER, server: serverOfAccount() })
  // The row of the password shows no text that could be copied.
  const source = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => source.remove())
  source.ariaLabel = 'Copied from'
  await paste(page.getByLabelText('Copied from'), page.getByLabelText(new RegExp(`^${label}`)))
})
