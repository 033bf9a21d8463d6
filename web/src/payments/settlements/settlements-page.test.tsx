import { type SettlementLine, type SettlementSummary, settlementCalls } from '@petsetu/contract/payments/settlements.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const SETTLEMENTS = '/admin/settlements?month=2021-07'

const SETTLED: SettlementLine = {
  key: 'payment pay_Settled',
  at: '2021-07-21T05:00:00.000Z',
  state: 'matched',
  type: 'payment',
  entity_id: 'pay_Settled',
  settlement_id: 'setl_1',
  utr: 'AXISCN0426361116',
  amount: 100,
  fee: 2,
  tax: 0.36,
  net: 97.64,
  ledger_amount: 100,
  payment: 1,
  payer: 'Visitor 14',
  purpose: 'membership',
}
const UNKNOWN: SettlementLine = {
  ...SETTLED,
  key: 'payment pay_Unknown',
  state: 'unknown',
  entity_id: 'pay_Unknown',
  amount: 500,
  fee: 10,
  tax: 1.8,
  net: 488.2,
  ledger_amount: null,
  payment: null,
  payer: null,
  purpose: null,
}
const MISSING: SettlementLine = {
  ...SETTLED,
  key: 'payment pay_Missing',
  at: '2021-07-20T06:00:00.000Z',
  state: 'missing',
  entity_id: 'pay_Missing',
  settlement_id: null,
  utr: null,
  amount: null,
  fee: 0,
  tax: 0,
  net: 0,
  ledger_amount: 250,
  payment: 2,
  payer: 'Kavita Rao',
  purpose: 'complaint',
}

const SUMS = { payments: 600, refunds: 0, other: 0, fee: 12, tax: 2.16, net: 585.84 }
const SUMMARY: SettlementSummary = {
  counts: { matched: 1, different: 0, unknown: 1, missing: 1, other: 0 },
  settled: SUMS,
  not_settled: 250,
  settlements: [{ ...SUMS, settlement_id: 'setl_1', utr: 'UTR1', settled_at: '2021-07-21T05:00:00.000Z', lines: 2 }],
  imported_at: null,
}

function books() {
  return new FakeServer().on(settlementCalls.summary, succeed(SUMMARY)).on(settlementCalls.list, ({ query }) => {
    const data = [UNKNOWN, SETTLED, MISSING].filter(({ state }) => query.state !== 'open' || state !== 'matched')
    return { ...succeed(data), pagination: { page: 1, limit: 20, total: data.length, last_page: 1 } }
  })
}

const aFile = () => new File(['id,amount\r\n1,2\r\n'], 'settlement-recon.csv', { type: 'text/csv' })
const file = page.getByLabelText('CSV file')
const lines = page.getByRole('region', { name: 'Line by line' })
const lineOf = (id: string) => lines.getByRole('row', { name: new RegExp(id) })

// RCP-2
test('a file that is no settlement report is not imported, and the page says why', async () => {
  const why = 'This is not a settlement report: these columns are missing: entity_id.'
  const server = books().on(settlementCalls.import, rejected(422, 'settlement_columns_missing', why))
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  await expect.element(page.getByText(/An import changes no payment\./)).toBeVisible()
  await file.upload(aFile())
  await expect.element(page.getByRole('alert')).toMatchTextContent('these columns are missing: entity_id')
})

// RCP-2
test('each line that is wrong in a settlement report is named', async () => {
  const errors = { 'lines.3': 'Line 3: an amount is not a number', 'lines.4': 'Line 4: settled_at is not a date' }
  const message = 'Nothing was imported: 2 lines of the file cannot be used.'
  const server = books().on(settlementCalls.import, rejected(422, 'settlement_lines_wrong', message, { errors }))
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  await file.upload(aFile())
  for (const text of Object.values(errors)) await expect.element(page.getByText(text)).toBeVisible()
})

