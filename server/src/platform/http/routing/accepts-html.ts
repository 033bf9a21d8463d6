import type { FastifyRequest } from 'fastify'

/** True for the navigation of a browser to a page. */
export function acceptsHtml(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && (request.headers.accept?.includes('text/html') ?? false)
}
