import { ATTACHMENT_BYTES_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { aPhoto } from '../server/test/a-photo.ts'
import { fileComplaint, referenceOf, tryWrongCode } from './helpers/complaints.ts'
import { ADMIN, expect, hydrated, type Site, test, tokenOf } from './helpers/fixtures.ts'
import { mailedCode } from './helpers/mails.ts'
import { sizeOfFile } from './helpers/size-of-file.ts'

/** Works on a complaint as an admin's page does. */
async function asAdmin(site: Site, id: number) {
  const token = await tokenOf(site, ADMIN)
  return {
    resolve: () => site.call('PUT', `/api/admin/complaints/${id}/status`, { status: 'resolved' }, token),
    note: (text: string, internal: boolean) =>
      site.call('POST', `/api/admin/complaints/${id}/notes`, { text, internal }, token),
    read: async () => (await site.call<{ data: object }>('GET', `/api/admin/complaints/${id}`, null, token)).data,
  }
}

// CASE-2, CASE-1, CASE-3, CASE-4
test('a complainant follows a complaint by its code and adds a note', { tag: '@journey' }, async ({ page, site }) => {
  // A photo of twelve megapixels is made and rendered.
  test.slow()
  const email = `follows-${process.pid}@example.org`
  const id = await fileComplaint(site, { email })
  const admin = await asAdmin(site, id)
  const reference = await referenceOf(site, id)
  const events = page.getByRole('main').getByRole('listitem')
  const reopen = page.getByRole('button', { name: 'Reopen the complaint' })

  await test.step('the code of a mail opens the complaint, and a wrong one does not', async () => {
    await page.goto('/complaint/track')
    await hydrated(page)
    await tryWrongCode(page, { reference, email })
    await page.getByLabel('Code').fill(await mailedCode(site, email))
    await page.getByRole('button', { name: 'Open the complaint' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Complaint ${reference}` })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What has happened' })).toBeVisible()
    await expect(page.getByText(reference)).toBeVisible()
    await expect(events).toHaveText([/^Complaint filed/])
    await expect(reopen).toHaveCount(0)
  })

  await test.step('the page shows what the foundation answers, and nothing internal', async () => {
    await admin.note('The neighbour knows the owner.', true)
    await admin.note('Our team is on its way.', false)
    await admin.resolve()
    await page.getByRole('link', { name: 'Refresh' }).click()
    await expect(events.last()).toHaveText(/^Status: Resolved/)
    await expect(events.filter({ hasText: 'Message from us' })).toContainText('Our team is on its way.')
    await expect(page.getByText('The neighbour knows the owner.')).toHaveCount(0)
  })

  await test.step('the complainant adds a note with a photo', async () => {
    await page.getByLabel('Write to us about this complaint').fill('The dog has water now.')
    const photo = page.getByLabel(/^Photo or PDF/)
    const taken = await aPhoto({ width: 4_000, height: 3_000, isNoise: true })
    expect(taken.length).toBeGreaterThan(ATTACHMENT_BYTES_MAX)
    await expect(async () => {
      await photo.setInputFiles({ name: 'water.jpg', mimeType: 'image/jpeg', buffer: taken })
      await expect.poll(() => sizeOfFile(photo)).toBeLessThan(ATTACHMENT_BYTES_MAX)
    }).toPass()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(events.last()).toHaveText(/^You sent a file/)
    await expect(events.filter({ hasText: 'You wrote' })).toContainText('The dog has water now.')
  })

  await test.step('the complainant opens the complaint again', async () => {
    await page.getByLabel('Write to us about this complaint').fill('The dog is chained again.')
    await reopen.click()
    await expect(events.filter({ hasText: 'You reopened the complaint' })).toContainText('The dog is chained again.')
    await expect(reopen).toHaveCount(0)
    expect(await admin.read()).toMatchObject({ status: 'pending', files: [{}] })
  })
})

// CASE-2, LNG-2
test('after a wrong code another language keeps the reference and the email', async ({ page, site }) => {
  const email = `reads-hindi-${process.pid}@example.org`
  const reference = await referenceOf(site, await fileComplaint(site, { email }))
  await page.goto('/complaint/track')
  await hydrated(page)
  await tryWrongCode(page, { reference, email })
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: languages.hi.name }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.locator('input[name="reference"]')).toHaveValue(reference)
  await expect(page.locator('input[name="email"]')).toHaveValue(email)
})