// RCP-2
test('an imported report says how many lines are new, and shows its month', async () => {
  const imported = { added: 2, known: 0, waiting: 0, months: ['2021-07'] }
  const server = books().on(settlementCalls.import, succeed(imported))
  await openPage('/admin/settlements', { as: ADMIN, server })
  await file.upload(aFile())
  await expect.element(page.getByText(/New lines: 2\. Known already: 0\./)).toBeVisible()
  await expect.poll(() => location.search).toBe('?month=2021-07')
  await expect.element(lineOf('pay_Settled')).toMatchTextContent('Matched')
  expect(server.requests(settlementCalls.import)[0]?.files.map(({ name }) => name)).toEqual(['settlement-recon.csv'])
})

// RCP-2
test('the same report can be chosen again, and its lines are known already', async () => {
  const server = books().on(settlementCalls.import, succeed({ added: 2, known: 0, waiting: 0, months: ['2021-07'] }))
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  await file.upload(aFile())
  await expect.element(page.getByText(/New lines: 2\. Known already: 0\./)).toBeVisible()
  server.on(settlementCalls.import, succeed({ added: 0, known: 2, waiting: 0, months: ['2021-07'] }))
  await file.upload(aFile())
  await expect.element(page.getByText(/New lines: 0\. Known already: 2\./)).toBeVisible()
})

// RCP-2
test('a month that has just begun, without a settlement, leads to the month before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2021-07-31T18:31:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const empty = { ...succeed<SettlementLine[]>([]), pagination: { page: 1, limit: 20, total: 0, last_page: 1 } }
  await openPage('/admin/settlements', { as: ADMIN, server: books().on(settlementCalls.list, empty) })
  await expect.element(lines.getByText('Nothing has been settled this month yet.')).toBeVisible()
  const before = lines.getByRole('link', { name: 'Show July 2021' })
  await expect.element(before).toHaveAttribute('href', '/admin/settlements?month=2021-07')
})

// RCP-2
test('the import is folded once something has been imported', async () => {
  const summary = { ...SUMMARY, imported_at: '2021-07-22T05:00:00.000Z' }
  await openPage(SETTLEMENTS, { as: ADMIN, server: books().on(settlementCalls.summary, succeed(summary)) })
  await expect.element(page.getByText(/Last import: 22 July 2021/)).toBeVisible()
  await expect.element(file).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Import a settlement report' }).click()
  await expect.element(file).toBeVisible()
})

// RCP-2
test('a month shows each line beside the books, and the sum of each settlement', async () => {
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  await expect.element(lineOf('pay_Settled')).toMatchTextContent('Matched')
  await expect.element(lineOf('pay_Unknown')).toMatchTextContent('Only in the report')
  await expect.element(lineOf('pay_Missing')).toMatchTextContent('Not reported yet')
  await expect.element(lineOf('pay_Missing')).toMatchTextContent('₹250')
  await expect.element(page.getByRole('region', { name: 'Settlements of the month' })).toMatchTextContent('₹585.84')
})

// RCP-2, JRN-8
test('on a phone the settlements of the month are folded above the lines', async () => {
  await setWindow(360, 740)
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  const sum = page.getByText('₹585.84').last()
  await expect.element(lineOf('pay_Settled')).toBeVisible()
  await expect.element(sum).not.toBeVisible()
  await page.getByRole('heading', { name: 'Settlements of the month' }).click()
  await expect.element(sum).toBeVisible()
})

// RCP-2, JRN-8
test('on a phone month and lines are chosen behind one button beside the order', async () => {
  await setWindow(360, 740)
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  await expect.element(lineOf('pay_Settled')).toBeVisible()
  const filters = page.getByRole('button', { name: 'Filters (1)', exact: true })
  const order = page.getByLabelText('Sort by').element().getBoundingClientRect()
  expect(order.top).toBe(filters.element().getBoundingClientRect().top)
  await expect.element(page.getByText('July 2021', { exact: true }).last()).toBeVisible()
  await expect.element(page.getByLabelText('Month', { exact: true })).not.toBeVisible()
  await filters.click()
  await page.getByLabelText('Show', { exact: true }).selectOptions('To look into')
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await expect.element(lineOf('pay_Settled')).not.toBeInTheDocument()
})

