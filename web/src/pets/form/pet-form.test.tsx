import { careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

// PET-2, APP-14
test('kind and age stand beside each other, and below each other on a phone', async () => {
  await openPage('/user/pet-form', { as: OWNER })
  const [kind, age] = [page.getByLabelText('Pet type'), page.getByLabelText('Pet age')]
  await expect.element(age).toBeVisible()
  const top = (field: typeof kind) => field.element().getBoundingClientRect().top
  expect(top(age)).toBe(top(kind))
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(age).toHaveAttribute('aria-invalid', 'true')
  expect(top(age)).toBe(top(kind))
  await setWindow(360, 740)
  expect(top(age)).toBeGreaterThan(top(kind))
})

// CAR-2, CAR-3
test('a later vaccination does not keep the end of the one before', async () => {
  const vaccination = { vaccinationDetail: 'Anti-rabies', vaccinationDate: '2025-09-01' }
  const pet = { ...MOTI, ...vaccination, vaccinationValidUntil: '2026-09-01' }
  const server = new FakeServer().on(petCalls.read, pet).on(careCalls.list, []).on(petCalls.update, pet)
  await openPage(`/user/pet-form?id=${MOTI.id}`, { as: OWNER, server })
  await page.getByRole('heading', { name: 'Health', exact: true }).click()
  await page.getByLabelText('Vaccination date').fill('2026-11-20')
  await expect.element(page.getByLabelText('Vaccination valid until')).toHaveValue('2027-11-20')
  await page.getByRole('button', { name: 'Update Pet' }).click()
  await expect.poll(() => server.requests(petCalls.update)).toHaveLength(1)
  expect(server.requests(petCalls.update)[0]?.body).toMatchObject({ vaccinationValidUntil: '2027-11-20' })
})
