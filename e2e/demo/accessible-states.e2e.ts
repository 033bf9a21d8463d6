import { paths } from '@petsetu/contract/paths.ts'
import { expectAccessible, PLAIN_LOOKS, STATE_LOOKS } from '../helpers/axe.ts'
import { chooseInCheckout } from '../helpers/checkout.ts'
import { type Demo, findDemo, openPage, pageNamed } from '../helpers/every-page.ts'
import { addPet, expect, hydrated, logIn, logOut, openAs, openRowMenu, signUp, test } from '../helpers/fixtures.ts'
import { fillComplaint, submitButton } from '../helpers/pay-forms.ts'
import { section, setUp } from '../helpers/set-up-second-factor.ts'

// Page states other than full: loading, failed, empty, with a question, an open menu or an error.

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

/** Requests below these paths are made by scripts; the page itself is not. */
const CALLS = /\/(api|auth|pets|admin)\/|\/pets\?/

const isCall = (request: { resourceType: () => string }) => ['fetch', 'xhr'].includes(request.resourceType())

const FAILING = [
  ['my-pets', 'Failed to fetch pets. Please try again later.'],
  ['edit-pet', 'Failed to fetch pet details. Please try again.'],
  ['my-membership', 'Failed to load membership information'],
  ['all-pets', 'Failed to fetch pets. Please try again.'],
  ['users', 'Failed to fetch users. Please try again.'],
  ['generate-qr', 'Failed to load tags. Please try again.'],
  ['complaints', 'Failed to load complaints. Please try again.'],
  ['complaint-detail', 'Failed to load complaint details. Please try again.'],
  ['plans', 'Failed to load membership plans. Please try again.'],
  ['edit-plan', 'Failed to load membership plan. Please try again.'],
  ['membership-report', 'Failed to load membership report. Please try again.'],
  ['payment-report', 'Failed to load payment report. Please try again.'],
] as const

for (const [name, message] of FAILING) {
  // APP-13, APP-14
  test(`${name} is accessible while it waits and once it has failed`, async ({ page }) => {
    let fail = () => {}
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route(CALLS, async (route) => {
      if (!isCall(route.request())) return route.fallback()
      await failing
      await route.abort()
    })
    await openPage(page, demo, pageNamed(name), { isWaitedFor: false })
    await expect(page.locator('[aria-busy="true"]').first()).toBeAttached()
    await expectAccessible(page, PLAIN_LOOKS)
    fail()
    await expect(page.getByText(message)).toBeVisible()
    await expectAccessible(page, STATE_LOOKS)
  })
}

const NOTHING = [
  ['all-pets', paths.allPets.to({}, { search: 'no such name' }), 'No pets found.'],
  ['generate-qr', paths.generateQr.to({}, { state: 'spent' }), 'No tags found'],
  [
    'membership-report',
    paths.membershipReport.to({}, { start_date: '2001-01-01', end_date: '2001-01-02' }),
    'No memberships found',
  ],
  [
    'payment-report',
    paths.paymentReport.to({}, { start_date: '2001-01-01', end_date: '2001-01-02' }),
    'No payment transactions found',
  ],
  ['complaint-detail', paths.complaintDetail.to({ id: 999_999 }), 'Complaint not found'],
  ['edit-plan', paths.editPlan.to({ id: 999_999 }), 'Membership plan not found'],
  ['receipt', paths.receipt.to({ token: 'x'.repeat(22) }), 'receipt'],
  ['add-pet', paths.petForm.to({}, { tag: 'nonsense' }), 'is not a tag ID'],
] as const

for (const [name, address, message] of NOTHING) {
  // APP-14
  test(`${name} is accessible with nothing to show`, async ({ page }) => {
    await openPage(page, demo, { ...pageNamed(name), address: () => address })
    await expect(page.getByRole('main').getByText(message).first()).toBeVisible()
    await expectAccessible(page, STATE_LOOKS)
  })
}

const DIALOGS = [
  ['my-pets', 'Delete'],
  ['all-pets', 'Delete'],
  ['users', 'Delete'],
  ['users', 'End sessions'],
  ['plans', 'Delete'],
  ['complaint-detail', 'Refund'],
  ['payment-report', 'Refund'],
  ['membership-report', 'Cancel'],
] as const

