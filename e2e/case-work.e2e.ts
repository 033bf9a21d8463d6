import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, expect, openAs, test, tokenOf } from './helpers/fixtures.ts'

// CASE-4
test('an admin takes a case on, answers and closes it', { tag: '@journey' }, async ({ page, site }) => {
  const id = await fileComplaint(site, { fullname: `Case ${process.pid}`, email: `case-${process.pid}@example.org` })
  const token = await tokenOf(site, ADMIN)
  const title = `On our way ${process.pid}`
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  const save = page.getByRole('button', { name: 'Save changes' })

  await test.step('an answer is prepared', async () => {
    await openAs(page, site, ADMIN, '/admin/complaints/work/answers?edit=new')
    const form = page.getByRole('form')
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Text').fill('Our team comes today.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: title })).toContainText('Our team comes today.')
  })

  await test.step('the case has an assignee, a priority and a due day, also after a reload', async () => {
    await page.goto(`/admin/complaints/${id}`)
    await expect(page.getByRole('option', { name: ADMIN.username })).toBeAttached()
    await page.getByLabel('Assigned to').selectOption(ADMIN.username)
    await page.getByLabel('Priority').selectOption('High')
    await page.getByLabel('Due day').fill('2026-12-31')
    await save.click()
    await expect(page.getByText('The case has been saved.')).toBeVisible()
    await expect(history.filter({ hasText: 'Normal → High' })).toContainText(ADMIN.username)
    await expect(history.filter({ hasText: '→ 31 December 2026' })).toContainText('internal')
    await page.reload()
    await expect(page.getByLabel('Priority')).toHaveValue('high')
  })

  await test.step('the complainant gets the prepared answer', async () => {
    await page.getByLabel('Prepared answers').selectOption({ label: `${title} (en)` })
    await page.getByRole('button', { name: 'Insert' }).click()
    await expect(page.getByLabel('The complainant sees this')).toHaveValue('Our team comes today.')
    await page.getByRole('button', { name: 'Send to the complainant' }).click()
    await expect(history.filter({ hasText: 'Our team comes today.' })).not.toContainText('internal')
  })

  await test.step('the case is closed with its outcome', async () => {
    await expect(page.getByLabel('Outcome')).toHaveCount(0)
    await page.getByRole('button', { name: 'Closed', exact: true }).click()
    await page.getByLabel('Outcome').selectOption('Animal rescued')
    await save.click()
    await expect(history.filter({ hasText: '→ Animal rescued' })).toHaveCount(1)
    const { data } = await site.call<{ data: object }>('GET', `/api/admin/complaints/${id}`, null, token)
    expect(data).toMatchObject({ status: 'closed', outcome: 'rescued', priority: 'high', due_on: '2026-12-31' })
  })

  // Other stories count closed cases and prepared answers.
  await site.call('PUT', `/api/admin/complaints/${id}/status`, { status: 'pending' }, token)
  const { data: answers } = await site.call<{ data: { id: number; title: string }[] }>(
    'GET',
    '/api/admin/answers',
    null,
    token,
  )
  for (const answer of answers.filter((each) => each.title === title)) {
    await site.call('DELETE', `/api/admin/answers/${answer.id}`, null, token)
  }
})
