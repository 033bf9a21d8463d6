import type { MemberView } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { statusOf } from '../http/routing/rejected-page.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { languageOf } from '../languages/request-language.ts'
import { findMemberView } from './member-card.ts'

/** The page behind the QR code of a member's card, for whoever checks it. It is answered from the database each time. */
export function memberPage({ sendPage, ...deps }: Deps & { sendPage: SendPage }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { member, status } = await read(request, reply)
    return sendPage(request, reply, { name: 'member', member }, status)
  }

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<{ member: MemberView; status: number }> {
    const { token } = request.params as { token: string }
    try {
      deps.throttles.memberTokenMisses.rejectIfKnownOver(request.ip)
      const member = await deps.loadShedding.run(() => findCounted(token, request))
      return { member, status: member.kind === 'missing' ? 404 : 200 }
    } catch (error) {
      return { member: { kind: 'failed' }, status: statusOf(error, request, reply) }
    }
  }

  /** Counts a token that no card has as a guess of this network. */
  async function findCounted(token: string, request: FastifyRequest): Promise<MemberView> {
    const member = await findMemberView(deps, token, languageOf(request))
    if (!member) await deps.throttles.memberTokenMisses.count(request.ip)
    return member ?? { kind: 'missing' }
  }
}
