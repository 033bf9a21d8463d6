import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { ADMIN, addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'

// DSK-2
test('an admin finds a record by the search box', { tag: '@journey' }, async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  const box = page.getByRole('dialog', { name: 'Search' })
  const field = page.getByRole('combobox', { name: 'ID, reference, name, phone or email' })
  await openAs(page, site, ADMIN, '/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type(groupPetId(pet.petId).toLowerCase())
  await expect(box.getByRole('group', { name: 'Exact match' }).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/generate-qr?tag=${pet.petId}`)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(groupPetId(pet.petId))

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await field.fill(owner.email)
  await box.getByRole('option', { name: owner.username }).click()
  await page.waitForURL(/\/admin\/users\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: owner.username })).toBeVisible()
  await expect(page.getByText(owner.email)).toBeVisible()
})
