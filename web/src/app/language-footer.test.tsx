import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { serverOfSamples } from '../../test/sample-replies.ts'
import { pageText } from '../platform/languages/page-text.ts'

// LNG-2
test.each([
  [OWNER, '/user/pet-form?tag=ABCD-EFGH-JKLM', 'मराठी', 'mr'],
  [ADMIN, '/admin/pets?search=moti', 'हिन्दी', 'hi'],
] as const)('the language switch of $username keeps what the address says', async (as, address, name, language) => {
  await openPage(address, { as, server: serverOfSamples() })
  const link = page.getByRole('contentinfo').getByRole('link', { name })
  await expect.element(link).toBeVisible()
  // The test would lose its page if the link were followed.
  addEventListener('click', (event) => event.preventDefault(), { once: true })
  await link.click()
  expect((link.element() as HTMLAnchorElement).href).toBe(`${location.origin}${address}&lang=${language}`)
})

// LNG-2
test('a list in another language keeps the search of its address', async () => {
  await openPage('/admin/pets?search=moti&lang=hi', { as: ADMIN, server: serverOfSamples(), language: 'hi' })
  await expect.element(page.getByLabelText(pageText('petList.search'))).toHaveValue('moti')
})
