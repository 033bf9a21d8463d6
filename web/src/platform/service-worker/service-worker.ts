// Shows notices, and lets the complaint form and, for helpers, the pages of camps open without a connection. It keeps their shells, which are the
// same for everybody, and files whose name holds their hash: no other page, no answer of a call, nothing personal. All other requests go to the
// network without it.

import type { PushNotice } from '@petsetu/contract/people/push.ts'

/** A page that opens without a connection, and the files that its scripts load later. */
type Shell = { shell: string; files: string[] }
/** `version` changes with every build. The pages of camps are kept once one of them asks for it. */
type Build = Shell & { version: string; camps: Shell }
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null }
type ClickEvent = ExtendableEvent & { notification: { close: () => void; data: unknown } }
type Page = { url: string; focus: () => Promise<unknown> }
type PageMessage = ExtendableEvent & { ports: readonly MessagePort[] }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (answer: Promise<Response>) => void }
type ServiceWorkerScope = {
  /** Written by the server in front of this script; null if the service worker is switched off. */
  BUILD: Build | null
  skipWaiting: () => Promise<void>
  registration: {
    unregister: () => Promise<boolean>
    showNotification: (title: string, options: NotificationOptions) => Promise<void>
  }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: PageMessage) => void): void
    (type: 'push', listener: (event: PushEvent) => void): void
    (type: 'notificationclick', listener: (event: ClickEvent) => void): void
  }
}

const scope = globalThis as unknown as ServiceWorkerScope
const CACHE_PREFIX = 'petsetu-'
const LANGUAGE = '/language'
const ANSWER_MS_MAX = 4_000
// The home page is another page than the form: on a line that is only slow it comes, and the form does not take its place.
const HOME_MS_MAX = 15_000
// The headers that answers vary by do not matter: the language is part of the address under which a shell is kept.
const IGNORE_VARY = { ignoreVary: true }
const IN_ANY_LANGUAGE = { ...IGNORE_VARY, ignoreSearch: true }

if (scope.BUILD) {
  serveShell(scope.BUILD)
  showNotices()
} else removeItself()

function serveShell(build: Build): void {
  const { version, shell } = build
  const { keepAll, asset, page, start } = keptFiles(version, build)
  const camps = keptFiles(version, build.camps)

  scope.addEventListener('install', (event) => event.waitUntil(Promise.all([keepAll(), camps.keepAgain()])))
  scope.addEventListener('activate', (event) => event.waitUntil(deleteOld()))
  scope.addEventListener('message', (event) => {
    const [port] = event.ports
    // A page of camps asks to be kept, and is told here when it is.
    if (port) event.waitUntil(camps.keepAll().then(() => port.postMessage(true)))
    // The page asks for it once its visitor has agreed to the new version.
    else void scope.skipWaiting()
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
    else if (request.mode !== 'navigate') return
    else if (pathname === shell) event.respondWith(page(event))
    else if (`${pathname}/`.startsWith(`${build.camps.shell}/`)) event.respondWith(camps.page(event))
    // The start page of the installed app: without a connection, something that works.
    else if (pathname === '/') event.respondWith(start(request))
  })

  async function deleteOld(): Promise<void> {
    // While this version was installed or waited, the old one has kept the pages of camps. They stay, until the next version has its own.
    if (await camps.isOnlyOld()) return
    await deleteCaches((name) => name !== CACHE_PREFIX + version)
  }
}

