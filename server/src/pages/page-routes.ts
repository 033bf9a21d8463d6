import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import { allCalls } from '@petsetu/contract/calls.ts'
import { once } from '@petsetu/contract/once.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { normalizePetId } from '@petsetu/contract/pet-id.ts'
import type { TagView } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isDatabaseAway, notFound, Refusal } from '../errors.ts'
import { acceptsHtml } from '../http/accepts-html.ts'
import { PAGE_CSP, payPageCsp } from '../http/headers.ts'
import { logEvent, sendRefusal } from '../http/reply-error.ts'
import type { FindTagView } from '../pets/tag-view.ts'
import { ASSETS_DIR, readBuiltPages, WEB_DIR } from './built-pages.ts'
import { deflatePage } from './deflate-page.ts'
import { encodeOnce, htmlStart, sendAfter, sendHtml, sendTaggedHtml, tagged } from './send-html.ts'
import { appShellHtml, petPages, publicPageRest, publicPageStart } from './shell.ts'

// Whoever comes to one of these from another page of the app loads it anew: a page keeps the policy it came with.
const PAY_PAGES = new Set<string>(
  [paths.complaint, paths.regularMembership, paths.premiumMembership].map((page) => page.pattern),
)

/** Every page of `contract/paths`, the files that they load, and what becomes of an address that is none. */
export async function pageRoutes(app: FastifyInstance, deps: Deps & { findTagView: FindTagView }): Promise<void> {
  const site = siteOf(deps)
  const built = await readBuiltPages()
  const appShell = once(() => encodeOnce(appShellHtml(built, site)))
  const home = once(() => tagged(publicPageStart(built, 'home', site) + publicPageRest(built, { name: 'home' }, site)))
  const start = htmlStart(publicPageStart(built, 'pet-detail', site))
  const petPage = petPages(built, site)
  const sendTagPage = (tag: TagView, request: FastifyRequest, reply: FastifyReply) => {
    if (tag.kind === 'pet') {
      const page = petPage(tag.pet)
      const deflate = () => deflatePage(page, start.plain.length)
      return sendAfter(start, page.bytes, { request, reply, deflate })
    }
    const rest = Buffer.from(publicPageRest(built, { name: 'pet-detail', tag }, site))
    return sendAfter(start, Buffer.concat([start.plain, rest]), { request, reply })
  }

  await servePageFiles(app)

  app.get(paths.home.pattern, async (request, reply) => sendTaggedHtml(request, reply, home()))

  app.get<{ Params: { petId: string } }>(routeOf(paths.petDetail.pattern), async (request, reply) => {
    const { tag, status, retryAfterSeconds } = await lookUp(request.params.petId, request)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    reply.code(status).header('x-robots-tag', 'noindex')
    return sendTagPage(tag, request, reply)
  })

  // The field 'Found a tag? Type its ID', where no script has loaded.
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

  // Where a page and a call share an address, a browser's navigation gets the page and every other caller the call.
  const shared = new Set<string>(shellPatterns.filter((pattern) => callPatterns.has(pattern)))
  app.addHook('onRequest', (request, reply, done) => {
    if (!shared.has(request.routeOptions.url ?? '')) return done()
    reply.header('vary', 'accept')
    if (acceptsHtml(request)) sendHtml(request, reply, appShell())
    else done()
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (isPageAddress(request)) return reply.redirect(paths.home.to({}), 302)
    return sendRefusal(reply, notFound('There is nothing at this address.'))
  })

  async function findTag(petId: string): Promise<TagView> {
    deps.gate.enter('keep')
    try {
      return await deps.findTagView(petId)
    } finally {
      deps.gate.leave()
    }
  }

  /** What stands behind an ID that somebody scanned or typed. Whatever fails, they get a page and not a bare error. */
  async function lookUp(
    typed: string,
    request: FastifyRequest,
  ): Promise<{ tag: TagView; status: number; retryAfterSeconds?: number | undefined }> {
    try {
      deps.throttles.tagMisses.refuseIfKnownOver(request.ip)
      const petId = normalizePetId(typed)
      const tag: TagView = petId ? await findTag(petId) : { kind: 'missing' }
      if (tag.kind === 'missing') await deps.throttles.tagMisses.count(request.ip)
      return { tag, status: tag.kind === 'missing' ? 404 : 200 }
    } catch (error) {
      const missing: TagView = { kind: 'missing' }
      if (error instanceof Refusal) {
        logEvent(request, error)
        return { tag: missing, status: error.status, retryAfterSeconds: error.retryAfterSeconds }
      }
      request.log.error({ err: error }, 'the pet page failed')
      return { tag: missing, status: isDatabaseAway(error) ? 503 : 500, retryAfterSeconds: 5 }
    }
  }
}

function siteOf({ config, provider }: Deps): Site {
  const { foundationName, marketingUrl, developerCredit, publicUrl } = config
  return { foundationName, marketingUrl, developerCredit, publicUrl, checkoutUrl: provider.checkoutUrl }
}

/** Assets carry a hash in their name and are kept for ever; the few files with plain names for a day. */
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
  // One route for all of them: a route for each would take a tenth of a start.
  const assets = new Set(await namesIn(ASSETS_DIR))
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    return assets.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
  for (const name of await namesIn(WEB_DIR)) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, WEB_DIR, { maxAge: '1d', immutable: false }))
  }
}

/** The files of a folder by their own names, which those compressed are sent under, too. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name)
}

function routeOf(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1')
}

// Calls and files live below these, or have a name with a dot; whatever else somebody opens in a browser is a page that
// does not exist.
const NO_PAGE = /^\/(api|auth|pets|assets|uploads|docs|openapi\.json)(\/|$)|\/\.|\.[a-z0-9]+$/i

function isPageAddress(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? '/'
  if (NO_PAGE.test(path)) return false
  const { accept = '*/*' } = request.headers
  const isAdminCall = path.startsWith('/admin/') && !acceptsHtml(request)
  return !isAdminCall && (acceptsHtml(request) || accept.includes('*/*'))
}
