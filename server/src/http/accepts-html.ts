import type { FastifyRequest } from 'fastify'

/** True for a browser that goes to a page. */
export function acceptsHtml(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && (request.headers.accept?.includes('text/html') ?? false)
}
