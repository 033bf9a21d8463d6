import { ADMIN, expect, listOfUsersWith, logIn, openRowMenu, signUp, test, tokenOf } from './fixtures.ts'

const NEW_PASSWORD = 'rain on a tin roof'

// Also shows V6.2.7, V7.4.3.
test('V6.2.2 a person changes the password by the keyboard alone, and stays logged in here only', async ({
  page,
  context,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  // A page takes the focus when it arrives.
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeFocused()
  await page.getByRole('banner').getByRole('link', { name: owner.username }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused()

  await page.getByLabel('Current password').focus()
  await page.keyboard.type(owner.password)
  // As a password manager does, or a user pasting the new password.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), NEW_PASSWORD)
  for (const label of ['New password', 'Confirm new password']) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(NEW_PASSWORD)
  }
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Your password has been changed. You have been logged out on all other devices.'),
  ).toBeVisible()
  for (const label of ['Current password', 'New password', 'Confirm new password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')

  await expect(site.call('GET', '/pets', null, owner.token)).rejects.toThrow('401')
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'My Pets' })).toBeVisible()
  await expect(tokenOf(site, owner)).rejects.toThrow('401')
  await tokenOf(site, { ...owner, password: NEW_PASSWORD })
})

// Also shows V6.2.6, V6.2.7.
test('V6.2.3 the form masks what is typed, names its fields to password managers and says what is wrong', async ({
  page,
  site,
}) => {
  await logIn(page, await signUp(site))
  await page.goto('/account')
  const [current, next, again] = ['Current password', 'New password', 'Confirm new password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  )
  if (!current || !next || !again) throw new Error('a field is missing')
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  for (const field of [next, again]) await expect(field).toHaveAttribute('autocomplete', 'new-password')
  for (const field of [current, next, again]) await expect(field).toHaveAttribute('type', 'password')

  const submit = page.getByRole('button', { name: 'Change password' })
  await submit.click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expect(current).toBeFocused()

  await current.fill('not this one')
  await next.fill('password123')
  await expect(page.getByText('one of the most used passwords')).toBeVisible()
  await again.fill('password124')
  await submit.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()

  await again.fill('password123')
  await submit.click()
  await expect(page.getByText('The current password is not right.').first()).toBeVisible()
  await expect(current).toBeFocused()
  await expect(next).toHaveValue('password123')

  await page.route('**/auth/password', (route) => route.abort())
  await submit.click()
  await expect(page.getByText('Failed to change the password. Please try again.')).toBeVisible()
})

test('V6.2.6 V6.2.7 login and sign-up mask the password, name their fields to password managers and take what is pasted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [address, fields] of [
    ['/login', { Username: 'username', Password: 'current-password' }],
    [
      '/register',
      { Username: 'username', Email: 'email', Password: 'new-password', 'Confirm password': 'new-password' },
    ],
  ] as const) {
    await page.goto(address)
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), NEW_PASSWORD)
    for (const [label, autocomplete] of Object.entries(fields)) {
      const field = page.getByLabel(new RegExp(`^${label}`))
      await expect(field).toHaveAttribute('autocomplete', autocomplete)
      if (!autocomplete.endsWith('password')) continue
      await expect(field).toHaveAttribute('type', 'password')
      await field.focus()
      await page.keyboard.press('ControlOrMeta+V')
      await expect(field).toHaveValue(NEW_PASSWORD)
    }
  }
})

test('V7.4.5 an admin logs a person out everywhere, after a confirmation', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, ADMIN)
  await page.goto(await listOfUsersWith(site, owner.username))
  const row = page.getByRole('row', { name: owner.username })
  await openRowMenu(row)
  await row.getByRole('button', { name: `End sessions of ${owner.username}` }).click()
  await expect(page.getByRole('dialog')).toContainText(`End all sessions of ${owner.username}?`)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await site.call('GET', '/pets', null, owner.token)

  await openRowMenu(row)
  await row.getByRole('button', { name: /^End sessions/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText(`${owner.username} is logged out everywhere.`)).toBeVisible()
  await expect(site.call('GET', '/pets', null, owner.token)).rejects.toThrow('401')
  await tokenOf(site, owner)
})

test('V7.4.4 every page of a signed-in person shows how to log out', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  for (const address of ['/user', '/user/pet-form', '/user/membership', '/account', '/', '/complaint']) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Logout' }), address).toBeVisible()
  }
  await page.getByRole('button', { name: 'Logout' }).click()
  // On a public page, logging out leads to the home page.
  await page.waitForURL('/')
  await logIn(page, ADMIN)
  for (const address of ['/admin', '/admin/users', '/admin/complaints', '/generate-qr', '/account', '/']) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Logout' }), address).toBeVisible()
  }
})
