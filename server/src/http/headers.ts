import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** For HTML pages of our own: scripts and everything else from this origin only; nothing inline, nothing evaluated. */
export const PAGE_CSP = [
  "default-src 'self'",
  "script-src 'self'",
  // The component library positions its parts through style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What the few answers carry that are given before a request has got as far as `securityHeaders`. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The headers of every answer. Anything that is not one of our pages may not be rendered as one: see the policy. */
export async function securityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: true },
  })
}
