import { ADMIN, arriveHome, expect, fillPet, logIn, signUp, test } from './fixtures.ts'

test('AUTH-1 AUTH-4 the login form says what is missing and what the server refuses, and keeps what was typed', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveAttribute('href', '/register')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel(/^Password/).fill('wrong-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('nobody')
})

test('AUTH-4 AUTH-7 without an answer from the server, login and sign-up say so in the product’s words', async ({
  page,
}) => {
  await page.goto('/login')
  await page.route('**/auth/*', (route) => route.abort())
  await page.getByLabel('Username').fill('meera')
  await page.getByLabel(/^Password/).fill('marigold-7')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible()

  await page.getByRole('link', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible()
  await page.getByLabel('Username').fill('meera')
  await page.getByLabel('Email').fill('meera@example.org')
  await page.getByLabel(/^Password/).fill('marigold-7')
  await page.getByLabel('Confirm password').fill('marigold-7')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('meera@example.org')
})

test('AUTH-5 the sign-up form checks every field before it asks the server', async ({ page }) => {
  await page.goto('/register')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/auth/') && asked.push(request.url()))

  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeVisible()

  await page.getByLabel('Username').fill('arjun')
  await page.getByLabel('Email').fill('arjun-at-example')
  await page.getByLabel(/^Password/).fill('12345')
  await page.getByLabel('Confirm password').fill('12345')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters long').first()).toBeVisible()

  await page.getByLabel('Email').fill('arjun@example.org')
  await page.getByLabel(/^Password/).fill('marigold-7')
  await page.getByLabel('Confirm password').fill('marigold-8')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  expect(asked).toEqual([])
})

test('AUTH-6 AUTH-7 a taken username is refused clearly, a free one leads to the login page with its message', async ({
  page,
  site,
}) => {
  const taken = await signUp(site)
  await page.goto('/register')
  await page.getByLabel('Username').fill(taken.username.toUpperCase())
  await page.getByLabel('Email').fill('somebody-else@example.org')
  await page.getByLabel(/^Password/).fill('marigold-7')
  await page.getByLabel('Confirm password').fill('marigold-7')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Username or email is already in use.')).toBeVisible()

  await page.getByLabel('Username').fill(`${taken.username}-free`)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('/login')
  await expect(page.getByText('Registration successful! Please login.')).toBeVisible()
})

// Also shows AUTH-8, APP-3.
test('AUTH-3 after signing in everybody sees their own home page, and pages for others redirect there', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/dashboard')
  await arriveHome(page)

  const owner = await signUp(site)
  await logIn(page, owner, /\/user$/)
  for (const address of ['/login', '/register', '/dashboard', '/admin', '/generate-qr', '/admin/users']) {
    await page.goto(address)
    await page.waitForURL('/user')
  }

  const adminPage = await (await browser.newContext()).newPage()
  await logIn(adminPage, ADMIN, /\/admin$/)
  for (const address of ['/login', '/register', '/dashboard', '/user', '/user/pet-form']) {
    await adminPage.goto(address)
    await adminPage.waitForURL('/admin')
  }
  await adminPage.context().close()
})

// Also shows APP-5, V3.7.2.
test('APP-4 a protected page asks for a login and comes back, but only to a path of this site', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  for (const address of ['/user', '/user/membership', '/admin', '/admin/pets', '/generate-qr', '/admin/complaints']) {
    await page.goto(address)
    await page.waitForURL(/\/login\?next=/)
  }
  const logInHere = async () => {
    await page.getByLabel('Username').fill(owner.username)
    await page.getByLabel(/^Password/).fill(owner.password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await page.goto('/user/pet-form')
  await page.waitForURL(/\/login\?next=/)
  await logInHere()
  await page.waitForURL('/user/pet-form')

  for (const elsewhere of [
    '//example.org',
    '/\\example.org',
    'https://example.org',
    'javascript:alert(1)',
    '/admin/users',
  ]) {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/login?next=${encodeURIComponent(elsewhere)}`)
    await logInHere()
    await page.waitForURL('/user')
  }
})

test('APP-12 V14.3.3 only the user object is stored, under the key user', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(stored)).toEqual(['user'])
  expect(JSON.parse(stored.user ?? '')).toEqual({
    id: expect.any(Number),
    username: owner.username,
    email: owner.email,
    role: 'user',
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    avatar: '/default-avatar.svg',
  })
})

// Also shows APP-12, AUTH-12, V14.3.1, V7.4.1.
test('APP-11 logout clears the browser, ends the session and reaches the other tabs; a login reaches them too', async ({
  page,
  context,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  const token: string = await page.evaluate(() => JSON.parse(localStorage.user).accessToken)
  const asked = page.waitForRequest((request) => request.url().includes('/pets?'))
  await page.goto('/user')
  expect((await asked).headers().authorization).toBe(`Bearer ${token}`)

  const other = await context.newPage()
  await other.goto('/user')
  await expect(other.getByRole('heading', { name: 'My Pets' })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/login|\/$/)
  await expect.poll(() => page.evaluate(() => localStorage.length).catch(String)).toBe(0)
  await other.waitForURL(/\/login/)
  // The browser signs out at once; the server is told a moment later.
  await expect.poll(() => site.call('GET', '/pets', null, token).catch(String)).toContain('401')

  await logIn(page, owner)
  await other.waitForURL(/\/user/)
})

test('APP-12 a call answered 401 clears the user and leads to the login page, with nothing typed lost', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  const token: string = await page.evaluate(() => JSON.parse(localStorage.user).accessToken)
  await page.goto('/user/pet-form')
  await fillPet(page, 'Half-written')
  await site.call('POST', '/auth/signout', null, token)
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await page.waitForURL(/\/login\?next=/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user')).catch(String)).toBeNull()

  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/user/pet-form')
  await expect(page.getByLabel('Pet name')).toHaveValue('Half-written')
})
