import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { OWNER, openPage } from '../../../test/open-page.tsx'

// PET-2, APP-14
test('kind and age stand beside each other, and below each other on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await openPage('/user/pet-form', { as: OWNER })
  const [kind, age] = [page.getByLabelText('Pet type'), page.getByLabelText('Pet age')]
  await expect.element(age).toBeVisible()
  const top = (field: typeof kind) => field.element().getBoundingClientRect().top
  expect(top(age)).toBe(top(kind))
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(age).toHaveAttribute('aria-invalid', 'true')
  expect(top(age)).toBe(top(kind))
  await page.viewport(360, 740)
  expect(top(age)).toBeGreaterThan(top(kind))
})
