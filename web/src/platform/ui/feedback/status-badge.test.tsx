import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { shownCompletely } from '../../../../test/page-checks.ts'
import { serverOfSamples } from '../../../../test/sample-replies.ts'

// APP-14
test.each([
  ['street animals', paths.communityAnimals.to({}), 'Status'],
  ['consents', paths.consents.to({}), 'Status'],
  ['imports', paths.imports.to({}), 'State'],
  ['breaches', paths.breaches.to({}), 'State'],
])('the list of %s says each status with a word, an icon and a colour', async (_, address, head) => {
  await openPage(address, { as: ADMIN, server: serverOfSamples() })
  await expect.element(page.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
  await shownCompletely()
  const heads = page.getByRole('columnheader', { name: head, exact: true }).element().closest('tr')?.children ?? []
  const column = [...heads].findIndex((cell) => cell.textContent === head)
  const table = page.getByRole('columnheader', { name: head, exact: true }).element().closest('table')
  const cells = [...(table?.querySelectorAll(`tbody td:nth-child(${column + 1})`) ?? [])]
  expect(cells.length).toBeGreaterThan(0)
  for (const cell of cells) {
    const badge = cell.querySelector('[data-tone]')
    expect(badge?.querySelector('svg')).not.toBeNull()
    expect(badge?.textContent).toMatch(/\p{L}/u)
  }
})
