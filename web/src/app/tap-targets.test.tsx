import { type AuditRow, auditCalls } from '@petsetu/contract/people/audit.ts'
import { consentCalls, type ListedConsent } from '@petsetu/contract/people/consents.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../test/sample-replies.ts'

const pagination = { page: 1, limit: 50, total: 1, last_page: 1 }

const CHANGED: AuditRow = {
  ...sampleOf(auditCalls.list).data[0],
  action: 'plan-changed',
  before: { name: 'Friend', price: 500, description: 'For all', features: 'A card' },
  after: { name: 'Guardian', price: 700, description: 'For everybody', features: 'A letter' },
  personal_fields: [],
} as AuditRow
const FILED = {
  ...sampleOf(consentCalls.list).data[0],
  purpose: 'complaint',
  subject_id: 5,
  subject_name: null,
} as ListedConsent

const server = () =>
  serverOfSamples()
    .on(auditCalls.list, { status: 'success', data: [CHANGED], pagination })
    .on(consentCalls.list, { status: 'success', data: [FILED], pagination })

const TARGETS: [what: string, address: string, target: Locator][] = [
  ['the number of pets of a user', '/admin/users', page.getByRole('link', { name: /^Pets of/ })],
  ['a complaint in the consents', '/admin/consents', page.getByRole('link', { name: 'Complaint 5', exact: true })],
  ['the person of a question about data', '/admin/privacy', page.getByRole('link', { name: 'owner@example.org' })],
  ['the summary of what changed', '/admin/audit', page.getByText('4 fields')],
]

// ADM-4, TRU-2, TRU-5, DSK-4
test.each(TARGETS)('on a phone a finger hits %s', async (_, address, target) => {
  await page.viewport(360, 740)
  await openPage(address, { as: ADMIN, server: server() })
  await expect.element(target.first()).toBeVisible()
  const { width, height } = target.first().element().getBoundingClientRect()
  expect(width).toBeGreaterThanOrEqual(24)
  expect(height).toBeGreaterThanOrEqual(44)
})
