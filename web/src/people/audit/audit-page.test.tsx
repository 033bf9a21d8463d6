import { type AuditRow, auditCalls } from '@petsetu/contract/people/audit.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'

const ADDED: AuditRow = {
  id: 1,
  at: '2026-01-05T08:00:00.000Z',
  admin: ADMIN.username,
  action: 'plan-created',
  object_kind: 'plan',
  object_id: '3',
  is_there: true,
  before: null,
  after: {
    name: 'Guardian',
    category: 'premium',
    duration_months: 6,
    price: 500,
    description: 'For a year',
    features: 'A badge',
  },
  personal_fields: [],
  reason: null,
  request_id: 'request-1',
}
const CHANGED: AuditRow = { ...ADDED, id: 2, action: 'plan-changed', before: { price: 500 }, after: { price: 750 } }

const EARLIER = { approvalNumber: 'AAATK0000AF20211', approvedFrom: '2021-04-01' }

const rows = page.getByRole('row')
const added = page.getByRole('row', { name: /Plan added/ })

/** Opens the audit of a server that filters by action and admin. */
async function openAudit(search = '') {
  const server = serverOfSamples().on(auditCalls.list, ({ query }) => {
    const data = [CHANGED, ADDED].filter(
      ({ action, admin }) => (query.action ?? action) === action && (query.admin ?? admin) === admin,
    )
    return { status: 'success', data, pagination: { page: 1, limit: 50, total: data.length, last_page: 1 } }
  })
  return openPage(`/admin/audit${search}`, { as: ADMIN, server })
}

// DSK-4
test('the audit is reached from the menu', async () => {
  await openPage('/admin', { as: ADMIN, server: serverOfSamples() })
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
})

// DSK-4
test('the filter of the audit is in the address', async () => {
  const server = await openAudit()
  await page.getByLabelText('Kind of record').selectOptions('Plan')
  await page.getByLabelText('Number or ID').fill('3')
  await expect.poll(() => location.search).toBe('?object_kind=plan&object_id=3')
  await expect
    .poll(() => server.requests(auditCalls.list).at(-1)?.query)
    .toMatchObject({ object_kind: 'plan', object_id: '3' })
})

// DSK-4
test('a row of the audit says who changed a record, what it was and what it is', async () => {
  await openAudit()
  const changed = page.getByRole('row', { name: /Plan changed/ })
  await expect.element(changed).toMatchTextContent(ADMIN.username)
  await expect.element(changed).toMatchTextContent('Price ₹500 → ₹750')
})

// DSK-4, LNG-1
test('what changed has the words of the page, in its language', async () => {
  const row = { ...ADDED, after: { mode: 'cash', purpose: 'complaint', amount_paise: 10_000 } }
  const data: AuditRow[] = [
    { ...row, action: 'desk-payment-taken', object_kind: 'payment' },
    { ...row, id: 2, action: 'camp-work-added', object_kind: 'camp', after: { tag: 'ABCDEFGHJKLM', kind: 'rabies' } },
    { ...row, id: 3, action: 'duties-given', object_kind: 'user', after: { duties: ['pets', 'privacy'] } },
    { ...row, id: 4, action: 'settings-changed', object_kind: 'setting', after: { earlierApprovals: [EARLIER] } },
  ]
  const pagination = { page: 1, limit: 50, total: data.length, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  await openPage('/admin/audit', { as: ADMIN, server, language: 'hi' })
  await expect.element(rows.nth(4)).toMatchTextContent('मंज़ूरी कब से: 1 अप्रैल 2021')
  const shown = page.getByRole('table').element().textContent ?? ''
  for (const stored of ['mode', 'cash', 'purpose', 'complaint', 'kind', 'rabies', 'pets', 'privacy', 'approvedFrom'])
    expect(shown).not.toMatch(new RegExp(`\\b${stored}\\b`))
})

// DSK-4, LNG-1
test('a tag that was given at a camp has its word in the audit', async () => {
  const work = { ...ADDED, action: 'camp-work-added', object_kind: 'camp', after: { kind: 'tag' } } as const
  const pagination = { page: 1, limit: 50, total: 1, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data: [work], pagination })
  await openPage('/admin/audit', { as: ADMIN, server, language: 'hi' })
  await expect.element(rows.nth(1)).toMatchTextContent('टैग')
})

