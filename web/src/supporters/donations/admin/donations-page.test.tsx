import { linkCalls, type PayLink } from '@petsetu/contract/payments/links.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { donationCalls, type ListedDonation } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER } from '../../../../test/fake-server.ts'
import { ADMIN, closePage, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const DONATION: ListedDonation = {
  id: 8,
  user_id: null,
  name: 'Lalita Joshi',
  email: 'lalita@example.org',
  phone: '+91 55500 67890',
  address: '3 Fort Road, Satara',
  purpose: 'Food',
  money_source: 'indian-citizen',
  amount: 1000,
  returned: 0,
  status: 'paid',
  paid_at: '2026-04-10T12:00:00.000Z',
  pan: 'XXXXXX000A',
  receipt_path: '/receipt/aZ09_-aZ09_-aZ09_-aZ09',
}
const OTHER: ListedDonation = { ...DONATION, id: 9, name: 'Manoj Rao', pan: null }

const donations = (given = [DONATION, OTHER]) =>
  new FakeServer()
    .on(donationCalls.listAll, ({ query }) => {
      const data = given.filter(({ name }) => name.toLowerCase().includes(query.search ?? ''))
      return {
        ...succeed(data),
        summary: { today: 1000, this_month: 2000, this_financial_year: 35_000 },
        pagination: { page: 1, limit: 20, total: data.length, last_page: 1 },
      }
    })
    .on(linkCalls.listForDonations, succeed([]))
    .on(donationCalls.showPan, succeed({ pan: 'AAATK0000A' }))

const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })

// DON-1
test('an admin finds a donation by its name', async () => {
  await openPage('/admin/donations', { as: ADMIN, server: donations() })
  await expect.element(rowOf('Manoj Rao')).toBeVisible()
  await page.getByLabelText('Search by name, email or phone').fill('lalita')
  await expect.element(rowOf('Manoj Rao')).not.toBeInTheDocument()
  await expect.element(rowOf('Lalita Joshi')).toMatchTextContent('₹1,000')
})

// DON-1
test('all amounts of the list have paise as soon as one of them has', async () => {
  await openPage('/admin/donations', { as: ADMIN, server: donations([DONATION, { ...OTHER, amount: 250.5 }]) })
  await expect.element(rowOf('Lalita Joshi')).toMatchTextContent('₹1,000.00')
  await expect.element(rowOf('Manoj Rao')).toMatchTextContent('₹250.50')
})

// DON-1, DSK-5
test('a giver with an account leads to it, for an admin who may see accounts', async () => {
  const server = () => donations([DONATION, { ...OTHER, user_id: 7 }])
  const link = rowOf('Manoj Rao').getByRole('link', { name: 'Manoj Rao', exact: true })
  await openPage('/admin/donations', { as: ADMIN, server: server() })
  await expect.element(link).toHaveAttribute('href', '/admin/users/7')
  expect(rowOf('Lalita Joshi').getByRole('link', { name: 'Lalita Joshi', exact: true }).elements()).toEqual([])
  await closePage()
  await openPage('/admin/donations', { as: { ...ADMIN, duties: ['money' as const] }, server: server() })
  await expect.element(rowOf('Manoj Rao')).toBeVisible()
  expect(link.elements()).toEqual([])
})

// LNK-1
test('a donation is asked for by the button beside the title', async () => {
  await openPage('/admin/donations', { as: ADMIN, server: donations() })
  const ask = page.getByRole('button', { name: 'Ask somebody for a donation' })
  await expect.element(ask).toHaveAttribute('aria-expanded', 'false')
  await ask.click()
  const form = page.getByRole('region', { name: 'Ask for a donation' })
  await expect.element(form.getByRole('button', { name: 'Save and make the link' })).toBeVisible()
  await expect.element(rowOf('Manoj Rao')).toBeVisible()
  const topOf = (part: { element: () => Element }) => part.element().getBoundingClientRect().top
  expect(topOf(form)).toBeLessThan(topOf(rowOf('Manoj Rao')))
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(page.getByRole('region', { name: 'Donations asked for' }).elements()).toEqual([])
})

// LNK-1, TRU-5
test('the tick of a donor who is asked goes when the words are in another language', async () => {
  await openPage('/admin/donations', { as: ADMIN, server: donations() })
  await page.getByRole('button', { name: 'Ask somebody for a donation' }).click()
  const form = page.getByRole('region', { name: 'Ask for a donation' })
  const agreed = form.getByLabelText(/^They know what we store/)
  await agreed.click()
  await expect.element(agreed).toBeChecked()
  await form.getByLabelText('Language of the emails').selectOptions('मराठी')
  await expect.element(agreed).not.toBeChecked()
})

// LNK-1
test('the donations that were asked for stand below the list', async () => {
  const asked = sampleOf(linkCalls.listForDonations, { texts: ['Vikram Sethi'] })
  const server = donations().on(linkCalls.listForDonations, asked)
  await openPage('/admin/donations', { as: ADMIN, server })
  const requests = page.getByRole('region', { name: 'Donations asked for' })
  await expect.element(requests.getByText('Vikram Sethi 1')).toBeVisible()
  await expect.element(rowOf('Manoj Rao')).toBeVisible()
  const { bottom } = rowOf('Manoj Rao').element().getBoundingClientRect()
  expect(requests.element().getBoundingClientRect().top).toBeGreaterThan(bottom)
})

