import { checkoutButton } from './checkout.ts'
import { expect, openAs, signUp, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { aPlan, expectActive, expectFiled } from './pay-forms.ts'

// These tests use only the keyboard: no click, no focus set by script.

// APP-14
test('with the keyboard only, a visitor signs up and logs in', async ({ page }) => {
  const username = `keyboard-${process.pid}`
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'Login' }))
  await press(page, page.getByRole('main').getByRole('link', { name: 'Register' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeFocused()
  await typeInto(page, {
    Username: username,
    Email: `${username}@example.org`,
    Password: 'rain on a tin roof',
    'Confirm password': 'rain on a tin roof',
  })
  await page.keyboard.press('Enter')
  await page.waitForURL('/login')
  await expect(page.getByText('Registration successful! Please login.')).toBeVisible()
  await typeInto(page, { Username: username, Password: 'rain on a tin roof' })
  await page.keyboard.press('Enter')
  await page.waitForURL('/user')
  await expect(page).toHaveTitle(/My Pets/)
})

// APP-14
test('with the keyboard only, an owner adds, changes and deletes a pet, and logs out', async ({ page, site }) => {
  await openAs(page, site, await signUp(site), '/user')
  await press(page, page.getByRole('link', { name: 'Add New Pet' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await typeInto(page, { 'Pet name': 'Moti', 'Pet type': 'Dog', 'Pet age': '3 years' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked()
  await typeInto(page, { Location: 'Kothrud, Pune', Address: '12 Neem Road' })
  await press(page, page.getByRole('button', { name: 'Add Pet' }))
  await expect(page.getByLabel('Contact details')).toBeFocused()
  await page.keyboard.type('+91 55500 12345')
  await press(page, page.getByRole('button', { name: 'Add Pet' }))
  await expect(page.getByText('Pet information saved successfully!')).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Dashboard' }))
  await press(page, page.getByRole('link', { name: 'Edit Moti' }))
  await tabTo(page, page.getByLabel('Pet name'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Motu')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pet information updated successfully!')).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Dashboard' }))
  await press(page, page.getByRole('button', { name: 'Delete Motu' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Logout' }))
  await page.waitForURL(/\/login|\/$/)
})

// APP-14
test('the first key of a page leads past its menu', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Username')).toBeFocused()
})

// APP-14
test('with the keyboard only, a visitor files a complaint and pays for it', async ({ page }) => {
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'File a complaint' }))
  await typeInto(page, {
    'Full name': 'Asha Kulkarni',
    Email: 'asha@example.org',
    Phone: '+91 55500 12345',
  })
  await press(page, page.getByRole('radio', { name: 'Cruelty' }), 'Space')
  await typeInto(page, {
    'Location of incident': 'Kothrud, Pune',
    // A date that is the same in both day-month orders.
    'Date of incident': '01012026',
    Description: 'A dog is chained in the sun without water.',
  })
  await press(page, page.getByRole('button', { name: /^Submit and Pay/ }))
  await press(page, checkoutButton(page, 'Close checkout'))
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Pay/ }))
  await expectFiled(page, () => press(page, checkoutButton(page, 'Pay successfully')))
  await page.waitForURL('/')
})

// APP-14
test('with the keyboard only, a member chooses a plan, registers and pays', async ({ page, site }) => {
  const plan = await aPlan(site, { name: `Keyboard plan ${process.pid}` })
  await openAs(page, site, await signUp(site), '/regular-membership')
  await press(page, page.getByRole('button', { name: `Choose ${plan.name}` }))
  await typeInto(page, { Phone: '+91 55500 54321', Address: '8 Tank Street', 'Why do you want to join?': 'To help.' })
  await press(page, page.getByRole('button', { name: 'Complete Registration' }))
  await expectActive(page, () => press(page, checkoutButton(page, 'Pay successfully')))
  await page.waitForURL('/user')
})
