import type { Duty } from '@petsetu/contract/people/duties.ts'
import { type CorrectableRecord, correctionCalls } from '@petsetu/contract/people/privacy.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseServer } from '../../../../test/case-server.ts'
import { COMPLAINT } from '../../../../test/examples.ts'
import { rejected } from '../../../../test/fake-server.ts'
import { keptTexts } from '../../../../test/kept-texts.ts'
import { ADMIN, closePage, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const DONOR: CorrectableRecord = {
  purpose: 'donation',
  id: 9,
  version: 1,
  name: 'Lalita Wrong',
  email: 'lalita@example.org',
  phone: '+91 55500 67890',
  address: '3 Fort Road, Satara',
  pan: 'XXXXXX234F',
  is_withheld: false,
  is_erased: false,
  receipt: { number: 'R-2026-27-000001', path: '/receipt/x', first_path: null },
  corrections: [],
}

const form = page.getByRole('form', { name: 'Correction' })
const open = (server: ReturnType<typeof serverOfSamples>) =>
  openPage('/admin/privacy/correct/donation/9', { as: ADMIN, server })

// TRU-2
test('an admin corrects a name with a reason, and sends only what was changed', async () => {
  let stored = DONOR
  const server = serverOfSamples()
    .on(correctionCalls.read, () => succeed(stored))
    .on(correctionCalls.correct, () => {
      const change = { id: 1, field: 'name' as const, before: 'Lalita Wrong', after: 'Lalita Right' }
      const told = { reason: 'She called', by: 'asha', at: '2026-01-05T08:00:00.000Z' }
      const receipt = { number: 'R-2026-27-000001', path: '/receipt/x', first_path: '/receipt/x?copy=first' }
      stored = { ...DONOR, name: 'Lalita Right', version: 2, receipt, corrections: [{ ...change, ...told }] }
      return succeed(stored)
    })
  await open(server)
  await page.getByLabelText('Name').fill('Lalita Right')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  expect(server.requests(correctionCalls.correct)).toEqual([])
  await page.getByLabelText(/^Reason/).fill('She called')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  const list = page.getByRole('region', { name: 'Corrections so far' })
  await expect.element(list).toMatchTextContent('Name: Lalita Wrong → Lalita Right')
  await expect.element(form.getByRole('link', { name: 'As first issued' })).toBeVisible()
  expect(server.requests(correctionCalls.correct)).toMatchObject([{ body: { version: 1, reason: 'She called' } }])
  expect(Object.keys(server.requests(correctionCalls.correct)[0]?.body ?? {}).toSorted()).toEqual([
    'name',
    'reason',
    'version',
  ])
})

// TRU-2
test('a stored PAN is removed only if the admin ticks it', async () => {
  const server = serverOfSamples()
    .on(correctionCalls.read, () => succeed(DONOR))
    .on(correctionCalls.correct, () => succeed({ ...DONOR, pan: null, version: 2 }))
  await open(server)
  await page.getByRole('checkbox', { name: 'Remove the stored PAN' }).click()
  await page.getByLabelText(/^Reason/).fill('It is her brother’s')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect.element(page.getByText(/None is stored/)).toBeVisible()
  expect(server.requests(correctionCalls.correct)).toMatchObject([{ body: { pan: null } }])
})

// TRU-2
test('a withheld name is not shown to the admin who corrects it', async () => {
  const withheld = { ...DONOR, is_withheld: true, name: null, email: null, phone: null, receipt: null }
  await open(serverOfSamples().on(correctionCalls.read, () => succeed(withheld)))
  await expect.element(page.getByText(/The name is withheld/)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Correct donation 9', exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Name')).toHaveValue('')
})

