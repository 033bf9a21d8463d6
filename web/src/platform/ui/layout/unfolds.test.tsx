import { petImportCalls } from '@petsetu/contract/office/imports.ts'
import { type AuditRow, auditCalls } from '@petsetu/contract/people/audit.ts'
import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { A_PET_FILE, MOTI } from '../../../../test/examples.ts'
import { filingServer } from '../../../../test/filing.ts'
import { ADMIN, OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const PAGES: [address: string, folds: string[]][] = [
  ['/user/pet-form?id=42', ['Health', 'Choose what a finder sees', 'What a finder sees']],
  ['/user/community/new', ['Health']],
]

// APP-14
test.each(PAGES)('what unfolds at %s has the same arrow', async (address, folds) => {
  await setWindow(360, 740)
  const carer = { animals: [], mayRegister: true, isEmailConfirmed: true, wards: [] }
  const server = serverOfSamples()
    .on(petCalls.read, MOTI)
    .on(careCalls.list, [])
    .on(communityCalls.listOwn, succeed(carer))
  await openPage(address, { as: OWNER, server })
  for (const fold of folds) await expectArrow(page.getByText(fold, { exact: true }))
})

// APP-14
test('what unfolds in the complaint form has the same arrow', async () => {
  await setWindow(360, 740)
  await openPage('/complaint', { server: filingServer() })
  for (const fold of ['How it works', 'More details, or hide your name'])
    await expectArrow(page.getByText(fold, { exact: true }))
})

const PLAN_CHANGED: AuditRow = {
  ...sampleOf(auditCalls.list).data[0],
  action: 'plan-changed',
  before: { name: 'Friend', price: 500, description: 'For all', features: 'A card' },
  after: { name: 'Guardian', price: 700, description: 'For everybody', features: 'A letter' },
  personal_fields: [],
} as AuditRow
const ADDRESS = { name: 'address', label: 'Address', is_required: false }
const BREACH = { ...sampleOf(breachCalls.read).data, letters_at: null, closed_at: null }

const ADMIN_PAGES: [address: string, fold: string | RegExp][] = [
  ['/admin', 'Last ten events'],
  ['/admin/settings', 'On this page'],
  ['/admin/consents?purpose=signup', /^Version .*, since /],
  ['/admin/audit', '4 fields'],
  ['/admin/breaches/1', /^English: /],
  ['/admin/complaints/work/new', 'How they reached us, and whether to show the name'],
  ['/admin/complaints/work/new', 'More details, if you know them'],
  ['/admin/complaints/1', 'For the police'],
  ['/admin/settlements', 'Settlements of the month'],
  ['/admin/memberships/plans/add', 'Hindi and Marathi'],
  ['/admin/import/pets/7', /^Not in the file \(/],
]

// APP-14
test.each(ADMIN_PAGES)('what unfolds at %s in the admin area has the same arrow', async (address, fold) => {
  await setWindow(360, 740)
  const pagination = { page: 1, limit: 50, total: 1, last_page: 1 }
  const server = serverOfSamples()
    .on(auditCalls.list, { status: 'success', data: [PLAN_CHANGED], pagination })
    .on(breachCalls.read, succeed(BREACH))
    .on(petImportCalls.read, succeed({ ...A_PET_FILE, fields: [...A_PET_FILE.fields, ADDRESS] }))
  await openPage(address, { as: ADMIN, server })
  await expectArrow(page.getByText(fold).first())
})

async function expectArrow(words: Locator): Promise<void> {
  await expect.element(words).toBeVisible()
  const summary = words.element().closest('summary')
  if (!summary) throw new Error(`${words.element().textContent} does not unfold anything`)
  const { maskImage, width } = getComputedStyle(summary, '::before')
  expect([maskImage, width]).toEqual([expect.stringContaining('icon-choose.svg'), '16px'])
  expect(getComputedStyle(summary).display).not.toBe('list-item')
}
