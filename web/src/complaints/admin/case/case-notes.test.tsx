import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseServer } from '../../../../test/case-server.ts'
import { COMPLAINT } from '../../../../test/examples.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'

const unmailed = page.getByText(/^We have no email address: the complainant reads this only with the tracking link\./)
const onItsWay = page.getByText('The note is on its way to the complainant.')

async function send(email: string): Promise<void> {
  const server = caseServer({ ...COMPLAINT, email }).on(caseCalls.addNote, succeed({ id: 9 }))
  await openPage(`/admin/complaints/${COMPLAINT.id}`, { as: ADMIN, server })
  await page.getByLabelText('The complainant sees this').fill('We were there today.')
  await page.getByRole('button', { name: 'Send to the complainant' }).click()
}

// CASE-4, CASE-6
test('a note to somebody without an email address says that no mail goes out', async () => {
  await send('')
  // Beside the field, and once the note is stored.
  await expect.poll(() => unmailed.elements().length).toBeGreaterThan(1)
  expect(onItsWay.elements()).toEqual([])
})

// CASE-4
test('a note to somebody with an address is on its way', async () => {
  await send('complainant@example.org')
  await expect.element(onItsWay).toBeVisible()
  expect(unmailed.elements()).toEqual([])
})