for (const [name, button] of DIALOGS) {
  // APP-14
  test(`${name} is accessible while it asks before "${button}"`, async ({ page }) => {
    await openPage(page, demo, pageNamed(name))
    const isInMenu = button === 'End sessions'
    const opener = page
      .getByRole('main')
      .getByRole(isInMenu ? 'menuitem' : 'button', { name: new RegExp(`^${button}\\b`) })
      .first()
    if (isInMenu) await openRowMenu(page.getByRole('row', { name: 'meera' }))
    await opener.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, STATE_LOOKS)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    // The menu that held the button is closed.
    const left = isInMenu ? page.getByRole('button', { name: 'Actions for meera' }) : opener
    await expect(left).toBeFocused()
  })
}

const FORMS = [
  ['home', 'Find the pet', /A tag ID has 12/],
  ['login', 'Login', 'Username is required'],
  ['register', 'Register', 'Username is required'],
  ['complaint', /^Submit and/, /is required/],
  ['regular-membership', 'Complete Registration', 'Please select a membership plan'],
  ['add-pet', 'Add Pet', 'Pet name is required'],
  ['account', 'Change password', /required/],
  ['add-plan', 'Save Plan', 'Name is required'],
] as const

for (const [name, button, message] of FORMS) {
  // APP-14
  test(`${name} is accessible with its errors shown, the first of them focused`, async ({ page }) => {
    await openPage(page, demo, pageNamed(name))
    await hydrated(page)
    if (name === 'account') await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(message).first()).toBeVisible()
    await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, STATE_LOOKS)
  })
}

// APP-14
test('the menus are accessible while they are open', async ({ page }) => {
  const [narrow, wide] = [320, 1280].map((width): typeof STATE_LOOKS => [
    { width, colorScheme: 'light' },
    { width, colorScheme: 'dark', rules: 'of looks' },
  ])
  await openPage(page, demo, pageNamed('home'))
  await page.getByText('ABOUT', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'About Founder' })).toBeVisible()
  await expectAccessible(page, wide ?? [])
  await page.setViewportSize({ width: 360, height: 740 })
  for (const name of ['home', 'dashboard']) {
    await openPage(page, demo, pageNamed(name))
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page, narrow ?? [])
  }
})

// APP-14
test('a new owner’s pages are accessible while they are empty', async ({ page, site }) => {
  await logIn(page, await signUp(site))
  await expect(page.getByText("You haven't added any pets yet...")).toBeVisible()
  await expectAccessible(page, PLAIN_LOOKS)
  await page.goto(paths.myMembership.to({}))
  await expect(page.getByText('No membership history found.')).toBeVisible()
  await expectAccessible(page, PLAIN_LOOKS)
})

// PHO-4, PRV-1, APP-14
test('the form of a pet is accessible with a refused photo and what a finder sees', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await openAs(page, site, owner, `/user/pet-form?id=${pet.id}`)
  const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Moti') }
  await page.locator('input[type=file]:not([capture])').setInputFiles(letter)
  await expect(page.getByText('letter.jpg: Only JPEG, PNG or WebP photos are allowed.')).toBeVisible()
  await page.getByText('What a finder sees', { exact: true }).click()
  await expect(page.locator('details', { hasText: 'What a finder sees' }).last()).toContainText('Where it lives')
  await expectAccessible(page, STATE_LOOKS)
})

// PRV-1, APP-14
test('an owner’s pets are accessible with the question what a finder sees', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token, { petName: 'Gauri' })
  await site.sql('update pets set is_shown_due = true where id = $1', [pet.id])
  await openAs(page, site, owner, '/user')
  await expect(page.getByRole('link', { name: 'Choose for Gauri' })).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)
})

// APP-14
test('a complaint is accessible while it is saved and not paid', async ({ page }) => {
  await fillComplaint(page)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)
})

// ACC-6, APP-14
test('the second factor is accessible during set-up, once on, and at the login', async ({ page, site }) => {
  // Four states are looked at, each twice.
  test.slow()
  const owner = await signUp(site)
  await logIn(page, owner)
  await page.goto('/account#second-factor')
  await setUp(page, owner, async () => expectAccessible(page, STATE_LOOKS))
  await section(page).getByRole('button', { name: 'Switch off' }).click()
  await expectAccessible(page, STATE_LOOKS)

  await page.goto('/')
  await logOut(page)
  await page.goto('/login')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Code is required')).toBeVisible()
  await expectAccessible(page, STATE_LOOKS)
})