// DSK-4, LNG-1
test('codes of money, members and pets are words in the audit, too', async () => {
  const row = { ...ADDED, after: null }
  const data: AuditRow[] = [
    { ...row, action: 'membership-cancelled', before: { status: 'active' }, after: { status: 'cancelled' } },
    { ...row, id: 2, action: 'cheque-cleared', before: { state: 'pending' }, after: { state: 'cleared' } },
    { ...row, id: 3, action: 'payment-settled', after: { as: 'kept' } },
    { ...row, id: 4, action: 'pet-changed', personal_fields: ['vaccinationDetail'] },
    { ...row, id: 5, action: 'export-downloaded', after: { state: 'held' } },
    { ...row, id: 6, action: 'settings-changed', after: { complaintDueDays: { cruelty: 2 } } },
  ]
  const pagination = { page: 1, limit: 50, total: data.length, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  await openPage('/admin/audit', { as: ADMIN, server, language: 'hi' })
  await expect.element(rows.nth(6)).toMatchTextContent('क्रूरता')
  await expect.element(rows.nth(3)).toMatchTextContent('रखा गया')
  const shown = page.getByRole('table').element().textContent ?? ''
  expect(shown).not.toMatch(/active|cancelled|pending|cleared|kept|vaccination|held|cruelty/)
})

// DSK-4
test('the audit writes financial years and tags as they are written elsewhere', async () => {
  const row = { ...ADDED, before: null }
  const data: AuditRow[] = [
    { ...row, id: 5, action: 'year-locked', object_kind: 'year', object_id: '2025', after: { received: 5_650 } },
    { ...row, id: 6, action: 'camp-work-added', object_kind: 'camp', after: { tag: 'ABCDEFGHJKLM' } },
    { ...row, id: 7, action: 'export-downloaded', object_kind: 'donation', after: { financial_year: 2025 } },
  ]
  const pagination = { page: 1, limit: 50, total: data.length, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  await openPage('/admin/audit', { as: ADMIN, server })
  await expect.element(rows.nth(1)).toMatchTextContent('Financial year 2025-26')
  await expect.element(rows.nth(2)).toMatchTextContent('Tag ABCD-EFGH-JKLM')
  await expect.element(rows.nth(3)).toMatchTextContent('Financial year 2025-26')
})

// DSK-4
test('rows that say the same but for the values are one row, which shows each', async () => {
  const work = { ...ADDED, action: 'camp-work-added', object_kind: 'camp', object_id: '1' }
  const data: AuditRow[] = [
    { ...work, id: 9, after: { tag: 'ABCDEFGHJKLM', kind: 'rabies' } },
    { ...work, id: 8, after: { tag: 'MNPQRSTUVWXY', kind: 'deworming' } },
    { ...work, id: 7, object_id: '2', after: { tag: 'ABCDEFGHJKLM', kind: 'rabies' } },
  ]
  const pagination = { page: 1, limit: 50, total: data.length, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  await openPage('/admin/audit', { as: ADMIN, server })
  const number = rows.nth(1).getByText('2 entries')
  await expect.element(number).toBeVisible()
  expect(rows.elements()).toHaveLength(3)
  await expect.element(rows.nth(2)).toMatchTextContent('Tag ABCD-EFGH-JKLM')
  const tag = rows.nth(1).getByText('MNPQ-RSTU-VWXY')
  await expect.element(tag).not.toBeVisible()
  await number.click()
  await expect.element(tag).toBeVisible()
})

// DSK-4, DSK-5
test.each([
  ['payment', 'Payment 36', '/admin/memberships/reports/payment?payment_id=36'],
  ['complaint', 'Complaint 36', '/admin/complaints/36'],
  ['pet', 'Pet 36', '/admin/pets/edit/36'],
  ['user', 'User 36', '/admin/users/36'],
  ['plan', 'Plan 36', '/admin/memberships/plans/edit/36'],
  ['camp', 'Camp 36', '/admin/camps/36'],
])('a %s leads to the page that shows it, with the duty for that page', async (object_kind, name, address) => {
  const data = [{ ...ADDED, action: 'desk-payment-taken', object_kind, object_id: '36' }]
  const pagination = { page: 1, limit: 50, total: 1, last_page: 1 }
  const audit = () => serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  const link = page.getByRole('link', { name })
  await openPage('/admin/audit', { as: ADMIN, server: audit() })
  await expect.element(link).toHaveAttribute('href', address)
  await closePage()
  await openPage('/admin/audit', { as: { ...ADMIN, duties: ['settings'] }, server: audit() })
  await expect.element(page.getByText(name, { exact: true })).toBeVisible()
  expect(link.elements()).toEqual([])
})

// DSK-4
test('a record that was deleted since leads nowhere', async () => {
  const data = [{ ...ADDED, is_there: false }]
  const pagination = { page: 1, limit: 50, total: 1, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  await openPage('/admin/audit', { as: ADMIN, server })
  await expect.element(page.getByText('Plan 3', { exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: 'Plan 3' }).elements()).toEqual([])
})

// DSK-4
test('many changed fields are shown only on request', async () => {
  await openAudit()
  await expect.element(added.getByText('A badge')).not.toBeVisible()
  await added.getByText('6 fields').click()
  await expect.element(added.getByText('A badge')).toBeVisible()
})

// DSK-4
test('the arrow of the changed fields stands at the middle of their line', async () => {
  await openAudit()
  await expect.element(added.getByText('6 fields')).toBeVisible()
  const fields = added.getByText('6 fields').element()
  const { marginTop, height } = getComputedStyle(fields, '::before')
  const middle = Number.parseFloat(marginTop) + Number.parseFloat(height) / 2
  expect(middle).toBeCloseTo(Number.parseFloat(getComputedStyle(fields).lineHeight) / 2, 1)
})

// DSK-4
test('an action selects its rows', async () => {
  await openAudit()
  await expect.element(rows).toHaveLength(3)
  await page.getByLabelText('Action').selectOptions('Plan changed')
  await expect.element(rows).toHaveLength(2)
})

// DSK-4
test('an address with a filter opens the filtered audit', async () => {
  await openAudit('?action=plan-changed&object_id=3')
  await expect.element(rows).toHaveLength(2)
  await expect.element(page.getByLabelText('Number or ID')).toHaveValue('3')
})

// DSK-3
test('a long reason is a line below its action until the reader opens it', async () => {
  const reason = 'The person called from the number of the account and asked for it. '.repeat(6).trim()
  const pagination = { page: 1, limit: 50, total: 1, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, {
    status: 'success',
    data: [{ ...CHANGED, reason }],
    pagination,
  })
  await page.viewport(1280, 800)
  await openPage('/admin/audit', { as: ADMIN, server })
  const words = page.getByText(reason)
  await expect.element(words).toBeVisible()
  const action = page.getByText('Plan changed', { exact: true }).last().element().getBoundingClientRect()
  expect(words.element().getBoundingClientRect().top).toBeGreaterThan(action.top + 12)
  expect(words.element().getBoundingClientRect().left).toBe(action.left)
  const height = () => rows.nth(1).element().getBoundingClientRect().height
  expect(height()).toBeLessThanOrEqual(44.5)
  await words.click()
  await expect.poll(height).toBeGreaterThan(60)
})

// DSK-4
test('a filter that finds nothing says so, and is cleared', async () => {
  await openAudit('?object_kind=plan')
  await page.getByLabelText('Admin (username)').fill('nobody')
  await expect.element(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(added).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/admin/audit')
})

// DSK-4
test('a period of the audit that ends before it begins says so', async () => {
  const pagination = { page: 1, limit: 50, total: 0, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data: [], pagination })
  await openPage('/admin/audit?from=2026-02-02&to=2026-02-01', { as: ADMIN, server })
  await expect.element(page.getByText('The end date is before the start date', { exact: true })).toBeVisible()
})

// DSK-4, LNG-1
test.each([
  ['en', 'Status Pending → In Progress', 'Amount ₹100', 'Duties Pets and tags, Complaints', 'Duplicate of 3'],
  ['hi', 'स्थिति लंबित → कार्रवाई जारी', 'रकम ₹100', null, 'किसकी दोहराई शिकायत 3'],
] as const)('what changed is written in the words of the pages in %s', async (language, ...words) => {
  const row = { ...ADDED, before: null }
  const data: AuditRow[] = [
    { ...row, id: 5, before: { status: 'pending' }, after: { status: 'in_progress' } },
    { ...row, id: 6, after: { amount_paise: 10_000 } },
    { ...row, id: 7, after: { duties: ['pets', 'cases'] } },
    { ...row, id: 8, after: { duplicate_of: 3 } },
  ]
  const pagination = { page: 1, limit: 50, total: data.length, last_page: 1 }
  const server = serverOfSamples().on(auditCalls.list, { status: 'success', data, pagination })
  await openPage('/admin/audit', { as: ADMIN, server, language })
  for (const [index, sentence] of words.entries()) {
    if (sentence) await expect.element(rows.nth(index + 1)).toMatchTextContent(sentence)
    await expect.element(rows.nth(index + 1)).not.toMatchTextContent(/in_progress|amount_paise|duplicate_of|\[/)
  }
})
