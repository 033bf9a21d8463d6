import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { Page } from '@playwright/test'
import { ADMIN, addPet, expect, logIn, signUp, test } from './fixtures.ts'

const box = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => page.getByRole('combobox', { name: 'ID, reference, name, phone or e-mail' })

async function atDashboard(page: Page): Promise<void> {
  await logIn(page, ADMIN)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

test('DSK-2 Ctrl-K, ⌘-K and / open the box with the cursor in it, Escape closes it and gives the focus back', async ({
  page,
}) => {
  await atDashboard(page)
  const menu = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' })
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await menu.focus()
    await page.keyboard.press(key)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await expect(menu).toBeFocused()
  }
})

test('DSK-2 in a field / is a letter, and Ctrl-K still opens the box', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/pets')
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await page.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
  await expect(box(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('DSK-2 by keys alone a tag is found and its page opened; a screen reader hears each choice', async ({
  page,
  site,
}) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await atDashboard(page)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(groupPetId(pet.petId).toLowerCase())
  const options = box(page).getByRole('group', { name: 'Exact match' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(box(page).getByRole('status')).toHaveText('2 results')
  for (const [key, active] of [
    ['ArrowDown', 1],
    ['ArrowDown', 0],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(options.nth(active)).toHaveAttribute('aria-selected', 'true')
    await expect(options.nth(1 - active)).toHaveAttribute('aria-selected', 'false')
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await options.nth(active).getAttribute('id')) ?? '',
    )
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`/generate-qr?tag=${pet.petId}`)
  await expect(box(page)).toBeHidden()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(groupPetId(pet.petId))
  await expect(page.getByText('Only the tag that you searched for is shown.')).toBeVisible()
})

test('DSK-2 a name of few letters gets a hint, an unknown one another try, a failed search Try Again', async ({
  page,
}) => {
  await atDashboard(page)
  await page.keyboard.press('/')
  await field(page).fill('ab')
  await expect(box(page).getByText('Type three letters or more of a name, or a whole ID.').last()).toBeVisible()
  await field(page).fill('zzqqyy')
  await expect(box(page).getByText('Nothing found for “zzqqyy”').last()).toBeVisible()
  await expect(box(page).getByText('Check the spelling')).toBeVisible()
  await page.route('**/api/admin/search*', (route) => route.abort())
  await field(page).fill('zzqqyyx')
  await expect(box(page).getByRole('alert')).toContainText('The search failed. Please try again.')
  await page.unroute('**/api/admin/search*')
  await box(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(box(page).getByText('Nothing found for “zzqqyyx”').last()).toBeVisible()
})

test('DSK-2 on a phone a button in the header opens the box, and a tap opens what is found', async ({ page, site }) => {
  const owner = await signUp(site)
  await page.setViewportSize({ width: 360, height: 740 })
  await atDashboard(page)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await field(page).fill(owner.email)
  await box(page).getByRole('option', { name: owner.username }).click()
  await page.waitForURL(/\/admin\/users\?search=/)
  await expect(box(page)).toBeHidden()
})

test('DSK-2 WCAG 2.1.4 with the keys of lists switched off, / opens nothing, and Ctrl-K still the box', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Keys of this list' }).click()
  await page.getByRole('checkbox', { name: 'Keys are on in this browser' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys of this list' })).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)
  // The box is loaded by now, and would open at once.
  await page.keyboard.press('/')
  await expect(box(page)).toHaveCount(0)
})
