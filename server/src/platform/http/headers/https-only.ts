import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../../errors.ts'
import type { IsTrusted } from '../limits/source-of.ts'
import { acceptsHtml } from '../routing/send-page.ts'

/**
 * If the public address is https, rejects what reached a trusted proxy over http: a page is redirected to https, anything else
 * is refused, because a redirected API client would keep sending its token in clear text.
 */
export function httpsOnly(app: FastifyInstance, publicUrl: string, isTrusted: IsTrusted): void {
  if (!publicUrl.startsWith('https:')) return
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
