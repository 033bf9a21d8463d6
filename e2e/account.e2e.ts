import { addPet, arriveHome, expect, hydrated, logIn, logOut, openAs, signUp, test } from './helpers/fixtures.ts'

// APP-3, APP-9, APP-12, AUTH-3, AUTH-4, AUTH-6, AUTH-7, AUTH-12, V14.3.1, V14.3.3, V7.4.1, V7.4.4
test('a visitor signs up, logs in and logs out', { tag: '@journey' }, async ({ page, site }) => {
  const username = `visitor-${process.pid}`
  const email = `${username}@example.org`
  await test.step('the page of nobody in particular leads a visitor home', async () => {
    await page.goto('/dashboard')
    await arriveHome(page)
  })

  await test.step('the sign-up leads to the login', async () => {
    await page.goto('/register')
    await hydrated(page)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill('marigold-7')
    await page.getByLabel('Confirm password').fill('marigold-7')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL('/login')
    await expect(page.getByText('Registration successful! Please login.')).toBeVisible()
    await hydrated(page)
  })

  await test.step('the login refuses a wrong password and takes the right one', async () => {
    await page.getByLabel(/^Password/).fill('wrong-password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Invalid username or password.')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await page.getByLabel(/^Password/).fill('marigold-7')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('/user')
    // A page takes the focus when it arrives.
    await expect(page.getByRole('heading', { level: 1, name: 'My Pets' })).toBeFocused()
  })

  await test.step('the top bar shows a picture that has loaded', async () => {
    const picture = page.getByRole('banner').locator('img[src="/default-avatar.svg"]').first()
    await expect(picture).toBeVisible()
    await expect(picture).toHaveAttribute('alt', '')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(stored)).toEqual(['user'])
  const user = JSON.parse(stored.user ?? '')
  expect(user).toEqual({
    id: expect.any(Number),
    username,
    email,
    role: 'user',
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    avatar: '/default-avatar.svg',
  })

  await test.step('public pages show how to log out, and the logout ends the session', async () => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.goto('/complaint')
    await logOut(page)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    // The browser signs out at once; the server is told a moment later.
    await expect.poll(() => site.call('GET', '/pets', null, user.accessToken).catch(String)).toContain('401')
  })
})

// APP-11, APP-12, AUTH-12, V14.3.1, V7.4.1
test('a logout and a login reach the other tabs', async ({ page, context, site }) => {
  const owner = await signUp(site)
  await openAs(page, site, owner, '/user')
  const token: string = await page.evaluate(() => JSON.parse(localStorage.user).accessToken)
  const other = await context.newPage()
  await other.goto('/user')
  await expect(other.getByRole('heading', { name: 'My Pets' })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/login|\/$/)
  await expect.poll(() => page.evaluate(() => localStorage.length).catch(String)).toBe(0)
  await other.waitForURL(/\/login/)
  await expect.poll(() => site.call('GET', '/pets', null, token).catch(String)).toContain('401')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()

  await logIn(page, owner)
  await other.waitForURL(/\/user/)
})

// ACC-4
test('a login that came from a tag says so and leads back to it', async ({ page, site }) => {
  const owner = await signUp(site)
  const { petId } = await addPet(site, owner.token)
  const shown = petId.match(/.{4}/g)?.join('-')
  await page.goto(`/pet-detail/${petId}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByText(`Please log in. You then return to the tag ${shown}.`)).toBeVisible()
  await page.getByLabel('Username').fill(owner.email)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`/pet-detail/${petId}`)
  await expect(page.getByRole('heading', { name: 'Moti' }).first()).toBeVisible()
})

// APP-12, V14.3.1
test('a logout on a public page leads home at once, whatever the network does', async ({ page, site }) => {
  const person = await signUp(site)
  await openAs(page, site, person, '/lost')
  // Never answered.
  await page.route('**/auth/signout', () => {})
  await page.getByRole('button', { name: 'Logout' }).click()
  // The browser gives the answer up only after 30 seconds.
  await page.waitForURL('/', { waitUntil: 'commit', timeout: 10_000 })
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
})
