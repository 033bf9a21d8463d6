import type { FastifyInstance } from 'fastify'

/** For HTML pages of our own: scripts and everything else from this origin only; nothing inline, nothing evaluated. */
export const PAGE_CSP = pagePolicy([])

/** For the pages that pay: the provider's script, frames and calls besides. It is on no other page. */
export function payPageCsp({ checkoutUrl, apiUrl }: { checkoutUrl: string; apiUrl: string }): string {
  const origins = new Set([new URL(checkoutUrl).origin, new URL(apiUrl).origin])
  // Where the real checkout sends its own measurements; without it the checkout fills the console with refusals.
  if (origins.has('https://checkout.razorpay.com')) origins.add('https://lumberjack.razorpay.com')
  return pagePolicy([...origins])
}

function pagePolicy(paymentOrigins: string[]): string {
  const payment = paymentOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${payment}`,
    // The component library positions its parts through style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${payment}`,
    `connect-src 'self'${payment}`,
    `frame-src${payment || " 'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${payment}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What the few answers carry that are given before a request has got as far as `securityHeaders`. */
export function bareHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${HTTPS_SECONDS}; includeSubDomains`,
    }),
  }
}

// Browsers are held to https for a year.
const HTTPS_SECONDS = 31_536_000

const FOR_OLD_BROWSERS = {
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const FROM_OTHER_WINDOWS = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/** The headers of every answer. Anything that is not one of our pages may not be rendered as one: see the policy. */
export function securityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = { ...FOR_OLD_BROWSERS, ...FROM_OTHER_WINDOWS, ...bareHeaders(publicUrl) }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
