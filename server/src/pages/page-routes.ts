import { allCalls } from '@petsetu/contract/calls.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { type PageName, paths, type ShellPage, type WholePage } from '@petsetu/contract/paths.ts'
import { normalizePetId } from '@petsetu/contract/pet-id.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { PAGE_CSP, payPageCsp } from '../http/headers/security-headers.ts'
import { acceptsHtml } from '../http/routing/accepts-html.ts'
import { sendError } from '../http/routing/error-reply.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { languageOf } from '../languages/request-language.ts'
import { appShells } from './app-shells.ts'
import { readBuiltPages } from './built-pages.ts'
import { homePage } from './home-page.ts'
import { legalPages } from './legal-pages.ts'
import { servePageFiles } from './page-files.ts'
import { pageSender } from './page-sender.ts'
import { renderedPages } from './rendered-pages.ts'
import { sendHtml } from './send-html.ts'
import { serveServiceWorker } from './service-worker.ts'
import { siteNow } from './site-now.ts'
import { type TagPageDeps, tagPage } from './tag-page.ts'

// Served by `found/`, `lost/`, `complaints/` and `memberships/`.
type PageOfFeature = 'foundForm' | 'finderThread' | 'lostPets' | 'trackComplaint' | 'followComplaint' | 'member'

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/**
 * Serves the pages of `contract/paths`, the files that they load, and the redirects or 404s for unknown addresses. Returns what
 * sends the pages that features answer with themselves.
 */
export async function pageRoutes(app: FastifyInstance, deps: TagPageDeps): Promise<SendPage> {
  const site = siteNow(deps)
  const built = await readBuiltPages()
  const pages = renderedPages(built, site)
  const appShell = appShells(built, site)
  const whole: Record<Exclude<WholePage, PageOfFeature>, Answer> = {
    home: homePage(deps.counters, pages, site),
    petDetail: tagPage(deps, pages),
    ...legalPages(deps, pages),
  }
  const callPaths = new Set<string>(allCalls.filter((call) => call.method === 'GET').map((call) => call.path))
  const payPolicy = payPageCsp(deps.provider)
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
    // Navigating from another page to one that takes payments loads it anew, because a document keeps the CSP it came with.
    const policy = page.pays ? payPolicy : PAGE_CSP
    const shell: Answer = (request, reply) => sendHtml(request, reply, appShell(name, languageOf(request)), { policy })
    shells.set(routeOf(page), shell)
    if (!callPaths.has(page.pattern)) app.get(routeOf(page), shell)
  }

  // A browser that navigates to an API address gets the page with the same address, or is redirected to the home page.
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', config } = request.routeOptions
    if (config.call?.method !== 'GET') return done()
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
  return pageSender(pages)
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
