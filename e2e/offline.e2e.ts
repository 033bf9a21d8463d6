import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { complaintsBy } from './helpers/complaints.ts'
import { addPet, expect, openAs, PET, type Site, signUp, test } from './helpers/fixtures.ts'
import { keptTexts } from './helpers/kept-texts.ts'
import { fillComplaint } from './helpers/pay-forms.ts'

test.use({ serviceWorkers: 'allow' })

const WORKER = '/service-worker.js'

// The label of a field of the form in each language.
const ENGLISH = 'Full name'
const HINDI = 'पूरा नाम'
const MARATHI = 'पूर्ण नाव'

/** Opens the form and waits until it can be opened without a connection. */
async function openWithWorker(page: Page, url = ''): Promise<void> {
  await page.goto(`${url}/complaint`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

async function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
}

/** All that is kept in the Cache Storage, or what is kept with this ending, as one text. */
async function keptFiles(page: Page, ending = ''): Promise<string> {
  return page.evaluate(async (end) => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const answers = (await Promise.all(opened.map((cache) => cache.matchAll()))).flat()
    const files = answers.filter(({ url }) => url.endsWith(end))
    return (await Promise.all(files.map((file) => file.text()))).join('\n')
  }, ending)
}

const keptScripts = (page: Page) => keptFiles(page, '.js')

type Proxy = {
  url: string
  change: (text: string) => string
  isSilent: boolean
  /** Each answer takes so long. */
  delayMs: number
  close: () => void
}

