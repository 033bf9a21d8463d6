import type { Page, TestInfo } from '@playwright/test'
import { fileComplaint } from './helpers/complaints.ts'
import { type Effort, watchEffort } from './helpers/effort.ts'
import { ADMIN, expect, openAs, test } from './helpers/fixtures.ts'
import { press, tabTo, typeInto } from './helpers/keyboard.ts'

// An evening at the desk, by keyboard alone: no click, no focus set by script. Each story states how much work it is.

test.use({ viewport: { width: 1440, height: 900 } })

function note({ annotations }: TestInfo, { keys, decisions, clicks, seconds }: Effort): void {
  annotations.push({
    type: 'effort',
    description: `${keys} keys, ${decisions} decisions, ${clicks} clicks, ${seconds} s`,
  })
}

const caseShown = (page: Page, id: number) => expect(page.getByText(new RegExp(`^Complaint ${id} · `))).toBeVisible()

// JRN-6, DSK-1
test('an admin answers two complaints from the dashboard without the mouse', async ({ page, site }, info) => {
  const [second, first] = [
    await fileComplaint(site, { fullname: 'Evening Two' }),
    await fileComplaint(site, { fullname: 'Evening One' }),
  ]
  // The dashboard lists the ten that have waited longest, and other stories have filed some.
  await site.sql(
    "update complaints set created_at = now() - interval '300 days' + id * interval '1 second' where id = any($1)",
    [[first, second]],
  )
  await openAs(page, site, ADMIN, '/admin')
  const work = page.getByRole('main').getByRole('link', { name: /^Complaint Cruelty · Kothrud, Pune/ })
  await expect(work.first()).toBeVisible()
  const effort = await watchEffort(page)

  await press(page, work.filter({ hasText: `-${String(first).padStart(5, '0')}-` }))
  await caseShown(page, first)
  await answer(page, 'We are on our way.')
  await page.keyboard.press('j')
  await caseShown(page, second)
  await answer(page, 'We have been there.')
  note(info, effort())
  expect(effort()).toMatchObject({ clicks: 0, decisions: 4 })
  expect(effort().seconds).toBeLessThan(60)
})

async function answer(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await typeInto(page, { 'The complainant sees this': text })
  await press(page, page.getByRole('button', { name: 'Send to the complainant' }))
  await expect(page.getByRole('region', { name: 'History' })).toContainText(text)
}

// CASE-6
test('a caller’s complaint is written down in under a minute', async ({ page, site }, info) => {
  await openAs(page, site, ADMIN, '/admin/complaints')
  await expect(page.getByRole('link', { name: 'New complaint' })).toBeVisible()
  const effort = await watchEffort(page)
  await press(page, page.getByRole('link', { name: 'New complaint' }))
  await expect(page.getByRole('heading', { level: 1, name: 'New complaint' })).toBeFocused()
  await typeInto(page, { 'Full name': 'Kavita Rao', Phone: '98220 44556' })
  await press(page, page.getByRole('radio', { name: 'Cruelty' }), 'Space')
  await typeInto(page, { 'Location of incident': 'Laxmi Road market' })
  await press(page, page.getByRole('button', { name: 'Today' }))
  await typeInto(page, { Description: 'A dog is chained in the sun without water.' })
  await press(page, page.getByLabel(/^They know what we store/), 'Space')
  await press(page, page.getByRole('button', { name: 'Enter the complaint' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Cruelty, Laxmi Road market' })).toBeVisible()
  note(info, effort())
  expect(effort().clicks).toBe(0)
  expect(effort().seconds).toBeLessThan(60)
})

// RCP-2
test('money is taken at the desk in under 20 seconds, with its receipt', async ({ page, site }, info) => {
  const id = await fileComplaint(site, { fullname: 'Kiranbala' })
  await openAs(page, site, ADMIN, '/admin/desk')
  await expect(page.getByLabel('Find an unpaid item')).toBeVisible()
  const effort = await watchEffort(page)
  await typeInto(page, { 'Find an unpaid item': 'Kiran' })
  // The list of half a name would go away under the focus.
  await expect(page).toHaveURL(/\?find=Kiran$/)
  const found = page.getByRole('listitem').filter({ hasText: 'Kiranbala' })
  await press(page, found.getByRole('button', { name: 'Choose' }))
  await press(page, page.getByRole('form', { name: 'Take money' }).getByRole('button', { name: 'Record' }))
  await expect(page.getByText('₹100 recorded.')).toBeVisible()
  note(info, effort())
  expect(effort()).toMatchObject({ clicks: 0, decisions: 2 })
  expect(effort().seconds).toBeLessThan(20)
  await tabTo(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /receipt/i })
      .first(),
  )
  await expect(
    page.getByRole('region', { name: 'Cash sheet' }).getByRole('row', { name: `Complaint ${id}` }),
  ).toBeVisible()
})
