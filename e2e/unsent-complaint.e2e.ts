import { aPhoto } from '../server/test/a-photo.ts'
import { chooseInCheckout } from './helpers/checkout.ts'
import { complaintsBy } from './helpers/complaints.ts'
import { ADMIN, expect, type Site, test, tokenOf } from './helpers/fixtures.ts'
import { findInMail } from './helpers/mails.ts'
import { expectFiled, fillComplaint, submitButton } from './helpers/pay-forms.ts'

let count = 0
const someone = () => {
  const name = `Offline ${process.pid}-${++count}`
  return { name, email: `${name.toLowerCase().replaceAll(' ', '-')}@example.org`, phone: '+91 55500 12345' }
}

/** The address of the page on which a complaint is followed, from a mail to its complainant. */
const followLink = (site: Site, email: string) => findInMail(site, email, /(\/complaint\/follow\/[\w-]{43})/)

// CASE-1, CASE-2
test('a complaint kept offline is sent when there is a connection', { tag: '@journey' }, async ({
  page,
  context,
  site,
}) => {
  const person = someone()
  const filed = () => complaintsBy(site, person.name)
  const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await aPhoto() })
  const sent: string[] = []
  context.on('request', (request) => request.url().endsWith('/submit') && sent.push(request.url()))
  const other = await context.newPage()
  await other.goto('/complaint')
  const notSent = other.getByRole('heading', { name: 'Not sent yet' })
  const [id = 0] = await test.step('it is finished offline with three photos, and sent once by two tabs', async () => {
    await fillComplaint(page, person)
    await context.setOffline(true)
    await expect(page.getByText('You are offline. You can still fill in the form')).toBeVisible()
    await page.getByLabel('Supporting Document').setInputFiles(await photo('dog.jpg'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add more files' }).click()
    await (await chooser).setFiles([await photo('chain.jpg'), await photo('house.jpg')])
    await expect(page.getByRole('button', { name: 'Remove house.jpg' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep it and send it later' }).click()
    await expect(page.getByText('3 files')).toBeVisible()
    await expect(notSent).toBeVisible()
    await context.setOffline(false)
    for (const tab of [page, other]) {
      await expect(tab.getByText(/^Sent: complaint ID \d+\. The filing fee is not paid yet\.$/)).toBeVisible()
    }
    expect(sent).toHaveLength(1)
    const ids = (await filed()).map((complaint) => complaint.id)
    expect(ids).toHaveLength(1)
    return ids
  })

  await test.step('its fee is paid, and it is there once', async () => {
    await page.bringToFront()
    await page.getByRole('button', { name: 'Pay ₹100', exact: true }).click()
    await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
    await expect(notSent).toBeHidden()
    expect(await filed()).toMatchObject([{ id, payment_status: 'paid' }])
    const token = await tokenOf(site, ADMIN)
    const { data } = await site.call<{ data: object }>('GET', `/api/admin/complaints/${id}`, null, token)
    expect(data).toMatchObject({ files: [{}, {}, {}] })
  })

  await test.step('the home page leads to its reference, and the mail to what has happened', async () => {
    await page.waitForURL('/')
    const paid = page.getByRole('main').locator('section').filter({ hasText: 'Open your receipt' })
    const reference = (await paid.getByText(/^PS-/).textContent()) ?? ''
    await paid.getByRole('link', { name: 'Follow your complaint' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Complaint ${reference}` })).toBeVisible()
    await page.goto(await followLink(site, person.email))
    await expect(page.getByRole('heading', { level: 1, name: `Complaint ${reference}` })).toBeVisible()
    await expect(page.getByText(reference)).toBeVisible()
    const events = page.getByRole('main').getByRole('listitem')
    await expect(events).toHaveText([/^Complaint filed/, /^Filing fee of ₹100 received/])
  })
})

// CASE-1
test('in a browser that blocks storage nothing is lost while the page is open', async ({ page, context }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  await fillComplaint(page, someone())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(page.getByRole('alert')).toContainText('this browser has no room to keep the complaint')
  await context.setOffline(false)
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
})
