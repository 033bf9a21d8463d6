import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { serverOfSamples } from '../../test/sample-replies.ts'

// APP-14, PET-20
test('the form for a pet has a document title of its own for an admin', async () => {
  await openPage('/admin/pets/add', { as: ADMIN, server: serverOfSamples() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fill The Pet Details' })).toBeVisible()
  // The heading is shown a moment before the document gets its title.
  await expect.poll(() => document.title).toBe('Add a pet · PetSetu')
})