const ASKED: PayLink = {
  ...{ id: 4, purpose: 'donation', subject_id: 10, is_renewal: false, payer: 'Vikram Sethi', amount: 5000 },
  ...{ state: 'open', created_at: '2026-01-05T08:00:00.000Z', expires_at: '2026-01-19T08:00:00.000Z' },
  ...{ sent_at: null, sent_by: null, opened_at: null, paid_at: null, revoked_at: null, can_mail: true },
}

// LNK-1
test('open requests come first and are sent from their row, ended ones are folded', async () => {
  const url = `https://pets.example/pay/${'x'.repeat(43)}`
  const revoked: PayLink = { ...ASKED, id: 5, payer: 'Rekha Nair', state: 'revoked', can_mail: false }
  const server = donations()
    .on(linkCalls.listForDonations, succeed([revoked, ASKED]))
    .on(linkCalls.getDonationLink, succeed({ link: ASKED, url, text: 'Please pay', phone: '' }))
    .on(linkCalls.sendForDonation, succeed(ASKED))
  await openPage('/admin/donations', { as: ADMIN, server })
  const requests = page.getByRole('region', { name: 'Donations asked for' })
  const row = requests.getByRole('listitem').first()
  await expect.element(row).toMatchTextContent('Vikram Sethi')
  for (const name of ['Copy the pay link: Vikram Sethi', 'Send it by WhatsApp: Vikram Sethi'])
    await expect.element(row.getByRole('button', { name })).toBeVisible()
  await row.getByRole('button', { name: 'Send it by email: Vikram Sethi' }).click()
  await expect.element(page.getByText('The link goes out by email.')).toBeVisible()
  expect(server.requests(linkCalls.sendForDonation)).toMatchObject([
    { params: { id: 4 }, body: { by: 'mail', token: 'x'.repeat(43) } },
  ])
  const ended = requests.getByText('Rekha Nair')
  await expect.element(ended).not.toBeVisible()
  await requests.getByText('Earlier (1)').click()
  await expect.element(ended).toBeVisible()
  expect(requests.getByRole('button', { name: /Rekha Nair/ }).elements()).toEqual([])
})

// DON-1
test('the list says how much of a donation went back', async () => {
  await openPage('/admin/donations', { as: ADMIN, server: donations([DONATION, { ...OTHER, returned: 400 }]) })
  await expect.element(rowOf('Manoj Rao')).toMatchTextContent('₹1,000₹400 returned')
  await expect.element(rowOf('Lalita Joshi')).not.toMatchTextContent('returned')
})

// DON-1
test('an admin reads what was given today, this month and this year', async () => {
  await openPage('/admin/donations', { as: ADMIN, server: donations() })
  for (const sum of ['₹2,000', '₹35,000']) await expect.element(page.getByText(sum, { exact: true })).toBeVisible()
})

// DON-1
test('an admin sees the whole PAN of a donation after giving a reason', async () => {
  const server = donations()
  await openPage('/admin/donations', { as: ADMIN, server })
  await expect.element(rowOf('Lalita Joshi')).toMatchTextContent('XXXXXX000A')
  await page.getByRole('button', { name: 'Show the PAN of Lalita Joshi' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Why do you need it?').fill('The tax office asked.')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(dialog.getByText('PAN of Lalita Joshi: AAATK0000A')).toBeVisible()
  expect(server.requests(donationCalls.showPan)).toMatchObject([
    { params: { id: 8 }, body: { reason: 'The tax office asked.' } },
  ])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

const head = (name: string) => page.getByRole('columnheader', { name })

// DSK-3
test('donations are sorted by name, amount and day, and the address holds the order', async () => {
  const server = donations()
  await openPage('/admin/donations', { as: ADMIN, server })
  await expect.element(head('Date')).toHaveAttribute('aria-sort', 'descending')
  await head('Date').getByRole('button').click()
  await expect.poll(() => location.search).toBe('?sort=date')
  for (const [name, order] of [
    ['Given by', 'name'],
    ['Amount', 'amount'],
  ] as const) {
    await head(name).getByRole('button').click()
    await expect.poll(() => location.search).toBe(`?sort=${order}`)
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending')
    await head(name).getByRole('button').click()
    await expect.poll(() => location.search).toBe(`?sort=${order}-desc`)
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending')
  }
  await expect.poll(() => server.requests(donationCalls.listAll).at(-1)?.query).toMatchObject({ sort: 'amount-desc' })
})

// DSK-3
test('at 1120 px a PAN and a date take one line, and an address breaks before its @', async () => {
  await setWindow(1120, 800)
  await openPage('/admin/donations', { as: ADMIN, server: donations() })
  await expect.element(rowOf('Lalita Joshi')).toBeVisible()
  const row = rowOf('Lalita Joshi').element()
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!['XXXXXX000A', '10 Apr 2026', 'lalita', '@example.org'].includes(text.textContent ?? '')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    expect(range.getClientRects(), String(text.textContent)).toHaveLength(1)
  }
  expect(row.querySelector('wbr')?.previousSibling?.textContent).toBe('lalita')
})

// RPT-9
test('the donations that the filters select are saved as CSV', async () => {
  const server = donations().on(donationCalls.listCsv, NO_ANSWER)
  await openPage('/admin/donations?search=lalita&year=2026', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const query = { search: 'lalita', financial_year: 2026 }
  await expect.poll(() => server.requests(donationCalls.listCsv)).toMatchObject([{ query }])
})
