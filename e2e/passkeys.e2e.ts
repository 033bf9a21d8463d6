import type { BrowserContext, Page } from '@playwright/test'
import { expect, hydrated, logOut, signUp, test } from './helpers/fixtures.ts'

// Browsers have passkeys for names only, and the others use the address of the program.
test.use({
  settings: { PUBLIC_URL: 'http://localhost:{port}' },
  baseURL: ({ site }, use) => use(site.url.replace('127.0.0.1', 'localhost')),
})

/** Gives the page an authenticator that has the person's finger on it all the time. */
async function plugIn(context: BrowserContext, page: Page): Promise<void> {
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const isAccount = (url: URL) => url.pathname === '/account'

// KEY-1
test('somebody adds a passkey, logs in with it, and removes it', { tag: '@journey' }, async ({
  page,
  context,
  site,
}) => {
  const owner = await signUp(site)
  await plugIn(context, page)
  await page.goto('/login?next=/account')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(isAccount)

  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Change Passkeys' }).click()
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabel('Name of the passkey').fill('My phone')
  await passkeys.getByLabel('Password').fill(owner.password)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('My phone')

  await page.goto('/')
  await logOut(page)
  // The field of the username offers the passkey, and the finger takes it.
  await page.goto('/login?next=/account')
  await page.waitForURL(isAccount)
  await page.goto('/')
  await logOut(page)
  await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable'))
  await page.goto('/login?next=/account')
  await hydrated(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(isAccount)
  await passkeys.getByRole('button', { name: 'Change Passkeys' }).click()
  await expect(passkeys.getByText(/^Last used/)).toBeVisible()

  await passkeys.getByRole('button', { name: 'Remove My phone' }).click()
  await passkeys.getByLabel('Password').fill(owner.password)
  await passkeys.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible()
})
