import type { Page } from '@playwright/test'
import { HOSTILE } from '../web/test/hostile-texts.ts'
import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, addPet, expect, openAs, signUp, test, tokenOf } from './helpers/fixtures.ts'

// hostile-text.test.tsx opens the other pages.

const TEXT = HOSTILE[0] ?? ''
const SHORTEST = HOSTILE.at(-1) ?? ''
const fitting = (text: string, max: number) => (text.length <= max ? text : SHORTEST)

const petOf = (text: string) => ({
  petName: text,
  ownerName: text,
  petType: fitting(text, 60),
  petAge: fitting(text, 40),
  treatmentDetail: text,
  vaccinationDetail: text,
  sterilizationDetail: text,
  dewormingDetail: text,
  doctorName: text,
  location: text,
  address: text,
  contactDetails: text,
})

/** No stored text became part of the page's markup, and every link has an allowed address. */
async function expectHarmless(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await page.locator('[data-hostile]').count(), address).toBe(0)
  const links = await page
    .locator('[href], [src], [action]')
    .evaluateAll((all) =>
      all.flatMap((element) => ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? '')),
    )
  expect(
    links.filter((link) => /^\s*(javascript|vbscript|data:text)/i.test(link)),
    address,
  ).toEqual([])
}

// PET-15, API-3, V1.2.1, V1.2.2, V3.2.2
test('the page of a tag shows markup of an owner as text and runs no script', async ({ page, site }) => {
  const dialogs = dialogsOf(page)
  const owner = await signUp(site)
  for (const text of HOSTILE) {
    const { petId } = await addPet(site, owner.token, petOf(text))
    await expectHarmless(page, `/pet-detail/${petId}`)
    expect(await page.locator('main').textContent()).toContain(text)
  }
  expect(dialogs).toEqual([])
})

// PET-15, API-3, V1.2.1, V1.2.2, V3.2.2
test('owners and admins see markup that people write as text, and no script runs', async ({ page, site }) => {
  const dialogs = dialogsOf(page)
  const owner = { username: SHORTEST, password: 'marigold-7', email: 'hostile@example.org' }
  await site.call('POST', '/auth/signup', owner)
  const token = await tokenOf(site, owner)
  const { id } = await addPet(site, token, petOf(TEXT))
  const written = {
    fullname: TEXT,
    type_of_complaint: TEXT,
    location_of_incident: TEXT,
    description: `${TEXT} and more`,
  }
  const complaint = `/admin/complaints/${await fileComplaint(site, written)}`

  await openAs(page, site, owner, '/user')
  for (const address of ['/', `/user/pet-form?id=${id}`]) await expectHarmless(page, address)
  await openAs(page, site, ADMIN, '/admin')
  for (const address of ['/admin/pets', '/admin/users', complaint]) await expectHarmless(page, address)
  expect(await page.locator('main').textContent()).toContain(TEXT)
  expect(dialogs).toEqual([])
  // Other stories have no such account in their lists.
  await site.call('POST', '/api/account/delete', { password: owner.password }, token)
})

/** The dialogs that a script on the page opens. */
function dialogsOf(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  return dialogs
}
