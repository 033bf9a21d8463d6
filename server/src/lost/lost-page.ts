import type { LostList } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { recordRejection } from '../http/routing/error-reply.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { listLost } from './lost-list.ts'

const AREA_LENGTH_MAX = 100

/** The public list of lost pets, on pages that need no script. If it cannot be read, the visitor still gets a page. */
export function lostPage({ db, loadShedding, sendPage }: Deps & { sendPage: SendPage }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { list, status } = await read(request)
    return sendPage(request, reply, { name: 'lost', list }, status)
  }

  async function read(request: FastifyRequest): Promise<{ list: LostList; status: number }> {
    try {
      loadShedding.enter('normal')
      try {
        return { list: await listLost(db, askedFor(request)), status: 200 }
      } finally {
        loadShedding.leave()
      }
    } catch (error) {
      const failed: LostList = { kind: 'failed' }
      if (error instanceof HttpError) {
        recordRejection(request, error)
        return { list: failed, status: error.status }
      }
      request.log.error({ err: error }, 'the list of lost pets failed')
      return { list: failed, status: isDatabaseUnavailable(error) ? 503 : 500 }
    }
  }
}

/** What is not a page number is page 1; an area is looked for as it is typed. */
function askedFor({ query }: FastifyRequest): { area: string; page: number } {
  const { area, page } = query as Record<string, unknown>
  const typed =
    typeof area === 'string' ? area.slice(0, AREA_LENGTH_MAX).toWellFormed().replaceAll('\0', '').trim() : ''
  return { area: typed, page: typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 }
}
