import type { I18n } from '@lingui/core'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { pageAt } from '@petsetu/contract/paths.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { consentCalls } from '@petsetu/contract/people/consents.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import type { ComplaintFacts } from '@petsetu/contract/site/public-pages.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { createApp } from '../src/app/app.tsx'
import { currentQueries } from '../src/app/query-provider.tsx'
import { connectCalls } from '../src/people/auth/ended-session.ts'
import { currentUser, signIn } from '../src/people/auth/session.ts'
import { addAdminTexts, startPageTexts } from '../src/platform/languages/app-texts.ts'
import { TextProvider } from '../src/platform/languages/use-text.tsx'
import { closeToasts } from '../src/platform/ui/feedback/toast.ts'
import { FakeServer } from './fake-server.ts'
import { hydratePage, type PageSite } from './rendered-pages.tsx'

export const OWNER: SessionUser = {
  id: 7,
  username: 'asha',
  email: 'owner@example.org',
  role: 'user',
  accessToken: 'token-of-asha',
}

export const ADMIN: SessionUser = {
  id: 1,
  username: 'admin',
  email: 'admin@example.org',
  role: 'admin',
  accessToken: 'token-of-the-admin',
}

export const SITE: AppSite = {
  foundationName: 'Karuna Animal Welfare Foundation',
  marketingUrl: 'https://foundation.example.org',
  donateUrl: 'https://foundation.example.org/donate',
  logo: null,
  developerCredit: '',
  hasServiceWorker: false,
  publicUrl: 'http://127.0.0.1:3000',
  checkoutUrl: 'http://127.0.0.1:9/v1/checkout.js',
  legalName: 'Karuna Animal Welfare Foundation',
  legalAddress: '12 Neem Road, Pune',
  contactEmail: 'office@example.org',
  helplinePhone: '+91 20 5550 0100',
  emergencyNumbers: [],
  complaintDaysMax: 5,
  feeTexts: mapEntries(languages, () => ''),
}

type Opening = {
  /** The person who is signed in; by default a visitor. */
  as?: SessionUser
  server?: FakeServer
  site?: Partial<PageSite> & Pick<ComplaintFacts, 'animal'>
  language?: Language
}

// A failed call is logged by the page. Any other message is a bug of the page.
const A_CALL_FAILED = /^(GET|POST|PUT|DELETE) \S+ failed:/

/** The failed calls that the page of this test has logged. */
export const failedCalls: string[] = []

const cleanUps: (() => void | Promise<void>)[] = []
const closings: (() => Promise<void>)[] = []
const logged: string[] = []

let isWatching = false
let opened = 0

// Not by hooks of this file: the tests of several files share a page of the browser, and hooks are those of the first one only.
function watchTest(): void {
  if (isWatching) return
  isWatching = true
  const { error } = console
  console.error = (...parts: unknown[]) => {
    const text = parts.map(String).join(' ')
    if (A_CALL_FAILED.test(text)) failedCalls.push(text)
    else logged.push(text)
  }
  onTestFinished(async () => {
    isWatching = false
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    console.error = error
    failedCalls.length = 0
    expect(logged.splice(0).join('\n'), 'errors in the browser’s console').toBe('')
  })
}

connectCalls()

