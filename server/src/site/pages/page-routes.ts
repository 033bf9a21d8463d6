import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import { allCalls } from '@petsetu/contract/calls.ts'
import { type PageName, paths, routeOf, type ShellPage, type WholePage } from '@petsetu/contract/paths.ts'
import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { ComplaintFacts, PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { LANGUAGE_KEY, type Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { approvalOn } from '../../office/settings/approvals.ts'
import { writtenBy } from '../../platform/db/standby.ts'
import { notFound } from '../../platform/errors.ts'
import { PAGE_CSP, payPageCsp } from '../../platform/http/headers/security-headers.ts'
import { sendError, statusOf } from '../../platform/http/routing/error-reply.ts'
import { acceptsHtml, type SendPage } from '../../platform/http/routing/pages.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { listPlansOf } from '../../supporters/plans/plan-queries.ts'
import { ASSETS_DIR, type BuiltPages, readBuiltPages, WEB_DIR } from './built-pages.ts'
import { type Answer, homePage, legalPages } from './cached-pages.ts'
import {
  appShellHtml,
  currentSite,
  type EncodedHtml,
  encodeOnce,
  invalidatedOnChange,
  type RenderedPages,
  renderedPages,
  sendHtml,
} from './rendered-pages.ts'
import { serveServiceWorker } from './service-worker.ts'
import { type TagPageDeps, tagPage } from './tag-page.ts'

// Served by the routes of their nouns.
type PageOfFeature =
  | 'login'
  | 'register'
  | 'forgotPassword'
  | 'resetPassword'
  | 'confirmEmail'
  | 'undoEmailChange'
  | 'privacyRequest'
  | 'mailPreferences'
  | 'foundForm'
  | 'finderThread'
  | 'lostPets'
  | 'trackComplaint'
  | 'followComplaint'
  | 'member'
  | 'receipt'
  | 'pay'

/** Serves pages, their files, redirects and 404s. Returns what sends the pages that features answer with. */
export async function pageRoutes(app: FastifyInstance, deps: TagPageDeps): Promise<SendPage> {
  const site = currentSite(deps)
  const built = await readBuiltPages()
  const pages = renderedPages(built, site)
  const appShell = appShells(built, site)
  const payPolicy = payPageCsp(deps.provider)
  /** Its document may load the provider's script, from the first time that somebody touches its form. */
  function payPage(pageNow: (request: FastifyRequest) => Promise<PublicPage>): Answer {
    return async (request, reply) =>
      sendHtml(request, reply, pages.encoded(await pageNow(request), languageOf(request)), { policy: payPolicy })
  }

  const membership = membershipPage(deps, pages, payPolicy)

  const whole: Record<Exclude<WholePage, PageOfFeature>, Answer> = {
    home: homePage(deps, pages, site),
    petDetail: tagPage(deps, pages),
    ...legalPages(deps, pages),
    complaint: payPage(async (request) => {
      const animal = await animalIn(request, deps)
      return { name: 'complaint', facts: { ...factsOf(site()), ...(animal !== undefined && { animal }) } }
    }),
    payComplaint: payPage(async () => ({ name: 'payComplaint' })),
    regularMembership: membership('regular'),
    premiumMembership: membership('premium'),
    donate: payPage(async (request) => {
      const settings = deps.foundation()
      const taxSection = approvalOn(today(), settings)?.donationSection ?? ''
      return { name: 'donate', taxSection, amountTexts: settings.amountTexts[languageOf(request)] }
    }),
  }
  const callPaths = new Set<string>(allCalls.filter((call) => call.method === 'GET').map((call) => call.path))
  const shells = new Map<string, Answer>()

  await servePageFiles(app)
  await serveServiceWorker(app, site)

  // The target of the form 'Found a tag? Type its ID' without JavaScript.
  app.get<{ Querystring: { id?: unknown } }>('/find-tag', async (request, reply) => {
    const typed = typeof request.query.id === 'string' ? request.query.id.slice(0, 40).toWellFormed() : ''
    return reply.redirect(typed.trim() ? paths.petDetail.to({ petId: normalizePetId(typed) ?? typed }) : '/', 303)
  })

  for (const name of Object.keys(whole) as (keyof typeof whole)[]) app.get(routeOf(paths[name]), whole[name])

  for (const name of shellNames()) {
    const page = paths[name]
    const shell: Answer = (request, reply) =>
      sendHtml(request, reply, appShell(name, languageOf(request)), { policy: PAGE_CSP })
    shells.set(routeOf(page), shell)
    if (!callPaths.has(page.pattern)) app.get(routeOf(page), shell)
  }

  // A browser that navigates to an API address gets the page with the same address, or is redirected to the home page.
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', config } = request.routeOptions
    if (config.call?.method !== 'GET') return done()
    // A page links these files, without a script.
    if (config.call.file && config.call.access === 'anyone') return done()
    reply.header('vary', 'accept')
    if (!acceptsHtml(request)) return done()
    const shell = shells.get(url)
    if (shell) void shell(request, reply)
    else reply.redirect(paths.home.to({}), 302)
  })

  app.setNotFoundHandler(async (request, reply) => {
    reply.header('vary', 'accept')
    if (isPageAddress(request)) return reply.redirect(paths.home.to({}), 302)
    return sendError(reply, notFound('address_not_found'))
  })
  return pageSender(pages, payPolicy)
}

function shellNames(): ShellPage[] {
  const names = Object.keys(paths) as PageName[]
  return names.filter((name): name is ShellPage => paths[name].rendered !== 'whole')
}

