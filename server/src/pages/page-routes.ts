import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import { allCalls } from '@petsetu/contract/calls.ts'
import { once } from '@petsetu/contract/once.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { normalizePetId } from '@petsetu/contract/pet-id.ts'
import type { TagView } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError, isDatabaseUnavailable, notFound } from '../errors.ts'
import { PAGE_CSP, payPageCsp } from '../http/headers/security-headers.ts'
import { acceptsHtml } from '../http/routing/accepts-html.ts'
import { recordRejection, sendError } from '../http/routing/error-reply.ts'
import type { FindTagView } from '../pets/tag-view.ts'
import { ASSETS_DIR, readBuiltPages, WEB_DIR } from './built-pages.ts'
import { renderedPages } from './rendered-pages.ts'
import { encodeOnce, sendHtml, sendTaggedHtml, tagged } from './send-html.ts'
import { appShellHtml } from './shell.ts'

// Navigating to one of these within the app reloads the page, because a document keeps the CSP it was loaded with.
const PAY_PAGES = new Set<string>(
  [paths.complaint, paths.regularMembership, paths.premiumMembership].map((page) => page.pattern),
)

/** Serves every page of `contract/paths`, the files that they load, and the redirects or 404s for unknown addresses. */
export async function pageRoutes(app: FastifyInstance, deps: Deps & { findTagView: FindTagView }): Promise<void> {
  const site = siteOf(deps)
  const built = await readBuiltPages()
  const appShell = once(() => encodeOnce(appShellHtml(built, site)))
  const pages = renderedPages(built, site)
  const home = once(() => tagged(pages.encoded({ name: 'home' }).identity().toString()))

  await servePageFiles(app)

  app.get(paths.home.pattern, async (request, reply) => sendTaggedHtml(request, reply, home()))

  app.get<{ Params: { petId: string } }>(routeOf(paths.petDetail.pattern), async (request, reply) => {
    const { tag, status, retryAfterSeconds } = await lookUp(request.params.petId, request)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    reply.code(status).header('x-robots-tag', 'noindex')
    return sendHtml(request, reply, pages.encoded({ name: 'pet-detail', tag }))
  })

  // The target of the form 'Found a tag? Type its ID' without JavaScript.
  app.get<{ Querystring: { id?: unknown } }>('/find-tag', async (request, reply) => {
    const typed = typeof request.query.id === 'string' ? request.query.id.slice(0, 40).toWellFormed() : ''
    return reply.redirect(typed.trim() ? paths.petDetail.to({ petId: normalizePetId(typed) ?? typed }) : '/', 303)
  })

  const shellPatterns = Object.values(paths)
    .map((page) => page.pattern)
    .filter((pattern) => pattern !== paths.home.pattern && pattern !== paths.petDetail.pattern)
  const callPatterns = new Set<string>(allCalls.filter((call) => call.method === 'GET').map((call) => call.path))
  const payPolicy = payPageCsp(deps.provider)
  for (const pattern of shellPatterns.filter((pattern) => !callPatterns.has(pattern))) {
    const policy = PAY_PAGES.has(pattern) ? payPolicy : PAGE_CSP
    app.get(routeOf(pattern), async (request, reply) => sendHtml(request, reply, appShell(), { policy }))
  }

  // A browser that navigates to an API address gets the page with the same address, or is redirected to the home page.
  const shared = new Set<string>(shellPatterns.filter((pattern) => callPatterns.has(pattern)))
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', config } = request.routeOptions
    if (config.call?.method !== 'GET') return done()
    reply.header('vary', 'accept')
    if (!acceptsHtml(request)) return done()
    if (shared.has(url)) sendHtml(request, reply, appShell())
    else reply.redirect(paths.home.to({}), 302)
  })

  app.setNotFoundHandler(async (request, reply) => {
    reply.header('vary', 'accept')
    if (isPageAddress(request)) return reply.redirect(paths.home.to({}), 302)
    return sendError(reply, notFound('There is nothing at this address.'))
  })

  async function findTag(petId: string): Promise<TagView> {
    deps.loadShedding.enter('critical')
    try {
      return await deps.findTagView(petId)
    } finally {
      deps.loadShedding.leave()
    }
  }

  /** Finds the page for a tag ID that was scanned or typed. If that fails, the visitor still gets a page and not a bare error. */
  async function lookUp(
    typed: string,
    request: FastifyRequest,
  ): Promise<{ tag: TagView; status: number; retryAfterSeconds?: number | undefined }> {
    try {
      deps.throttles.tagMisses.rejectIfKnownOver(request.ip)
      const petId = normalizePetId(typed)
      const tag: TagView = petId ? await findTag(petId) : { kind: 'missing' }
      if (tag.kind === 'missing') await deps.throttles.tagMisses.count(request.ip)
      return { tag, status: tag.kind === 'missing' ? 404 : 200 }
    } catch (error) {
      const failed: TagView = { kind: 'failed' }
      if (error instanceof HttpError) {
        recordRejection(request, error)
        return { tag: failed, status: error.status, retryAfterSeconds: error.retryAfterSeconds }
      }
      request.log.error({ err: error }, 'the pet page failed')
      return { tag: failed, status: isDatabaseUnavailable(error) ? 503 : 500, retryAfterSeconds: 5 }
    }
  }
}

function siteOf({ config, provider }: Deps): Site {
  const { foundationName, marketingUrl, developerCredit, publicUrl } = config
  return { foundationName, marketingUrl, developerCredit, publicUrl, checkoutUrl: provider.checkoutUrl }
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
}

/** The files of a folder by their own names, without the suffix of compressed ones. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name)
}

function routeOf(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1')
}

const ASSET = /^\/assets(\/|$)/i
// API calls and files are below these paths, or have a dot in their name; programs that request an unknown one get a 404.
const CALL_OR_FILE = /^\/(api|auth|pets|admin|uploads|docs|openapi\.json)(\/|$)|\/\.|\.[a-z0-9]+$/i

/** Whether a request for an unknown address is redirected to the home page. */
function isPageAddress(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? '/'
  // A page in place of a missing asset would be parsed as a script or a style sheet.
  if (ASSET.test(path)) return false
  if (acceptsHtml(request)) return true
  const { accept = '*/*' } = request.headers
  return accept.includes('*/*') && !CALL_OR_FILE.test(path)
}
