import type { MemberView } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { recordRejection } from '../http/routing/error-reply.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { findMemberView } from './member-card.ts'

/** The page behind the QR code of a member's card, for whoever checks it. It is answered from the database each time. */
export function memberPage({ sendPage, ...deps }: Deps & { sendPage: SendPage }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { member, status } = await read(request, reply)
    return sendPage(request, reply, { name: 'member', member }, status)
  }

  /** Guesses are counted by network. */
  async function read(request: FastifyRequest, reply: FastifyReply): Promise<{ member: MemberView; status: number }> {
    const { token } = request.params as { token: string }
    try {
      deps.throttles.memberTokenMisses.rejectIfKnownOver(request.ip)
      deps.loadShedding.enter('normal')
      try {
        const member = await findMemberView(deps, token)
        if (!member) await deps.throttles.memberTokenMisses.count(request.ip)
        return { member: member ?? { kind: 'missing' }, status: member && member.kind !== 'missing' ? 200 : 404 }
      } finally {
        deps.loadShedding.leave()
      }
    } catch (error) {
      const member: MemberView = { kind: 'failed' }
      if (error instanceof HttpError) {
        recordRejection(request, error)
        if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
        return { member, status: error.status }
      }
      request.log.error({ err: error }, 'the page of a member’s card failed')
      return { member, status: isDatabaseUnavailable(error) ? 503 : 500 }
    }
  }
}
