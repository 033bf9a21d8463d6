import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { chooseInCheckout } from './checkout.ts'
import { complaintsBy } from './complaints.ts'
import { expect, logIn, type Site, signUp, test } from './fixtures.ts'
import { keptTexts } from './kept-texts.ts'
import { loseAnswer } from './lose-answer.ts'
import { expectFiled, fillComplaint, submitButton } from './pay-forms.ts'

const SUBMIT = '**/api/complaints/submit'
const LETTER = {
  name: 'letter.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\ntrailer\n<< >>\n%%EOF\n'),
}
// A browser takes it for a document, the server does not.
const CUT_OFF = { ...LETTER, name: 'cut-off.pdf', buffer: Buffer.from('%PDF-1.4\n') }

let count = 0
const someone = () => ({
  name: `Offline ${process.pid}-${++count}`,
  email: 'asha@example.org',
  phone: '+91 55500 12345',
})

const filedBy = async (site: Site, name: string) => (await complaintsBy(site, name)).map(({ id }) => id)

const notSent = (page: Page) => page.getByRole('heading', { name: 'Not sent yet' })

/** Fills in the form, loses the connection, and finishes the complaint. */
async function finishOffline(page: Page, context: BrowserContext, file = LETTER): Promise<string> {
  const person = someone()
  await fillComplaint(page, person)
  await page.getByLabel('Supporting Document').setInputFiles(file)
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Fill in the form all the same')).toBeVisible()
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(notSent(page)).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('')
  return person.name
}

/** As if all that is kept had been kept some days earlier. */
async function makeOlder(page: Page, days: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('petsetu'))
    const store = () => database.transaction('drafts', 'readwrite').objectStore('drafts')
    for (const key of await done(store().getAllKeys())) {
      const kept = await done<{ keptAt: number }>(store().get(key))
      await done(store().put({ ...kept, keptAt: kept.keptAt - ms }, key))
    }
    database.close()
  }, days * 86_400_000)
}

test('CASE-1 a complaint that was finished offline is sent once when there is a connection, also with two tabs open, and then paid', async ({
  page,
  context,
  site,
}) => {
  const other = await context.newPage()
  await other.goto('/complaint')
  const sent: string[] = []
  context.on('request', (request) => request.url().endsWith('/submit') && sent.push(request.url()))
  const name = await finishOffline(page, context)
  await expect(notSent(other)).toBeVisible()
  await expect(page.getByText('1 file')).toBeVisible()
  await context.setOffline(false)
  for (const tab of [page, other]) {
    await expect(tab.getByText(/^Sent: complaint ID \d+\. The filing fee is not paid yet\.$/)).toBeVisible()
  }
  expect(sent).toHaveLength(1)
  const filed = await filedBy(site, name)
  expect(filed).toHaveLength(1)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Pay ₹100', exact: true }).click()
  await expectFiled(page, () => chooseInCheckout(page, 'Pay successfully'))
  await expect(notSent(other)).toBeHidden()
  expect(await filedBy(site, name)).toEqual(filed)
})

test('CASE-1 after an answer that was lost and a reload the same complaint is sent again, and is there once', async ({
  page,
  context,
  site,
}) => {
  await loseAnswer(page, SUBMIT, 'POST')
  const name = await finishOffline(page, context)
  await context.setOffline(false)
  await expect.poll(() => filedBy(site, name)).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled()
  await page.reload()
  const [id] = await filedBy(site, name)
  await expect(page.getByText(`Sent: complaint ID ${id}.`)).toBeVisible()
  expect(await filedBy(site, name)).toEqual([id])
})

test('CASE-1 a complaint that the server rejects says why, and is mended in the form without losing anything', async ({
  page,
  context,
  site,
}) => {
  const name = await finishOffline(page, context, CUT_OFF)
  await context.setOffline(false)
  await expect(page.getByText('Only PDF, JPG or PNG files are allowed.')).toBeVisible()
  await page.getByRole('button', { name: 'Open in the form' }).click()
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
  await expect(notSent(page)).toBeHidden()
  await page.getByRole('button', { name: 'Remove cut-off.pdf' }).click()
  await submitButton(page).click()
  await chooseInCheckout(page, 'Close checkout')
  await expect(page.getByRole('heading', { name: 'Your complaint is saved' })).toBeVisible()
  expect(await filedBy(site, name)).toHaveLength(1)
})