const ASSET = /^\/assets(\/|$)/i
// API calls and files are below these paths, or have a dot in their name; programs that request an unknown one get a 404.
const CALL_OR_FILE = /^\/(api|auth|pets|admin|uploads|docs|openapi\.json)(\/|$)|\/\.|\.[a-z0-9]+$/i

/** True if a request for an unknown address is redirected to the home page. */
function isPageAddress(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? '/'
  // A page in place of a missing asset would be parsed as a script or a style sheet.
  if (ASSET.test(path)) return false
  if (acceptsHtml(request)) return true
  const { accept = '*/*' } = request.headers
  return accept.includes('*/*') && !CALL_OR_FILE.test(path)
}

const FOR_SEARCH: PublicPage['name'][] = ['login', 'register', 'recovery', 'privacyRequest']

function pageSender(pages: RenderedPages, payPolicy: string): SendPage {
  return (request, reply, page, status) => {
    reply.code(status)
    // Some of these pages are for search engines: each says by itself.
    if (!FOR_SEARCH.includes(page.name)) reply.header('x-robots-tag', 'noindex')
    const policy = page.name === 'pay' ? payPolicy : PAGE_CSP
    return sendHtml(request, reply, pages.uncached(page, languageOf(request), queryOf(page, request)), { policy })
  }
}

/**
 * Returns the query with which links to this page in other languages begin; undefined where they ask for a language only, such as on a page
 * whose address may hold a secret. A form that was refused has lost the page that its reader came for from the address, and the form for the
 * code of a complaint its reference.
 */
function queryOf(page: PublicPage, { url }: FastifyRequest): string | undefined {
  if (page.name === 'follow' && page.view.kind === 'code')
    return `?${new URLSearchParams({ reference: page.view.reference })}&`
  if (page.name !== 'lost' && page.name !== 'login' && page.name !== 'register') return undefined
  const query = new URLSearchParams(url.split('?')[1])
  query.delete(LANGUAGE_KEY)
  if (page.name !== 'lost' && page.view.next !== null) query.set('next', page.view.next)
  return query.size > 0 ? `?${query}&` : undefined
}

function factsOf({ emergencyNumbers, feeTexts, complaintDaysMax }: AppSite): ComplaintFacts {
  return { emergencyNumbers, feeTexts, complaintDaysMax }
}

/** The animal of the street that the address names; null if its tag is of no such animal. If it cannot be read, the form names it by its tag. */
async function animalIn(request: FastifyRequest, deps: TagPageDeps): Promise<ComplaintFacts['animal']> {
  const { animal: typed } = request.query as Record<string, unknown>
  const petId = typeof typed === 'string' ? normalizePetId(typed) : null
  if (!petId) return undefined
  const { tagMisses } = deps.throttles
  const find = async () => {
    tagMisses.rejectIfKnownOver(request.ip)
    const found = await deps.findTagView(petId, writtenBy(request))
    if (found.kind === 'missing') await tagMisses.count(request.ip)
    return found
  }
  const tag = await deps.loadShedding.run(find).catch(() => null)
  if (tag?.kind === 'community') return { petId, petName: tag.animal.pet.petName }
  return tag && tag.kind !== 'failed' ? null : undefined
}

/** Assets have a hash in their name and are cached for ever; pictures with plain names for a month, other files for a day. */
async function servePageFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: ASSETS_DIR,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply, file) => {
      if (file.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })
  // One route for all assets: a route for each would take a tenth of the start time.
  const assets = new Set(await namesIn(ASSETS_DIR))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    return assets.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
  for (const name of await namesIn(WEB_DIR)) {
    const maxAge = name.endsWith('.svg') ? '30d' : '1d'
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, WEB_DIR, { maxAge, immutable: false }))
  }
  const robots = robotsText()
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
}

/** Crawlers stay away from pages behind a sign-in. A pet's page says itself that it is not to be indexed, so it may be fetched. */
function robotsText(): string {
  const closed = Object.values(paths).flatMap(({ who, pattern }) => (who === 'anyone' ? [] : [pattern]))
  // A line covers all addresses that begin with it.
  const shortest = closed.filter((pattern) => !closed.some((other) => pattern.startsWith(`${other}/`)))
  return `User-agent: *\n${shortest.map((pattern) => `Disallow: ${pattern}\n`).join('')}`
}

/** The files of a folder by their own names, without the suffix of compressed ones. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name)
}

type AppShells = (page: ShellPage, language: Language) => EncodedHtml

/** The shell of each page in each language, made when it is first asked for. */
function appShells(built: BuiltPages, currentSite: () => AppSite): AppShells {
  const made = new Map<string, EncodedHtml>()
  const latestSite = invalidatedOnChange(currentSite, () => made.clear())
  return (page, language) => {
    const site = latestSite()
    const key = `${page} ${language}`
    const known = made.get(key)
    if (known) return known
    const text = textsIn(language)
    const { area, pattern } = paths[page]
    const head = { title: text(`titles.${page}`), path: pattern.includes('{') ? null : pattern }
    const isFurther = area === 'admin' && page !== 'admin'
    const shell = encodeOnce(
      appShellHtml(built, site, { page: head, language, further: isFurther ? [built.adminPages.script] : [] }),
    )
    made.set(key, shell)
    return shell
  }
}

/** Answers with the plans of a category and the registration. If the plans cannot be read, the page asks for them once more. */
function membershipPage({ db, loadShedding }: Deps, pages: RenderedPages, policy: string) {
  return (category: PlanCategory) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const language = languageOf(request)
      const plans = await loadShedding
        .run(() => listPlansOf(db, category, language))
        .catch((error: unknown) => {
          reply.code(statusOf(error, request, reply))
          return null
        })
      return sendHtml(request, reply, pages.encoded({ name: 'membership', category, plans }, language), { policy })
    }
}
