import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { HttpError } from '../../errors.ts'
import type { IsTrusted } from '../limits/source-of.ts'
import { acceptsHtml } from '../routing/pages.ts'

/** Lets our own HTML pages load from this origin alone, with inline styles, but no inline script and no eval. */
export const PAGE_CSP = pagePolicy([])

export function payPageCsp({ checkoutUrl, apiUrl }: { checkoutUrl: string; apiUrl: string }): string {
  const origins = new Set([new URL(checkoutUrl).origin, new URL(apiUrl).origin])
  // The real checkout sends its metrics there; if blocked, it fills the console with errors.
  if (origins.has('https://checkout.razorpay.com')) origins.add('https://lumberjack.razorpay.com')
  return pagePolicy([...origins])
}

/** For the service worker, which may load what it keeps, and nothing from elsewhere. */
export const WORKER_CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

function pagePolicy(paymentOrigins: string[]): string {
  const payment = paymentOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${payment}`,
    // The component library positions elements with style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${payment}`,
    "worker-src 'self'",
    `connect-src 'self'${payment}`,
    `frame-src${payment || " 'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${payment}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

// HSTS for one year.
const HTTPS_SECONDS = 31_536_000

/** Sets every reply's security headers. Only our own pages may be rendered as documents. */
export function securityHeaders(app: FastifyInstance, publicUrl: string): void {
  // Created once: `@fastify/helmet` builds it for each request, which takes a third of the time of a scan.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // Lets popups that the page opens, such as a bank's page in the checkout, keep a reference to it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: isHttps(publicUrl) && { maxAge: HTTPS_SECONDS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()))
}

/** The most important headers, for the few replies that are written before the hooks run. */
export function bareHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(isHttps(publicUrl) && { 'strict-transport-security': `max-age=${HTTPS_SECONDS}; includeSubDomains` }),
  }
}

/** With a public https address, redirects pages from http and refuses the rest, whose token would go in clear text. */
export function httpsOnly(app: FastifyInstance, publicUrl: string, isTrusted: IsTrusted): void {
  if (!isHttps(publicUrl)) return
  app.addHook('onRequest', async (request, reply) => {
    if (!cameByHttp(request, isTrusted)) return
    // Without the leading slash the redirect could lead to another host.
    if (acceptsHtml(request) && request.url.startsWith('/')) return reply.redirect(publicUrl + request.url, 308)
    throw new HttpError(403, 'https_required', { values: { address: publicUrl } })
  })
}

function cameByHttp(request: FastifyRequest, isTrusted: IsTrusted): boolean {
  const { 'x-forwarded-proto': told } = request.headers
  return told !== undefined && isTrusted(request.socket.remoteAddress ?? '') && request.protocol === 'http'
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
