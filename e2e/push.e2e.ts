import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Notice } from '../sandbox/src/push/notice-store.ts'
import type { Subscription } from '../sandbox/src/push/subscriptions.ts'
import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, expect, fillPet, logIn, openAs, type Site, signUp, test, tokenOf } from './helpers/fixtures.ts'

test.use({ serviceWorkers: 'allow' })
// A service worker is installed in each.
test.describe.configure({ timeout: 90_000 })

/** A page of these tests counts how often the browser was to ask its owner, and keeps what it found when it looked for an earlier no. */
type Told = { asked: number; earlierNo: string | null }

/**
 * Puts the sandbox's push service in the place of the browser's own, which cannot be reached here. Everything else is Chromium's.
 */
async function withPushService(context: BrowserContext, site: Site): Promise<Subscription> {
  const subscription = await site.sandbox<Subscription>('POST', '/subscriptions')
  await context.grantPermissions(['notifications'], { origin: site.url })
  await context.addInitScript(({ endpoint, keys }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
        .buffer
    const isOn = 'subscribed-in-this-test'
    let key: ArrayBuffer | null = null
    const made = () => ({
      endpoint,
      options: { applicationServerKey: key },
      getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
      unsubscribe: async () => true,
    })
    const told = globalThis as unknown as Told
    told.asked = 0
    told.earlierNo = null
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (name) {
      const found = getItem.call(this, name)
      if (name === 'notices-refused') told.earlierNo = found
      return found
    }
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => {
      told.asked++
      return ask()
    }
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        key = applicationServerKey.buffer
        sessionStorage.setItem(isOn, 'yes')
        return made()
      },
      getSubscription: async () => (sessionStorage.getItem(isOn) ? made() : null),
    })
  }, subscription)
  return subscription
}

const asked = (page: Page) => page.evaluate(() => (globalThis as unknown as Told).asked)
const earlierNo = (page: Page) => page.evaluate(() => (globalThis as unknown as Told).earlierNo)

const noticesOf = (site: Site, { endpoint }: Subscription) =>
  site.sandbox<Notice[]>('GET', `/notices?endpoint=${encodeURIComponent(endpoint)}`)

/** A function that hands a message to the service worker as the browser's push service does. */
async function pushTo(session: CDPSession, origin: string): Promise<(data: string) => Promise<unknown>> {
  const { promise: registered, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
    if (own) resolve(own.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const offer = (page: Page) => page.getByRole('region', { name: 'Shall we tell you at once?' })

// PSH-1, PSH-2
test('an owner is asked after registering a tag; a message then shows without a page', async ({
  page,
  context,
  site,
}) => {
  const browser = await withPushService(context, site)
  const owner = await signUp(site)
  await openAs(page, site, owner, '/user/pet-form')

  await test.step('nothing is asked on load, and the offer comes after the pet is saved', async () => {
    await fillPet(page, 'Moti')
    await expect(offer(page)).toBeHidden()
    await page.getByRole('button', { name: 'Add Pet' }).click()
    await expect(offer(page)).toBeVisible()
    expect(await asked(page)).toBe(0)
    await offer(page).getByRole('button', { name: 'Yes, tell me' }).click()
    // The service worker first fetches what it keeps.
    await page.getByText('This device will tell you.').waitFor({ timeout: 30_000 })
    await expect(offer(page)).toBeHidden()
    expect(await asked(page)).toBe(1)
  })

  const [pet] = await site.call<{ petId: string }[]>('GET', '/pets', null, owner.token)
  const lost = { since: '2026-01-31', area: 'Parvati', listed: false }
  await site.call('PUT', `/pets/${pet?.petId}/lost`, lost, owner.token)

  await test.step('each kind is switched off and on for this device', async () => {
    await page.goto('/account#notices')
    await page.getByRole('heading', { name: 'Notices on this device' }).waitFor({ timeout: 30_000 })
    const scans = page.getByLabel('Somebody scans the tag of my lost pet')
    await expect(page.getByLabel('Somebody writes about my pet')).toBeChecked()
    await expect(scans).toBeChecked()
    await scans.click()
    await expect(page.getByText('Saved for this device.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Somebody writes about my pet')).toBeChecked()
    await expect(scans).not.toBeChecked()
  })

  await test.step('a message comes to the device, shows without any page, and opens the conversation', async () => {
    await site.call('POST', `/pet-detail/${pet?.petId}/found`, { message: 'A secret word of the finder' })
    await expect.poll(() => noticesOf(site, browser)).toHaveLength(1)
    const payload = (await noticesOf(site, browser))[0]?.payload ?? {}
    expect(JSON.stringify(payload)).not.toContain('secret word')
    await page.goto('about:blank')
    const push = await pushTo(await context.newCDPSession(page), site.url)
    const [worker] = context.serviceWorkers()
    const shown = () =>
      worker?.evaluate(async () => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await scope.registration.getNotifications()).map(({ title, lang }) => `${lang}: ${title}`)
      })
    // The developer tools do not say whether a message has arrived, so it is sent again. A notice that comes twice shows once.
    await expect(async () => {
      await push(JSON.stringify(payload))
      await expect.poll(shown, { timeout: 3_000 }).toEqual(['en: Somebody has written about Moti'])
    }).toPass({ timeout: 30_000 })
    const opened = await worker?.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        clients: { openWindow: (url: string) => Promise<null> }
        dispatchEvent: (event: Event) => boolean
        NotificationEvent: new (type: string, init: object) => Event
      }
      const { promise, resolve } = Promise.withResolvers<string>()
      // Only a tap of a person may open a window.
      scope.clients.openWindow = async (url) => {
        resolve(url)
        return null
      }
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      return promise
    })
    expect(opened).toBe(`${site.url}${payload.path}`)
    await expect.poll(shown).toEqual([])
  })
})

// PSH-1
test('whoever says no is not asked again on this device', async ({ page, context, site }) => {
  await withPushService(context, site)
  await fileComplaint(site, { email: `waiting-${process.pid}@example.org` })
  await logIn(page, ADMIN)
  await expect(offer(page)).toBeVisible()
  expect(await asked(page)).toBe(0)
  await offer(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Total Pets' })).toBeVisible()
  await expect.poll(() => earlierNo(page)).toBe('yes')
  await expect(offer(page)).toBeHidden()
  expect(await asked(page)).toBe(0)
})

// PSH-1, PSH-2
test('a complainant switches notices on and off at the page of the complaint', async ({ page, context, site }) => {
  await withPushService(context, site)
  const id = await fileComplaint(site, { email: `notices-${process.pid}@example.org` })
  const token = await tokenOf(site, ADMIN)
  const link = await site.call<{ data: { url: string } }>(
    'POST',
    `/api/admin/complaints/${id}/follow-link`,
    null,
    token,
  )
  await page.goto(new URL(link.data.url).pathname)
  await page.getByText('Anyone with this page’s address').scrollIntoViewIfNeeded()
  await expect(page.getByText('Shall this device tell you when something changes?')).toBeVisible()
  expect(await asked(page)).toBe(0)
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await page.getByText('This device tells you when something changes.').waitFor({ timeout: 30_000 })
  await page.reload()
  await page.getByText('Anyone with this page’s address').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Shall this device tell you when something changes?')).toBeVisible()
})