// TRU-2
test('form and corrections begin at one height, and the form with the receipt', async () => {
  await open(serverOfSamples().on(correctionCalls.read, () => succeed(DONOR)))
  const topOf = (name: string) =>
    page.getByRole('heading', { level: 2, name, exact: true }).element().getBoundingClientRect().top
  const receipt = form.getByRole('link', { name: 'R-2026-27-000001' })
  await expect.element(receipt).toBeVisible()
  expect(topOf('Corrections so far')).toBe(topOf('Correction'))
  expect(receipt.element().getBoundingClientRect().top).toBeGreaterThan(topOf('Corrections so far'))
  const name = form.getByLabelText('Name').element().getBoundingClientRect()
  expect(receipt.element().getBoundingClientRect().bottom).toBeLessThan(name.top)
})

// TRU-2
test.each([
  ['complaint', 'Correct complaint 9, Lalita Wrong'],
  ['membership', 'Correct membership 9, Lalita Wrong'],
  ['donation', 'Correct donation 9, Lalita Wrong'],
] as const)('the title of the correction of a %s names the record and its person', async (purpose, title) => {
  const server = serverOfSamples().on(correctionCalls.read, () => succeed({ ...DONOR, purpose }))
  await openPage(`/admin/privacy/correct/${purpose}/9`, { as: ADMIN, server })
  await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  expect(document.title).toBe(`${title} · PetSetu`)
})

// TRU-2
test('the correction of a complaint names its reference, not its number', async () => {
  const record = { ...DONOR, purpose: 'complaint' as const, reference: 'PS-2026-00009-K' }
  await openPage('/admin/privacy/correct/complaint/9', {
    as: ADMIN,
    server: serverOfSamples().on(correctionCalls.read, () => succeed(record)),
  })
  const title = 'Correct complaint PS-2026-00009-K, Lalita Wrong'
  await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  const back = page.getByRole('main').getByRole('link', { name: 'Complaint PS-2026-00009-K' })
  await expect.element(back).toHaveAttribute('href', '/admin/complaints/9')
})

// TRU-2
test('on a phone neither the reference nor the receipt number of a correction breaks', async () => {
  await setWindow(360, 740)
  const receipt = { number: 'R-TEST-2026-27-000016', path: '/receipt/x', first_path: null }
  const record = {
    ...DONOR,
    purpose: 'complaint' as const,
    reference: 'PS-2026-00008-K',
    name: 'Complainant 3',
    receipt,
  }
  await openPage('/admin/privacy/correct/complaint/9', {
    as: ADMIN,
    server: serverOfSamples().on(correctionCalls.read, () => succeed(record)),
  })
  await expect.element(form).toBeVisible()
  for (const number of [/^PS-2026-00008-K,$/, receipt.number]) {
    const range = new Range()
    range.selectNodeContents(page.getByRole('main').getByText(number).element())
    expect(range.getClientRects()).toHaveLength(1)
  }
})