/** Opens an address of the app, with the real routes, layouts and texts; the server behind it is a fake one. */
export async function openPage(
  address: string,
  { as, server = new FakeServer(), site = {}, language = 'en' }: Opening = {},
): Promise<FakeServer> {
  watchTest()
  const before = location.href
  // The router keeps by this key how far somebody has scrolled: without one, an earlier test.
  history.replaceState({ key: `page ${++opened}` }, '', address)
  document.documentElement.lang = language
  server.byDefault(paymentCalls.orderState, succeed({ is_paid: false, receipt_path: null }))
  if (as) {
    server.byDefault(
      communityCalls.listOwn,
      succeed({ animals: [], mayRegister: false, isEmailConfirmed: true, wards: [] }),
    )
    server.byDefault(foundCalls.listOwn, succeed([]))
    server.byDefault(dashboardCalls.waiting, succeed({}))
    server.byDefault(consentCalls.notices, succeed([]))
    localStorage.setItem('user', JSON.stringify(as))
    const { username, email, duties } = as
    server.byDefault(accountCalls.read, () =>
      succeed({
        username,
        email,
        email_confirmed: true,
        pending_email: null,
        phone: null,
        language: null,
        wants_reminders: true,
        ...(duties && { duties }),
      }),
    )
  }
  show = () => mount(server, { ...SITE, ...site })
  await show()
  cleanUps.push(async () => {
    show = null
    await closePage()
    const left = document.querySelectorAll('head script[src^="data:"]')
    for (const script of left) script.remove()
    expect(left.length, 'scripts of the payment provider that outlive their page').toBe(0)
    // The session remembers that somebody has logged out, until somebody logs in.
    signIn(OWNER)
    localStorage.clear()
    sessionStorage.clear()
    await cookieStore.delete('lang')
    for (const { name = '' } of await indexedDB.databases()) await emptied(name)
    history.replaceState(null, '', before)
    expect(server.faults, 'calls that the test did not expect').toEqual([])
  })
  return server
}

/** Shows the page of this address: the app's, or one that the server renders, as the script finds it. */
async function mount(server: FakeServer, site: PageSite): Promise<void> {
  const stopListening = server.listen()
  const place = document.createElement('div')
  document.body.append(place)
  const i18n = await startPageTexts()
  // An earlier test may have loaded the layout that adds them.
  if (currentUser()?.role === 'admin') await addAdminTexts()
  const rendered = await hydratePage(place, i18n, site)
  const { root, stopNavigating } = rendered ? { root: rendered, stopNavigating: () => {} } : showApp(place, i18n, site)
  closings.push(async () => {
    // The messages of a test would stay for the next one.
    closeToasts()
    stopNavigating()
    root.unmount()
    place.remove()
    await currentQueries().cancelQueries()
    currentQueries().clear()
    stopListening()
  })
}

let show: (() => Promise<void>) | null = null
let showing: Promise<void> = Promise.resolve()

// The test's own page stays where the product loads another one, which is shown in it.
navigation.addEventListener('navigate', (event) => {
  const { sameDocument, url } = event.destination
  if (sameDocument || !event.canIntercept || !pageAt(new URL(url).pathname)) return
  event.intercept({
    handler() {
      showing = showNext()
      return showing
    },
  })
})

async function showNext(): Promise<void> {
  // React may be in the middle of the rendering that has led here.
  await new Promise((resolve) => setTimeout(resolve))
  if (!show) return
  await closeShown()
  await show()
}

function showApp(place: HTMLElement, i18n: I18n, site: AppSite) {
  const root = createRoot(place)
  const { app, stopNavigating } = startApp(site)
  root.render(<TextProvider i18n={i18n}>{app}</TextProvider>)
  return { root, stopNavigating }
}

/** The app, and an end of its listening for Back and Forward, which would go on loading pages during later tests. */
function startApp(site: AppSite) {
  const { addEventListener } = window
  const listeners: EventListenerOrEventListenerObject[] = []
  window.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type === 'popstate') listeners.push(listener)
    addEventListener.call(window, type, listener, options)
  }
  const app = createApp(site)
  window.addEventListener = addEventListener
  const stopNavigating = () => {
    for (const listener of listeners) removeEventListener('popstate', listener)
  }
  return { app, stopNavigating }
}

/** Closes the page, and keeps what the browser has stored: the next page that the test opens finds it, as after a reload. */
export async function closePage(): Promise<void> {
  // A page that is just being shown would stay open and go on beside the next one.
  await showing
  await closeShown()
}

async function closeShown(): Promise<void> {
  for (const close of closings.splice(0)) await close()
}

function emptied(database: string): Promise<void> {
  return new Promise((resolve) => {
    const opened = indexedDB.open(database)
    // The page has to make it, with its stores.
    opened.onupgradeneeded = () => opened.transaction?.abort()
    opened.onsuccess = () => {
      const { result } = opened
      const stores = [...result.objectStoreNames]
      if (stores.length > 0) {
        const transaction = result.transaction(stores, 'readwrite')
        for (const store of stores) transaction.objectStore(store).clear()
      }
      result.close()
      resolve()
    }
    opened.onerror = () => resolve()
  })
}
