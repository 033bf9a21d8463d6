import { ADMIN, expect, openAs, signUp, test } from './fixtures.ts'
import { aPlan } from './pay-forms.ts'

// MBR-3
test('from the membership report, an admin sees who was reminded when', async ({ page, site }) => {
  const { username, email, token } = await signUp(site)
  const plan = await aPlan(site, { price: 0 })
  const form = { name: 'Asha Rao', email, phone: '+91 55500 12345', address: '12 Neem Road', why_join: 'To help' }
  await site.call('POST', '/api/memberships/register', { ...form, plan_id: plan.id }, token)
  const { data } = await site.call<{ data: { id: number } }>('GET', '/api/memberships/active', null, token)
  const about = `membership ${data.id}`
  await site.sql(
    `insert into mails (kind, about, step, to_address, address_key, language, message_id, subject, text, html, state, sent_at)
     values ('membership-ends', $1, '-30', $2, $2, 'en', $3, 'It ends', 'It ends', '<p>It ends</p>', 'sent', '2026-03-14T06:04:00Z')`,
    [about, email, `<${about}@example.org>`],
  )
  await openAs(page, site, ADMIN, '/admin/memberships/reports/membership')
  await page.getByRole('button', { name: new RegExp(`reminders of membership ${data.id}$`) }).click()
  const dialog = page.getByRole('dialog', { name: `Reminders to ${username}` })
  for (const told of ['30 days before', email]) await expect(dialog.getByText(told, { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Sent: 14 March 2026/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})