/** The shell in the languages that it was shown in, the files that it needs, and the language that it was last shown in. */
function keptFiles(version: string, { shell, files }: Shell) {
  const opened = () => caches.open(CACHE_PREFIX + version)
  const inLanguage = (language: string) => `${shell}?lang=${language}`

  async function keepAll(): Promise<void> {
    await followLanguage(await fetch(shell))
  }

  /** Keeps the shell of this version, if that of an earlier one is kept. */
  async function keepAgain(): Promise<void> {
    if (await caches.match(shell, IN_ANY_LANGUAGE)) await keepAll()
  }

  /** True if an earlier version has kept its shell, and this one has not. */
  async function isOnlyOld(): Promise<boolean> {
    const cache = await opened()
    return !(await cache.match(shell, IN_ANY_LANGUAGE)) && Boolean(await caches.match(shell, IN_ANY_LANGUAGE))
  }

  /** Keeps the shell in the language of this answer, unless it is kept already. */
  async function followLanguage({ headers }: Response): Promise<void> {
    const language = headers.get('content-language')
    if (!language) return
    const cache = await opened()
    if (!(await cache.match(inLanguage(language), IGNORE_VARY))) await keepShell(cache, language)
    await keep(LANGUAGE, new Response(language))
  }

  async function keepShell(cache: Cache, language: string): Promise<void> {
    // Without cookies, so that the language is the one asked for.
    const answer = await fetch(shell, { credentials: 'omit', headers: { 'accept-language': language } })
    if (!answer.ok) throw new Error(`${shell} answered ${answer.status}`)
    const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
    await cache.addAll([...new Set([...files, ...named])])
    await cache.put(inLanguage(language), answer)
  }

  async function asset(event: FetchEvent): Promise<Response> {
    const { request } = event
    const kept = await caches.match(request, IGNORE_VARY)
    if (kept) return kept
    const answer = await fetch(request)
    if (answer.ok) event.waitUntil(keep(request, answer.clone()))
    return answer
  }

  async function page(event: FetchEvent): Promise<Response> {
    const fetched = fetch(event.request)
    const answer = await inTime(fetched)
    if (answer) event.waitUntil(followLanguage(answer))
    // Without a kept shell there is nothing to show but what comes late.
    return answer ?? (await keptShell(new URL(event.request.url).search)) ?? fetched
  }

  async function start(request: Request): Promise<Response> {
    const fetched = fetch(request)
    const answer = await inTime(fetched, HOME_MS_MAX)
    if (answer) return answer
    return (await keptShell()) ? Response.redirect(shell) : fetched
  }

  /** In the language that the query asks for, if it is kept; otherwise in the one that was shown last. */
  async function keptShell(search = ''): Promise<Response | undefined> {
    const cache = await opened()
    const last = await (await cache.match(LANGUAGE))?.text()
    for (const language of [new URLSearchParams(search).get('lang'), last]) {
      const address = inLanguage(language ?? '')
      const kept = (await cache.match(address, IGNORE_VARY)) ?? (await caches.match(address, IGNORE_VARY))
      if (kept) return kept
    }
  }

  /** Fails silently where there is no room: the page works all the same. */
  async function keep(address: Request | string, answer: Response): Promise<void> {
    await opened()
      .then((cache) => cache.put(address, answer))
      .catch(() => {})
  }

  return { keepAll, keepAgain, isOnlyOld, asset, page, start }
}

/** All that a notice says came with it: nothing is fetched to show it. */
function showNotices(): void {
  scope.addEventListener('push', (event) => {
    const notice = noticeOf(event.data?.json())
    if (!notice) return
    const { title, body, tag, lang } = notice
    const options = { body, tag, lang, icon: '/icon-192.png', data: notice }
    event.waitUntil(scope.registration.showNotification(title, options))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const notice = noticeOf(event.notification.data)
    if (notice) event.waitUntil(Promise.all([open(notice.path), tellRead(notice.read)]))
  })
}

function noticeOf(data: unknown): PushNotice | null {
  const { title, body, path, tag, lang, read } = (data ?? {}) as Record<string, unknown>
  const texts = [title, body, path, tag, lang, read]
  if (!texts.every((text) => typeof text === 'string')) return null
  return data as PushNotice
}

/** Opens a page of this site; if it is open already, there. */
async function open(path: string): Promise<void> {
  const { href, origin } = new URL(path, location.origin)
  if (origin !== location.origin) return
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === href)
  await (page ? page.focus() : scope.clients.openWindow(href))
}

/** Then no mail about the same comes. Without a connection it does. */
async function tellRead(token: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch('/api/push/read', { method: 'POST', headers, body: JSON.stringify({ token }) }).catch(() => {})
}

/** Null if there is no answer in time, or none at all: many networks take a request and never answer. */
function inTime(fetched: Promise<Response>, milliseconds = ANSWER_MS_MAX): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))
  return Promise.race([fetched.catch(() => null), late])
}

/** Removes itself from a browser that has an earlier version of it. */
function removeItself(): void {
  scope.addEventListener('install', () => void scope.skipWaiting())
  scope.addEventListener('activate', (event) =>
    event.waitUntil(deleteCaches(() => true).then(() => scope.registration.unregister())),
  )
}

async function deleteCaches(isOld: (name: string) => boolean): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && isOld(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}
