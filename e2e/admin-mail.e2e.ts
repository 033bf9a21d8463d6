import { ADMIN, expect, logIn, signUp, test } from './fixtures.ts'

test('MAIL-5 an admin sees why a mail was refused, unblocks the address and sends it again', async ({ page, site }) => {
  const person = await signUp(site)
  // The mail that asks to confirm the address; if it were refused, the address would be blocked before the next one.
  const arrived = () => site.sandbox<object[]>('GET', `/mails?to=${encodeURIComponent(person.email)}`)
  await expect.poll(async () => (await arrived()).length).toBe(1)
  await site.sandbox('POST', '/faults', { mail: [{ fault: 'reject', to: person.email }] })
  const body = { currentPassword: person.password, newPassword: 'jasmine-garland-9' }
  await site.call('POST', '/auth/password', body, person.token)

  await logIn(page, ADMIN)
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Mail', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  const row = page.getByRole('row', { name: `${person.email} Your password was changed` })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('The mail server refused it for good:', { timeout: 5_000 })
  }).toPass()
  await expect(row).toContainText(/550 /)
  await expect(row.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(page).toHaveURL(/state=failed/)

  await site.sandbox('POST', '/faults', { mail: [] })
  await row.getByRole('button', { name: 'Unblock address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock address' }).click()
  await expect(page.getByText(`${person.email} is unblocked.`)).toBeVisible()
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`The mail to ${person.email} is on its way.`)).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Sent', exact: true }).click()
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 5_000 })
  }).toPass()
})