test('CASE-1 without room for files the form says so, and keeps the text over a reload', async ({ page, context }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function full(value, key) {
      if (Array.isArray(value.content)) throw new DOMException('The disk is full.', 'QuotaExceededError')
      return put.call(this, value, key)
    }
  })
  await fillComplaint(page, someone())
  await page.getByLabel('Supporting Document').setInputFiles(LETTER)
  await expect(page.getByText('This browser has no room to keep the files')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(page.getByRole('alert')).toContainText('this browser has no room to keep the complaint')
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
  await expect(page.getByRole('button', { name: 'Remove letter.pdf' })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText('What you had typed before is back.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
})

test('CASE-1 what was not sent is kept for 14 days and then deleted', async ({ page, context }) => {
  await page.route(SUBMIT, (route) => route.abort())
  await finishOffline(page, context)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled()
  await makeOlder(page, 13)
  await page.reload()
  await expect(notSent(page)).toBeVisible()
  await makeOlder(page, 2)
  await page.reload()
  await expect.poll(() => keptTexts(page)).not.toContain('chained in the sun')
  await expect(notSent(page)).toBeHidden()
})

test('CASE-1 in a browser that blocks storage nothing is lost while the page is open', async ({ page, context }) => {
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

// Also shows V14.3.3.
test('CASE-1 OFF-1 logging out removes what was not sent, on the page and from the browser', async ({
  page,
  context,
  site,
}) => {
  await page.route(SUBMIT, (route) => route.abort())
  await logIn(page, await signUp(site))
  await finishOffline(page, context)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled()
  expect(await keptTexts(page)).toContain('chained in the sun')
  const other = await context.newPage()
  await other.goto('/user')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL((url) => url.pathname !== '/user')
  await expect(notSent(page)).toBeHidden()
  await expect.poll(() => keptTexts(page)).not.toContain('chained in the sun')
})

test('CASE-1 LNG-1 in Hindi a complaint that was not sent is deleted after a question, and is never sent', async ({
  page,
  context,
  site,
}) => {
  const hindi = allTextsIn('hi')
  const person = someone()
  await fillComplaint(page, person)
  await context.addCookies([{ name: 'lang', value: 'hi', url: site.url }])
  await expect.poll(() => keptTexts(page)).toContain('chained in the sun')
  await page.reload()
  await expect(page.getByLabel(hindi('complaintForm.description'))).toHaveValue(/chained in the sun/)
  await context.setOffline(true)
  await page.getByRole('button', { name: hindi('unsent.keep') }).click()
  await expect(page.getByRole('heading', { name: hindi('unsent.heading') })).toBeVisible()
  await page.getByRole('button', { name: hindi('controls.delete') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: hindi('controls.delete') })
    .click()
  await expect(page.getByRole('heading', { name: hindi('unsent.heading') })).toBeHidden()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByLabel(hindi('complaintForm.description'))).toHaveValue('')
  await expect(page.getByRole('heading', { name: hindi('unsent.heading') })).toBeHidden()
  expect(await filedBy(site, person.name)).toEqual([])
})

test('a complaint that was opened in the form and kept again can be opened once more', async ({ page, context }) => {
  await finishOffline(page, context)
  const open = page.getByRole('button', { name: 'Open in the form' })
  await open.click()
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('')
  await open.click()
  await expect(page.getByLabel('Description')).toHaveValue(/chained in the sun/)
})

test('a complaint that was sent is not paid while the form holds another one, which would be lost', async ({
  page,
  context,
}) => {
  await finishOffline(page, context)
  await page.getByLabel('Description').fill('A cow stands in the traffic.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Pay ₹100', exact: true }).click()
  await expect(page.getByText('The form below holds another complaint.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('A cow stands in the traffic.')
})

test('a complaint whose payment cannot be confirmed without a connection is not kept to be sent again', async ({
  page,
  context,
}) => {
  await page.route('**/api/complaints/payment/verify', async (route) => {
    await context.setOffline(true)
    await route.abort()
  })
  await fillComplaint(page, someone())
  await submitButton(page).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
  await expect(notSent(page)).toBeHidden()
})
