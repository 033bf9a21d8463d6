import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ADMIN, addPet, expect, logIn, type Site, signUp, test, tokenOf } from './fixtures.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** Looks at the page as it stands in every size and scheme: axe finds nothing, and nothing sticks out sideways. */
async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
    expect(
      violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) })),
      `${page.url()} at ${width} px, ${colorScheme}`,
    ).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${page.url()} at ${width} px`,
    ).toBeLessThanOrEqual(width)
  }
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page)
}

async function aTag(site: Site, token: string): Promise<string> {
  const [petId = ''] = await site.call<string[]>('GET', '/admin/generate-pet-id?numberOfIds=1', null, token)
  return petId
}

test('APP-14 the public pages are accessible, from 320 px up, light and dark', async ({ page, site }) => {
  const admin = await tokenOf(site, ADMIN)
  const pet = await addPet(site, admin, {
    vaccinationDetail: 'Anti-rabies',
    vaccinationDate: '2026-03-31',
    doctorName: 'Dr. Rao',
  })
  for (const address of [
    '/',
    `/pet-detail/${pet.petId}`,
    `/pet-detail/${await aTag(site, admin)}`,
    '/pet-detail/ABCDEFGHJKLM',
    '/complaint',
  ]) {
    await visit(page, address)
  }
})

test('APP-14 the account pages are accessible, with their errors shown', async ({ page }) => {
  for (const [address, button] of [
    ['/login', 'Login'],
    ['/register', 'Register'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, address)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expectAccessible(page)
  }
})

test('APP-14 the user’s pages are accessible, empty, filled and with errors', async ({ page, site }) => {
  const owner = await signUp(site)
  await logIn(page, owner)
  await visit(page, '/user')
  await addPet(site, owner.token)
  for (const address of ['/user', '/user/pet-form', '/user/membership', '/account']) await visit(page, address)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/user/pet-form')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect(page.getByText('Pet name is required')).toBeVisible()
  await expectAccessible(page)
})

test('APP-14 the desk’s pages are accessible', async ({ page, site }) => {
  await addPet(site, await tokenOf(site, ADMIN))
  await logIn(page, ADMIN)
  for (const address of [
    '/admin',
    '/admin/pets',
    '/admin/pets/add',
    '/admin/users',
    '/generate-qr',
    '/admin/complaints',
  ])
    await visit(page, address)
  await page.goto('/generate-qr')
  await page.getByRole('button', { name: 'Generate QR Codes' }).click()
  await expect(page.locator('canvas')).toHaveCount(1)
  await expectAccessible(page)
  await page.goto('/admin/pets')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})