// TRU-2, APP-14
test('Cancel takes back what was typed in a correction', async () => {
  await open(serverOfSamples().on(correctionCalls.read, () => succeed(DONOR)))
  await page.getByLabelText('Name').fill('Lalita Right')
  await page.getByRole('checkbox', { name: 'Remove the stored PAN' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Lalita Wrong')
  await expect.element(page.getByRole('checkbox', { name: 'Remove the stored PAN' })).not.toBeChecked()
})

// TRU-2
test('an erased record has no form to correct it', async () => {
  await open(serverOfSamples().on(correctionCalls.read, () => succeed({ ...DONOR, is_erased: true })))
  await expect.element(page.getByText(/nothing left to correct/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save the correction' })).not.toBeInTheDocument()
})

// TRU-2
test('who corrects a record that was corrected meanwhile sees both, and saves anew', async () => {
  const elsewhere = { ...DONOR, version: 2, name: 'Lalita Joshi', phone: '+91 55500 00000' }
  const server = serverOfSamples()
    .on(correctionCalls.read, () => succeed(DONOR))
    .on(correctionCalls.correct, ({ body }) =>
      body.version === 2
        ? succeed({ ...elsewhere, version: 3, name: 'Lalita Right' })
        : rejected(409, 'changed_meanwhile', 'Somebody has corrected this meanwhile.', { current: elsewhere }),
    )
  await open(server)
  await page.getByLabelText('Name').fill('Lalita Right')
  await page.getByLabelText(/^Reason/).fill('She called')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect.element(page.getByRole('radio', { name: 'Saved meanwhile: Lalita Joshi' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('+91 55500 00000')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect.element(page.getByLabelText(/^Reason/)).toHaveValue('')
  expect(server.requests(correctionCalls.correct).map(({ body }) => body)).toEqual([
    { version: 1, name: 'Lalita Right', reason: 'She called' },
    { version: 2, name: 'Lalita Right', reason: 'She called' },
  ])
})

// TRU-2, APP-12
test('a correction that nobody saved is back after a reload, without its PAN', async () => {
  const opening = () => open(serverOfSamples().on(correctionCalls.read, () => succeed(DONOR)))
  await opening()
  await page.getByLabelText('New PAN').fill('ABCDE1234F')
  await page.getByLabelText(/^Reason/).fill('She called in the morning')
  await expect.poll(keptTexts).toContain('She called in the morning')
  expect(await keptTexts()).not.toContain('ABCDE1234F')
  await closePage()
  await opening()
  await expect.element(page.getByLabelText(/^Reason/)).toHaveValue('She called in the morning')
  await expect.element(page.getByLabelText('New PAN')).toHaveValue('')
})

/** The weight of an entry of the menu, which marks where one is. */
function weightOf(name: string): string {
  const menu = page.getByRole('navigation', { name: 'Administration' })
  return getComputedStyle(menu.getByRole('link', { name }).element()).fontWeight
}

// TRU-2
test('from the correction of a complainant, Back leads to the case and its filter', async () => {
  const record = { ...DONOR, purpose: 'complaint' as const, id: COMPLAINT.id }
  const server = caseServer().on(correctionCalls.read, () => succeed(record))
  await openPage(`/admin/complaints/${COMPLAINT.id}?search=wren`, { as: ADMIN, server })
  await page.getByRole('link', { name: `Correct these details: ${COMPLAINT.fullname}` }).click()
  await expect.element(page.getByLabelText('Name')).toBeVisible()
  expect(weightOf('Complaints')).toBe('600')
  expect(weightOf('Privacy requests')).toBe('400')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/admin/complaints/${COMPLAINT.id}?search=wren`)
  await expect.element(page.getByRole('link', { name: `Correct these details: ${COMPLAINT.fullname}` })).toBeVisible()
})

// TRU-2
test('the correction of a complainant that was opened by its address leads to the case', async () => {
  const record = { ...DONOR, purpose: 'complaint' as const, id: COMPLAINT.id }
  for (const [duties, name, href] of [
    [['cases', 'privacy'], `Complaint ${COMPLAINT.id}`, `/admin/complaints/${COMPLAINT.id}`],
    [['privacy'], 'Privacy requests', '/admin/privacy'],
  ] satisfies [Duty[], string, string][]) {
    // The account that a server replies with has the duties of its first page.
    const server = caseServer().on(correctionCalls.read, () => succeed(record))
    await openPage(`/admin/privacy/correct/complaint/${COMPLAINT.id}`, { as: { ...ADMIN, duties }, server })
    const back = page.getByRole('main').getByRole('link', { name })
    await expect.element(back).toHaveAttribute('href', href)
    await expect.element(page.getByLabelText('Name')).toBeVisible()
    await expect.poll(() => weightOf('Privacy requests')).toBe(href === '/admin/privacy' ? '600' : '400')
    await closePage()
  }
})

// TRU-2
test('a correction that was opened by its address leads back to the requests', async () => {
  await open(serverOfSamples().on(correctionCalls.read, () => succeed(DONOR)))
  const back = page.getByRole('main').getByRole('link', { name: 'Privacy requests' })
  await expect.element(back).toHaveAttribute('href', '/admin/privacy')
  await expect.element(page.getByLabelText('Name')).toBeVisible()
})
