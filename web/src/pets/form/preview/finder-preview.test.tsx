import { careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../../test/examples.ts'
import { FakeServer } from '../../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'

// PRV-1
test('the preview shows kind and age in the language of the page', async () => {
  const typed = { ...MOTI, petType: 'कुत्ता', petAge: '3 साल' }
  const server = new FakeServer().on(petCalls.read, typed).on(careCalls.list, [])
  await openPage('/user/pet-form?id=42', { as: OWNER, server })
  const preview = page.getByRole('complementary', { name: 'What a finder sees' })
  await expect.element(preview).toMatchTextContent('Dog')
  await expect.element(preview).toMatchTextContent('3 years')
})
