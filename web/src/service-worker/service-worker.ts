// Lets the complaint form open without a connection. It keeps the form's shell, which is the same for everybody, and files whose name
// holds their hash: no other page, no answer of a call, nothing personal. All other requests go to the network without it.

type Build = {
  /** Changes with every build. */
  version: string
  /** The page that opens without a connection. */
  shell: string
  /** What its scripts load later. */
  files: string[]
  languages: string[]
}
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = { request: Request; respondWith: (answer: Promise<Response> | Response) => void }
type ServiceWorkerScope = {
  /** Written by the server in front of this script; null if the service worker is switched off. */
  BUILD: Build | null
  skipWaiting: () => Promise<void>
  registration: { unregister: () => Promise<boolean> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: () => void): void
  }
}

const scope = globalThis as unknown as ServiceWorkerScope
const CACHE_PREFIX = 'petsetu-'
const LANGUAGE = '/language'
// The headers that answers vary by do not matter: the language is part of the address under which a shell is kept.
const IGNORE_VARY = { ignoreVary: true }

if (scope.BUILD) serveShell(scope.BUILD)
else removeItself()

function serveShell(build: Build): void {
  const { keepAll, asset, page } = keptFiles(build)
  const { version, shell } = build

  scope.addEventListener('install', (event) => event.waitUntil(keepAll()))
  scope.addEventListener('activate', (event) =>
    event.waitUntil(deleteCaches((name) => name !== CACHE_PREFIX + version)),
  )
  // The page asks for it once its visitor has agreed to the new version.
  scope.addEventListener('message', () => void scope.skipWaiting())
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
    else if (request.mode !== 'navigate') return
    else if (pathname === shell) event.respondWith(page(request))
    // The start page of the installed app: without a connection, something that works.
    else if (pathname === '/' && !navigator.onLine) event.respondWith(Response.redirect(shell))
  })
}

/** The shell in each language, the files that it needs, and the language that it was last shown in. */
function keptFiles({ version, shell, files, languages }: Build) {
  const opened = () => caches.open(CACHE_PREFIX + version)
  const inLanguage = (language: string) => `${shell}?lang=${language}`

  async function keepAll(): Promise<void> {
    const cache = await opened()
    const shells = await Promise.all(languages.map((language) => fetchShell(language)))
    const texts = await Promise.all(shells.map((answer) => answer.clone().text()))
    const named = texts.flatMap((text) => text.match(/\/assets\/[\w.-]+/g) ?? [])
    await cache.addAll([...new Set([...files, ...named])])
    for (const [index, answer] of shells.entries()) await cache.put(inLanguage(languages[index] ?? ''), answer)
    await rememberLanguage(await fetch(shell))
  }

  /** Without cookies, so that the language is the one asked for. */
  async function fetchShell(language: string): Promise<Response> {
    const answer = await fetch(shell, { credentials: 'omit', headers: { 'accept-language': language } })
    if (!answer.ok) throw new Error(`${shell} answered ${answer.status}`)
    return answer
  }

  async function asset(request: Request): Promise<Response> {
    const kept = await caches.match(request, IGNORE_VARY)
    if (kept) return kept
    const answer = await fetch(request)
    if (answer.ok) await keep(request, answer.clone())
    return answer
  }

  async function page(request: Request): Promise<Response> {
    const answer = await fetch(request).catch(() => null)
    if (!answer) return (await keptShell()) ?? Response.error()
    await rememberLanguage(answer)
    return answer
  }

  async function keptShell(): Promise<Response | undefined> {
    const cache = await opened()
    const language = (await (await cache.match(LANGUAGE))?.text()) ?? ''
    return (
      (await cache.match(inLanguage(language), IGNORE_VARY)) ?? cache.match(inLanguage(languages[0] ?? ''), IGNORE_VARY)
    )
  }

  async function rememberLanguage({ headers }: Response): Promise<void> {
    const language = headers.get('content-language')
    if (language) await keep(LANGUAGE, new Response(language))
  }

  /** Fails silently where there is no room: the page works all the same. */
  async function keep(address: Request | string, answer: Response): Promise<void> {
    await opened()
      .then((cache) => cache.put(address, answer))
      .catch(() => {})
  }

  return { keepAll, asset, page }
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
