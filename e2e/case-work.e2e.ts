import type { Page } from '@playwright/test'
import { fileComplaint } from './complaints.ts'
import { ADMIN, expect, logIn, test, tokenOf } from './fixtures.ts'

// Cases that it closes would stand in the lists of other tests.
test.use({ ownProgram: 'case-work' })

let count = 0

const aPerson = () => ({ fullname: `Case ${process.pid}-${++count}`, email: `case${count}@example.org` })

async function open(page: Page, id: number, search = ''): Promise<void> {
  await logIn(page, ADMIN)
  await page.goto(`/admin/complaints/${id}${search}`)
  await expect(page.getByRole('heading', { level: 1, name: `Complaint ${id}`, exact: true })).toBeVisible()
}

const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem')

test('CASE-4 the story comes first; priority, due day and assignee are saved, and the history says who and when', async ({
  page,
  site,
}) => {
  const id = await fileComplaint(site, aPerson())
  await open(page, id)
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('Description')
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+919822044556')
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/919822044556')
  await expect(page.getByRole('option', { name: ADMIN.username })).toBeAttached()
  await page.getByLabel('Assigned to').selectOption(ADMIN.username)
  await page.getByLabel('Priority').selectOption('High')
  await page.getByLabel('Due day').fill('2026-12-31')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The case has been saved.')).toBeVisible()
  await expect(history(page).filter({ hasText: 'Normal → High' })).toContainText(ADMIN.username)
  await expect(history(page).filter({ hasText: '→ 31 December 2026' })).toContainText('internal')
  await page.reload()
  await expect(page.getByLabel('Priority')).toHaveValue('high')
  await expect(page.getByLabel('Outcome')).toHaveCount(0)
  await page.getByRole('button', { name: 'Resolved', exact: true }).click()
  await page.getByLabel('Outcome').selectOption('Animal rescued')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(history(page).filter({ hasText: '→ Animal rescued' })).toHaveCount(1)
})

test('CASE-4 if another admin saved first, both versions are shown and nothing that was chosen is lost', async ({
  page,
  site,
}) => {
  const id = await fileComplaint(site, aPerson())
  await open(page, id)
  await page.getByLabel('Priority').selectOption('High')
  const token = await tokenOf(site, ADMIN)
  await site.call('PUT', `/api/admin/complaints/${id}`, { version: 1, priority: 'low', due_on: '2026-12-30' }, token)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/Somebody changed this complaint meanwhile/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('high')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The case has been saved.')).toBeVisible()
  const { data } = await site.call<{ data: object }>('GET', `/api/admin/complaints/${id}`, null, token)
  expect(data).toMatchObject({ priority: 'high', due_on: '2026-12-30', version: 3 })
})

test('CASE-4 a note to the complainant and an internal one have boxes of their own, and a typed note outlives a reload', async ({
  page,
  site,
}) => {
  const id = await fileComplaint(site, aPerson())
  await open(page, id)
  const [outgoing, internal] = [
    page.getByLabel('The complainant sees this'),
    page.getByLabel('Internal: only admins see this'),
  ]
  await internal.fill('The neighbour is a suspect.')
  await page.getByRole('button', { name: 'Add internal note' }).click()
  await expect(history(page).filter({ hasText: 'The neighbour is a suspect.' })).toContainText('internal')
  await expect(internal).toHaveValue('')
  await outgoing.fill('We were there today.')
  await page.reload()
  await expect(outgoing).toHaveValue('We were there today.')
  await page.getByRole('button', { name: 'Send to the complainant' }).click()
  await expect(history(page).filter({ hasText: 'We were there today.' })).not.toContainText('internal')
})

test('CASE-5 a withheld name is shown after a reason, and a duplicate is merged and leads to the first complaint', async ({
  page,
  site,
}) => {
  const first = await fileComplaint(site, aPerson())
  const second = await fileComplaint(site, { ...aPerson(), fullname: 'Zarina Withheld', withhold_name: 'true' })
  await open(page, second)
  await expect(page.getByText('The complainant wants the name withheld.')).toBeVisible()
  await expect(page.getByText('Zarina Withheld')).toHaveCount(0)
  await page.getByLabel('Reason to see the name').fill('The police asked')
  await page.getByRole('button', { name: 'Show the name' }).click()
  await expect(page.getByText('Zarina Withheld')).toBeVisible()
  await expect(history(page).filter({ hasText: 'The police asked' })).toContainText(ADMIN.username)

  await page.getByLabel('This complaint repeats').fill(String(first))
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('The complaint has been merged.')).toBeVisible()
  await page.getByRole('link', { name: `complaint ${first}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Complaint ${first}`, exact: true })).toBeVisible()
})

test('CASE-4 the next and the previous complaint of the list are one key away', async ({ page, site }) => {
  const word = `wren${process.pid}`
  const [older, newer] = [
    await fileComplaint(site, { ...aPerson(), description: `A ${word} in a cage.` }),
    await fileComplaint(site, { ...aPerson(), description: `Another ${word}.` }),
  ]
  await open(page, newer, `?search=${word}`)
  await expect(page.getByRole('button', { name: 'Previous complaint' })).toBeDisabled()
  await page.getByRole('link', { name: 'Next complaint' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Complaint ${older}`, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next complaint' })).toBeDisabled()
  await page.getByRole('link', { name: 'Previous complaint' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Complaint ${newer}`, exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`search=${word}`))
})