// RCP-2
test('all amounts of a column have paise as soon as one has, and a true minus sign', async () => {
  const refund = { ...SETTLED, key: 'refund rfnd_1', type: 'refund', entity_id: 'rfnd_1', ledger_amount: 100.5 }
  const server = books().on(settlementCalls.list, {
    ...succeed([refund, SETTLED]),
    pagination: { page: 1, limit: 20, total: 2, last_page: 1 },
  })
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  await expect.element(lineOf('rfnd_1')).toMatchTextContent('−₹100−₹100.50')
  await expect.element(lineOf('pay_Settled')).toMatchTextContent('₹100.00')
})

// RCP-2
test('a line names who paid and for what above its id, which leads to the payment', async () => {
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  const name = lineOf('pay_Missing').getByText('Kavita Rao · Filing fee', { exact: true })
  await expect.element(name).toBeVisible()
  const id = lineOf('pay_Missing').getByRole('link', { name: 'pay_Missing', exact: true })
  await expect.element(id).toHaveAttribute('href', '/admin/memberships/reports/payment?payment_id=2')
  const { top, height } = id.element().getBoundingClientRect()
  expect(top + height / 2).toBeGreaterThan(name.element().getBoundingClientRect().bottom)
  expect(height).toBeGreaterThanOrEqual(24)
  expect(lineOf('pay_Missing').element().getBoundingClientRect().height).toBeLessThanOrEqual(44.5)
  await expect.element(lineOf('pay_Settled')).toMatchTextContent('Visitor 14 · Membershippay_Settled')
  const unknown = lineOf('pay_Unknown').getByRole('cell').first()
  await expect.element(unknown).toHaveTextContent('pay_Unknown')
})

// RCP-2, CASE-5
test('a withheld name leaves the purpose alone, and an erased one a word for it', async () => {
  const server = books().on(settlementCalls.list, {
    ...succeed([
      { ...SETTLED, payer: '' },
      { ...MISSING, payer: 'Unknown' },
    ]),
    pagination: { page: 1, limit: 20, total: 2, last_page: 1 },
  })
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  await expect.element(lineOf('pay_Settled').getByText('Membership', { exact: true })).toBeVisible()
  await expect.element(lineOf('pay_Missing').getByText('Unknown · Filing fee', { exact: true })).toBeVisible()
})

// RCP-2
test('a refund says so above its id, and its row stays low', async () => {
  const refund = { ...SETTLED, key: 'refund rfnd_Settled', type: 'refund', entity_id: 'rfnd_Settled' }
  const server = books().on(settlementCalls.list, {
    ...succeed([refund, SETTLED]),
    pagination: { page: 1, limit: 20, total: 2, last_page: 1 },
  })
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  await expect.element(lineOf('rfnd_Settled')).toBeVisible()
  expect(lineOf('pay_Settled').getByText('Payment', { exact: true }).elements()).toEqual([])
  const id = lineOf('rfnd_Settled').getByRole('link', { name: 'rfnd_Settled' }).element()
  const kind = lineOf('rfnd_Settled').getByText('Refund · Visitor 14 · Membership', { exact: true }).element()
  const { top, height } = id.getBoundingClientRect()
  expect(kind.getBoundingClientRect().bottom).toBeLessThanOrEqual(top + height / 2)
  expect(Number.parseFloat(getComputedStyle(id).fontSize)).toBeLessThan(
    Number.parseFloat(getComputedStyle(kind).fontSize),
  )
  expect(lineOf('rfnd_Settled').element().getBoundingClientRect().height).toBeLessThanOrEqual(44.5)
})

