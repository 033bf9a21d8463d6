import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Renders a page for one person and sends it with this status. It is kept nowhere. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, page: PublicPage, status: number) => FastifyReply

/** True for the navigation of a browser to a page. */
export function acceptsHtml(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && (request.headers.accept?.includes('text/html') ?? false)
}
