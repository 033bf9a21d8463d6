import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { acceptsHtml } from './accepts-html.ts'
import type { IsTrusted } from './trusted-proxies.ts'

/**
 * Where the public address is https, what reached a trusted proxy by http is not answered there: a page is sent on to https,
 * anything else is refused, since a caller that is sent on would go on showing its token to everybody on the way.
 */
export function httpsOnly(app: FastifyInstance, publicUrl: string, isTrusted: IsTrusted): void {
  if (!publicUrl.startsWith('https:')) return
  app.addHook('onRequest', async (request, reply) => {
    if (!cameByHttp(request, isTrusted)) return
    // An address may also be written without its slash, and would then name another host here.
    if (acceptsHtml(request) && request.url.startsWith('/')) return reply.redirect(publicUrl + request.url, 308)
    throw new Refusal(403, `Use ${publicUrl}.`)
  })
}

function cameByHttp(request: FastifyRequest, isTrusted: IsTrusted): boolean {
  const { 'x-forwarded-proto': told } = request.headers
  return told !== undefined && isTrusted(request.socket.remoteAddress ?? '') && request.protocol === 'http'
}