// RCP-2, JRN-8
test('on a phone a line is a low card with its amount as the title', async () => {
  await setWindow(360, 740)
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  const line = lineOf('pay_Unknown')
  await expect.element(line).toBeVisible()
  const title = line.element().querySelector<HTMLElement>('[data-card="title"]')
  expect(title?.innerText.trim()).toBe('₹500')
  const { fontFamily, fontSize } = getComputedStyle(line.getByText('pay_Unknown', { exact: true }).element())
  expect([fontFamily, fontSize]).toEqual([expect.stringContaining('monospace'), '12px'])
  expect(line.element().getBoundingClientRect().height).toBeLessThanOrEqual(120)
})

// RCP-2, DSK-3
test('lines to look into come first, until another order is chosen', async () => {
  const server = books()
  await openPage(SETTLEMENTS, { as: ADMIN, server })
  const state = lines.getByRole('columnheader', { name: 'Comparison' })
  await expect.element(state).toHaveAttribute('aria-sort', 'ascending')
  expect(server.requests(settlementCalls.list).at(-1)?.query).toMatchObject({ sort: 'status' })
  await lines.getByRole('columnheader', { name: 'Date' }).getByRole('button').click()
  await expect.poll(() => server.requests(settlementCalls.list).at(-1)?.query).toMatchObject({ sort: 'date' })
  expect(location.search).toBe('?month=2021-07&sort=date')
})

// RCP-2
test('the sum of what is not in a report yet leads to its lines, under one name', async () => {
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  const missing = page.getByRole('link', { name: 'Not reported yet', exact: true })
  await missing.click()
  await expect.poll(() => location.search).toBe('?month=2021-07&state=missing')
  await expect.element(page.getByLabelText('Show')).toHaveDisplayValue('Not reported yet')
  await expect.element(missing).toBeVisible()
})

// RCP-2
test('without a line that is not in a report yet, its sum leads nowhere', async () => {
  const summary = { ...SUMMARY, counts: { ...SUMMARY.counts, missing: 0 }, not_settled: 0 }
  await openPage(SETTLEMENTS, { as: ADMIN, server: books().on(settlementCalls.summary, succeed(summary)) })
  await expect.element(page.getByText('₹0', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Not reported yet' })).not.toBeInTheDocument()
})

// RCP-2
test('a treasurer sees only the lines to look into', async () => {
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  await expect.element(lineOf('pay_Settled')).toBeVisible()
  await page.getByLabelText('Show').selectOptions('To look into')
  await expect.element(lineOf('pay_Settled')).not.toBeInTheDocument()
  await expect.element(lineOf('pay_Unknown')).toMatchTextContent('Only in the report')
  expect(location.search).toBe('?month=2021-07&state=open')
})

// RCP-2
test('the address keeps the month and the lines that a treasurer looks at', async () => {
  await openPage(`${SETTLEMENTS}&state=open`, { as: ADMIN, server: books() })
  await expect.element(lineOf('pay_Missing')).toMatchTextContent('₹250')
  await expect.element(lineOf('pay_Settled')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Show')).toHaveDisplayValue('To look into')
})

// RCP-2, RPT-9
test('a treasurer saves the lines of the month and state that are shown', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => saved.mockRestore())
  const server = books().on(settlementCalls.csv, 'a table')
  await openPage(`${SETTLEMENTS}&state=open`, { as: ADMIN, server })
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect.poll(() => saved.mock.contexts.length).toBe(1)
  expect(server.requests(settlementCalls.csv)[0]?.query).toMatchObject({ month: '2021-07', state: 'open' })
})

// RCP-2, DSK-3
test('a row has the end of a long UTR in one line, and all of it to read out', async () => {
  await openPage(SETTLEMENTS, { as: ADMIN, server: books() })
  await expect.element(lineOf('pay_Settled')).toMatchTextContent('AXISCN0426361116')
  const utr = lines.getByTitle('AXISCN0426361116').first().element()
  const { height, width } = utr.getBoundingClientRect()
  expect(height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(utr).lineHeight))
  expect(width).toBeLessThan(70)
})