/** The program behind an address at which its service worker can be changed, as a new build does, and which can be slow or stop to answer. */
async function proxyTo(site: Site): Promise<Proxy> {
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const proxy: Proxy = { url: '', change: (text) => text, isSilent: false, delayMs: 0, close }
  const server = http.createServer(async (request, response) => {
    if (proxy.isSilent) return
    if (proxy.delayMs > 0) await setTimeout(proxy.delayMs)
    // Its page is gone: passed on, it would never end, and its failure would come in another test.
    if (response.destroyed) return
    const target = new URL(request.url ?? '/', site.url)
    if (target.pathname === WORKER) {
      const text = await (await fetch(target)).text()
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      return response.end(proxy.change(text))
    }
    // A connection for each request: one that was left open may be closed at the moment at which it is used again.
    const { method = 'GET', headers } = request
    const passed = http.request(target, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      // If either end breaks off, so does the other, and nobody waits.
      pipeline(answer, response).catch(() => {})
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

// OFF-1, CASE-1
test('a complaint finished offline after a reload is filed once there is a connection', async ({
  page,
  context,
  site,
}) => {
  const name = `Offline reload ${process.pid}`
  await openWithWorker(page)
  await fillComplaint(page, { name, email: 'asha@example.org', phone: '+91 55500 12345' })
  await page
    .getByLabel('Supporting Document')
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  // The file, which is shown without its content.
  await expect.poll(() => keptTexts(page)).toContain('[{}]')
  await context.setOffline(true)
  await page.getByText('More details, or hide your name').click()
  await page.getByLabel('Landmark').fill('Opposite the water tank')
  await page.reload()
  await expect(page.getByLabel('Landmark')).toHaveValue('Opposite the water tank')
  await expect(page.getByRole('button', { name: 'Remove letter.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await expect(page.getByText('1 file')).toBeVisible()
  expect(await complaintsBy(site, name)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText(/^Sent: complaint ID/)).toBeVisible()
  expect(await complaintsBy(site, name)).toHaveLength(1)
})

// OFF-1
test('offline the start page leads to the form, which is in the language last used', async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([{ name: 'lang', value: 'hi', url: site.url }])
  await openWithWorker(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'शिकायत दर्ज करें' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'शिकायत दर्ज करें' })).toBeVisible()
  await context.setOffline(false)
})

// OFF-1, LIT-3
test('offline, the language switch shows the form in a language that is kept', async ({ page, context, site }) => {
  await openWithWorker(page)
  await context.addCookies([{ name: 'lang', value: 'hi', url: site.url }])
  await page.reload()
  await expect.poll(() => page.evaluate(async () => (await caches.match('/language'))?.text())).toBe('hi')
  expect(await kept(page)).toContain('/complaint?lang=hi')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByLabel(ENGLISH)).toBeVisible()
  await page.goto('/complaint?lang=mr')
  await expect(page.getByLabel(HINDI)).toBeVisible()
  await context.setOffline(false)
})

// OFF-1, COM-2
test('the form opens on a network that takes requests and never answers', async ({ page, site }) => {
  test.slow()
  const proxy = await proxyTo(site)
  await openWithWorker(page, proxy.url)
  // Its visitor comes again: only then the worker is in charge of the page.
  await page.reload()
  await expect(page.getByLabel('Description')).toBeVisible()
  proxy.isSilent = true
  await page.goto(`${proxy.url}/complaint`)
  await expect(page.getByLabel('Description')).toBeVisible()
  await page.goto(`${proxy.url}/complaint?animal=ABCDEFGHJKLM`)
  await expect(page.getByText('This complaint is about ABCDEFGHJKLM')).toBeVisible()
  // The start page waits longer than the form: a line may be slow only.
  await page.goto(proxy.url, { timeout: 30_000 })
  await expect(page.getByLabel('Description')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/complaint')
  await page.goto('about:blank')
  proxy.close()
})

// OFF-1
test('on a slow line the start page is the home page, not the form', async ({ page, site }) => {
  test.slow()
  const proxy = await proxyTo(site)
  await openWithWorker(page, proxy.url)
  // Its visitor comes again: only then the worker is in charge of the page.
  await page.reload()
  await expect(page.getByLabel('Description')).toBeVisible()
  // Longer than the form waits before it is shown as it was kept.
  proxy.delayMs = 5_000
  await page.goto(proxy.url, { timeout: 30_000, waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'One scan brings a lost pet home' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  proxy.delayMs = 0
  await page.goto('about:blank')
  proxy.close()
})

// OFF-1, V14.3.3
test('the service worker keeps the form and hashed files, but no pet and no answer', async ({ page, site }) => {
  const owner = await signUp(site)
  const pet = await addPet(site, owner.token)
  await openAs(page, site, owner, '/user')
  await openWithWorker(page)
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: PET.petName })).toBeVisible()
  await page.goto(`/pet-detail/${pet.petId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PET.petName)
  const addresses = await kept(page)
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.filter((address) => !/^\/assets\/[\w.-]+$/.test(address)).toSorted()).toEqual([
    '/complaint?lang=en',
    '/language',
  ])
})

// OFF-1
test('a file is answered at once, however long the browser takes to keep it', async ({ page, context, site }) => {
  await openWithWorker(page)
  // Its visitor comes again: only then the worker is in charge of the page.
  await page.reload()
  const [worker] = context.serviceWorkers()
  expect(worker).toBeDefined()
  await worker?.evaluate(() => {
    Cache.prototype.put = () => new Promise(() => {})
  })
  const known = await kept(page)
  const login = await (await fetch(`${site.url}/login`)).text()
  const [unknown = ''] = (login.match(/\/assets\/[\w.-]+\.js/g) ?? []).filter((address) => !known.includes(address))
  expect(unknown).not.toBe('')
  const answered = page.waitForResponse((response) => response.url().endsWith(unknown))
  const status = await page.evaluate(
    async (address) => (await fetch(address, { signal: AbortSignal.timeout(30_000) })).status,
    unknown,
  )
  expect(status).toBe(200)
  expect((await answered).fromServiceWorker()).toBe(true)
})

// OFF-1, V14.3.3
test('after an account was used, nothing of it is in the Cache Storage', async ({ page, site }) => {
  const owner = await signUp(site)
  const petName = `Moti of ${owner.username}`
  const pet = await addPet(site, owner.token, { petName, contactDetails: '+91 55500 24680' })
  await openAs(page, site, owner, '/user')
  await openWithWorker(page)
  const answered: string[] = []
  page.on('response', (response) => answered.push(new URL(response.url()).pathname))
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: petName })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText(owner.email).first()).toBeVisible()
  await page.goto('/user/complaints')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`/pet-detail/${pet.petId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(petName)
  await fillComplaint(page, { name: owner.username, email: owner.email, phone: '+91 55500 67890' })
  // The calls went by the service worker, which had a chance to keep them.
  expect(answered.filter((path) => path.startsWith('/api/'))).not.toEqual([])
  expect((await kept(page)).filter((address) => !/^\/(assets\/|complaint\?lang=|language$)/.test(address))).toEqual([])
  const files = await keptFiles(page)
  expect(files).toContain(ENGLISH)
  for (const secret of [owner.username, pet.petId, '55500 24680', '55500 67890'])
    expect(files, secret).not.toContain(secret)
})

// OFF-1
test('the service worker keeps the texts of no language that nobody has visited', async ({ page, context, site }) => {
  await openWithWorker(page)
  await expect.poll(() => keptScripts(page)).toContain(ENGLISH)
  const atFirst = await keptScripts(page)
  expect(atFirst).not.toContain(HINDI)
  expect(atFirst).not.toContain(MARATHI)
  await context.addCookies([{ name: 'lang', value: 'hi', url: site.url }])
  await page.reload()
  await expect.poll(() => keptScripts(page)).toContain(HINDI)
  expect(await keptScripts(page)).not.toContain(MARATHI)
})

// OFF-1
test('a new version starts when it is wanted; one that is switched off goes away', async ({ page, context, site }) => {
  const proxy = await proxyTo(site)
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const cacheNames = () => page.evaluate(() => caches.keys())
  await openWithWorker(page, proxy.url)
  // Its visitor comes again: only then the worker is in charge of the page.
  await page.reload()

  await test.step('the page works with the old version until the new one is wanted', async () => {
    await page.getByLabel('Description').fill('A dog is chained in the sun.')
    const before = await cacheNames()
    proxy.change = (text) => text.replace('"version":"', '"version":"next-')
    await update()
    await expect(page.getByText('There is a new version of this page.')).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue('A dog is chained in the sun.')
    const other = await context.newPage()
    await other.goto(`${proxy.url}/complaint`)
    await expect(other.getByText('There is a new version of this page.')).toBeVisible()
    // The browser draws a page behind another one late, or not at all, and a click by the mouse waits until it is drawn.
    await page.bringToFront()
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Use it now' }).dispatchEvent('click')
    await loaded
    await expect(other.getByText('There is a new version of this page.')).toBeHidden()
    await other.close()
    await expect(page.getByLabel('Description')).toHaveValue('A dog is chained in the sun.')
    await expect(page.getByText('There is a new version of this page.')).toBeHidden()
    await expect.poll(cacheNames).toEqual(before.map((name) => name.replace('petsetu-', 'petsetu-next-')))
  })

  await test.step('a service worker that is switched off goes away with all that it kept', async () => {
    expect(await kept(page)).not.toEqual([])
    // SERVICE_WORKER=off serves this.
    proxy.change = (text) => text.replace(/^globalThis\.BUILD = .*/, 'globalThis.BUILD = null')
    await update()
    await expect.poll(cacheNames).toEqual([])
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
  })
  await page.goto('about:blank')
  proxy.close()
})

// OFF-1, COM-3
test('a camp that was kept while a new version waited opens offline with that', async ({ page, context, site }) => {
  const proxy = await proxyTo(site)
  await openWithWorker(page, proxy.url)
  await page.reload()
  proxy.change = (text) => text.replace('"version":"', '"version":"next-')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText('There is a new version of this page.')).toBeVisible()
  // As the page of a camp does.
  const isKept = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    active?.postMessage('keep', [port2])
    return answer
  })
  expect(isKept).toBe(true)
  await expect
    .poll(async () => {
      // No page holds the old version any more.
      await page.goto('about:blank')
      await page.goto(`${proxy.url}/contact`)
      return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)
    })
    .toBe(null)
  await context.setOffline(true)
  const opened = await page.goto(`${proxy.url}/user/camps/12`, { waitUntil: 'commit' })
  expect([opened?.status(), opened?.fromServiceWorker()]).toEqual([200, true])
  await context.setOffline(false)
  await page.goto('about:blank')
  proxy.close()
})

// OFF-1
test('the manifest makes the site an app that can be installed, with icons that load', async ({ page, site }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await site.call<{ icons: { src: string; purpose?: string }[] }>('GET', href ?? '')
  expect(manifest).toMatchObject({ short_name: 'PetSetu', display: 'standalone', start_url: '/' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) {
    const icon = await fetch(site.url + src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
})
