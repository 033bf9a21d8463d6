import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { aPhoto } from '../server/test/a-photo.ts'
import { checkoutButton } from './helpers/checkout.ts'
import { fileComplaint, referenceOf } from './helpers/complaints.ts'
import { addPet, expect, hydrated, openAs, signUp, test } from './helpers/fixtures.ts'
import { chooseFile, press, tabTo, typeInto } from './helpers/keyboard.ts'
import { mailedCode, mailedLink } from './helpers/mails.ts'
import { aPlan, expectActive, expectFiled } from './helpers/pay-forms.ts'

// These tests use only the keyboard: no click, no focus set by script.

const aFile = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await aPhoto() })

// APP-14
test('with the keyboard only, a visitor signs up and logs in', async ({ page }) => {
  const username = `keyboard-${process.pid}`
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'Login' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  // Only the script tells the next page to take the focus.
  await hydrated(page)
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
  await typeInto(page, { Phone: '+91 55500 54321' })
  await press(page, page.getByRole('button', { name: plan.name }))
  await typeInto(page, { Address: '8 Tank Street', 'Why do you want to join?': 'To help.' })
  await press(page, page.getByRole('button', { name: 'Complete Registration' }))
  await expectActive(page, () => press(page, checkoutButton(page, 'Pay successfully')))
  await page.waitForURL('/user')
})

// APP-14, FND-2
test('with the keyboard only, a finder writes to the owner of a scanned pet', async ({ page, site }) => {
  const { petId } = await addPet(site, (await signUp(site)).token)
  await page.goto(`/pet-detail/${petId}`)
  await press(page, page.getByRole('link', { name: 'I have this pet' }))
  await expect(page.getByRole('heading', { level: 1, name: 'I have Moti' })).toBeVisible()
  await hydrated(page)
  await typeInto(page, { Message: 'Moti is at the temple', 'Where is it now?': 'Parvati' })
  await press(page, page.getByText('Add a photo or your name'))
  await chooseFile(page, page.getByLabel(/^Photo/), await aFile('IMG_1.jpg'))
  await press(page, page.getByRole('button', { name: 'Send to the owner' }))
  await expect(page.getByText('Place: Parvati')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo: You' })).toBeVisible()
})

// APP-14, FND-2
test('with the keyboard only, a finder keeps the link, writes on and reads the answer', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { token } = await signUp(site)
  const { petId } = await addPet(site, token)
  const told = { message: 'Moti is at the temple' }
  const { thread_path } = await site.call<{ thread_path: string }>('POST', `/pet-detail/${petId}/found`, told)
  await page.goto(thread_path)
  await press(page, page.getByRole('button', { name: 'Send me this link' }))
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await typeInto(page, { 'Your message': 'We wait here' })
  await press(page, page.getByText('Add a photo'))
  await chooseFile(page, page.getByLabel(/^Photo/), await aFile('IMG_2.jpg'))
  await tabTo(page, page.getByLabel('Your message'), 'Shift+Tab')
  await press(page, page.getByRole('button', { name: 'Send', exact: true }))
  await expect(page.getByRole('img', { name: 'Photo: You' })).toBeVisible()
  await expect(page.getByRole('log')).toContainText('We wait here')

  const { data } = await site.call<{ data: { id: number }[] }>('GET', '/api/found', null, token)
  const answer = { message: 'I am coming' }
  await site.call('POST', `/api/found/${data[0]?.id}/messages`, answer, token)
  await expect(page.getByRole('log')).toContainText(answer.message)
})

// APP-14, CASE-2
test('with the keyboard only, a complaint is tracked and followed, and a note sent', async ({ page, site }) => {
  const email = `keyboard-follows-${process.pid}@example.org`
  const reference = await referenceOf(site, await fileComplaint(site, { email }))
  await page.goto('/')
  await press(page, page.getByRole('main').getByRole('link', { name: 'Track your complaint' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Track your complaint' })).toBeVisible()
  await typeInto(page, { Reference: reference, Email: email })
  await page.keyboard.press('Enter')
  await typeInto(page, { Code: await mailedCode(site, email) })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Complaint ${reference}` })).toBeVisible()
  await hydrated(page)
  await typeInto(page, { 'Write to us about this complaint': 'The dog has water now.' })
  await press(page, page.locator('summary', { hasText: 'Add a photo or PDF' }))
  await chooseFile(page, page.getByLabel(/^Photo or PDF/), await aFile('water.jpg'))
  await press(page, page.getByRole('button', { name: 'Send', exact: true }))
  const events = page.getByRole('main').getByRole('listitem')
  await expect(events.filter({ hasText: 'You wrote' })).toContainText('The dog has water now.')
  await expect(events.last()).toHaveText(/^You sent a file/)
})

// APP-14, ACC-1
test('with the keyboard only, a forgotten password is replaced', async ({ page, site }) => {
  const { email } = await signUp(site)
  await page.goto('/login')
  await press(page, page.getByRole('link', { name: 'Forgot your password?' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeFocused()
  await typeInto(page, { 'Username or email': email })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'we have sent a link' })).toBeFocused()

  await page.goto(await mailedLink(site, email, 'Choose a new password'))
  const password = 'rain on a tin roof'
  await typeInto(page, { 'New password': password, 'Confirm new password': 'rain on a tin floor' })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Confirm new password')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(password)
  await press(page, page.getByRole('button', { name: 'Save password' }))
  await expect(page.getByText('Your password has been changed. Please log in.')).toBeVisible()
  await typeInto(page, { Username: email, Password: password })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeVisible()
})

// APP-14, PRV-4
test('with the keyboard only, somebody asks about their data', async ({ page, site }) => {
  const email = `keyboard-asks-${process.pid}@example.org`
  await fileComplaint(site, { email })
  await page.goto('/privacy')
  await press(page, page.getByRole('main').locator('a[href="/privacy/request"]').first())
  await typeInto(page, { Email: email })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'we have sent a code' })).toBeFocused()
  await typeInto(page, { Code: await mailedCode(site, email) })
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nominee’s name')).toBeFocused()
  await page.keyboard.type('Ravi Kulkarni')
  await typeInto(page, { 'How we can reach them': '+91 55500 12345', Note: 'My brother.' })
  await press(page, page.getByRole('button', { name: 'Send the request' }))
  await expect(page.getByRole('status').filter({ hasText: 'We have received your request.' })).toBeFocused()
})

// APP-14, LNG-2
test('with the keyboard only, the language changes and what is typed stays', async ({ page, site }) => {
  const [hindi, marathi] = [allTextsIn('hi'), allTextsIn('mr')]
  await page.goto('/register')
  await typeInto(page, { Username: 'asha-of-pune' })
  await press(page, page.getByRole('banner').getByRole('link', { name: languages.hi.name }))
  await expect(page.getByRole('heading', { level: 1, name: hindi('titles.register') })).toBeVisible()
  await expect(page.getByLabel(hindi('labels.username'))).toHaveValue('asha-of-pune')

  await openAs(page, site, await signUp(site), '/user')
  await press(page, page.getByRole('contentinfo').getByRole('link', { name: languages.mr.name }))
  await expect(page.getByRole('heading', { level: 1, name: marathi('titles.myPets') })).toBeVisible()
})
