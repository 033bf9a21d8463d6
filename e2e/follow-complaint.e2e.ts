import type { BrowserContext, Page } from '@playwright/test'
import { aPhoto } from '../server/test/a-photo.ts'
import { chooseInCheckout } from './checkout.ts'
import { ADMIN, expect, type Site, test, tokenOf } from './fixtures.ts'
import { expectFiled, fillComplaint } from './pay-forms.ts'

// The cases that it resolves would stand in the lists of other tests.
test.use({ ownProgram: 'follow-complaint' })

type Mail = { subject: string; text: string | null }

const asha = { name: 'Asha Rao', email: 'asha.follows@example.org', phone: '+91 55500 12345' }

/** What this matches first in the newest mail to her that holds it. */
async function findInMail(site: Site, wanted: RegExp): Promise<string> {
  const find = async () => {
    const mails = await site.sandbox<Mail[]>('GET', `/mails?to=${encodeURIComponent(asha.email)}`)
    return mails.map(({ text }) => wanted.exec(text ?? '')?.[1]).find(Boolean) ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

/** Fills in the form with three photos without a connection, and sends it when there is one again. */
async function fileOffline(page: Page, context: BrowserContext): Promise<void> {
  await fillComplaint(page, asha)
  const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await aPhoto() })
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Fill in the form all the same')).toBeVisible()
  await page.getByLabel('Supporting Document').setInputFiles(await photo('dog.jpg'))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add more files' }).click()
  await (await chooser).setFiles([await photo('chain.jpg'), await photo('house.jpg')])
  await expect(page.getByRole('button', { name: 'Remove house.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(page.getByText('3 files')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Sent: complaint ID \d+\./)).toBeVisible()
}

/** Pays the fee; returns the reference that the home page then shows the way with. */
async function pay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pay ₹100', exact: true }).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await page.waitForURL('/')
  const address = await page.getByRole('link', { name: 'Track', exact: true }).getAttribute('href')
  return new URL(address ?? '', page.url()).searchParams.get('reference') ?? ''
}

/** What admins do about the complaint with this reference, as its page does it. */
async function asAdmin(site: Site, reference: string) {
  const token = await tokenOf(site, ADMIN)
  const id = Number(/-0*(\d+)-/.exec(reference.slice(7))?.[1])
  return {
    id,
    setStatus: (status: string) => site.call('PUT', `/api/admin/complaints/${id}/status`, { status }, token),
    note: (text: string, internal: boolean) =>
      site.call('POST', `/api/admin/complaints/${id}/notes`, { text, internal }, token),
    read: () => site.call<{ data: object }>('GET', `/api/admin/complaints/${id}`, null, token),
  }
}

// Also shows CASE-1, CASE-3, CASE-4.
test('CASE-2 somebody files offline with three photos, pays, follows, is answered, adds something and reopens', async ({
  page,
  context,
  site,
}) => {
  await fileOffline(page, context)
  const reference = await pay(page)
  const admin = await asAdmin(site, reference)
  expect((await admin.read()).data).toMatchObject({ payment_status: 'paid', files: [{}, {}, {}] })

  await page.goto(await findInMail(site, /(\/complaint\/follow\/[\w-]{43})/))
  await expect(page.getByRole('heading', { level: 1, name: `Your complaint ${admin.id}` })).toBeVisible()
  await expect(page.getByText(reference)).toBeVisible()
  const events = page.getByRole('main').getByRole('listitem')
  await expect(events).toHaveText([/^Complaint filed/, /^Filing fee of ₹100 received/])
  await expect(page.getByRole('button', { name: 'Reopen the complaint' })).toHaveCount(0)

  await admin.note('The neighbour knows the owner.', true)
  await admin.note('Our team is on its way.', false)
  await admin.setStatus('resolved')
  await page.getByRole('link', { name: 'Look for news' }).click()
  await expect(events.last()).toHaveText(/^Status: Resolved/)
  await expect(events.filter({ hasText: 'Message from us' })).toContainText('Our team is on its way.')
  await expect(page.getByText('The neighbour knows the owner.')).toHaveCount(0)

  await page.getByLabel('Add something').fill('The dog has water now.')
  await page.getByLabel(/^Photo or PDF/).setInputFiles({
    ...{ name: 'water.jpg', mimeType: 'image/jpeg' },
    buffer: await aPhoto(),
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(events.last()).toHaveText(/^You sent a file/)
  await expect(events.filter({ hasText: 'You wrote' })).toContainText('The dog has water now.')

  await page.getByLabel('Add something').fill('The dog is chained again.')
  await page.getByRole('button', { name: 'Reopen the complaint' }).click()
  await expect(events.filter({ hasText: 'You reopened the complaint' })).toContainText('The dog is chained again.')
  await expect(page.getByRole('button', { name: 'Reopen the complaint' })).toHaveCount(0)
  expect((await admin.read()).data).toMatchObject({ status: 'pending', files: [{}, {}, {}, {}] })
})

test('CASE-2 reference and e-mail bring a code by mail, which opens the complaint; a wrong code does not', async ({
  page,
  site,
}) => {
  await fillComplaint(page, asha)
  await page.getByRole('button', { name: /^Submit and Pay/ }).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await page.waitForURL('/')
  await page.getByRole('link', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Track your complaint' })).toBeVisible()
  const reference = await page.getByLabel('Reference').inputValue()
  await page.getByLabel('E-mail').fill(asha.email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill('0000 0000')
  await page.getByRole('button', { name: 'Open the complaint' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Code').fill(await findInMail(site, /\b(\d{4} \d{4})\b/))
  await page.getByRole('button', { name: 'Open the complaint' }).click()
  await expect(page.getByRole('heading', { name: 'What has happened' })).toBeVisible()
  await expect(page.getByText(reference)).toBeVisible()
  await expect(page.getByText('Filing fee of ₹100 received')).toBeVisible()
})
