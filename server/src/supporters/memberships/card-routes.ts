import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { MemberView } from '@petsetu/contract/site/public-pages.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/routing/error-reply.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import type { SendPage } from '../../platform/http/routing/send-page.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { countedByAccount, inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import type { drawMemberCard } from './draw-member-card.ts'
import { findCard, findMemberView, renewCard } from './member-card.ts'

const draw = inPdfThread<typeof drawMemberCard>(new URL('./draw-member-card.ts', import.meta.url), 'drawMemberCard')

/** The card of a member, and the page with which others check it. */
export function cardRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = routeRegistrar(app, deps)

  app.get(routeOf(paths.member), memberPage(deps))

  on(membershipCalls.card, async ({ person, request }) => succeed(await findCard(deps, person.id, languageOf(request))))

  on(membershipCalls.renewCard, async ({ person, request }) => {
    await renewCard(deps.db, person.id)
    return succeed(await findCard(deps, person.id, languageOf(request)))
  })

  on(
    membershipCalls.cardPdf,
    async ({ person, request, reply }) => {
      const card = await findCard(deps, person.id, languageOf(request))
      if (!card) throw notFound('membership_not_found')
      const { foundationName } = deps.foundation()
      const pdf = await draw(card, { publicUrl: deps.config.publicUrl, foundationName }, languageOf(request))
      return sendPdf(reply, 'petsetu-membership-card.pdf', pdf)
    },
    countedByAccount(deps),
  )
}

/** The page behind the QR code of a member's card, for whoever checks it. It is answered from the database each time. */
function memberPage({ sendPage, ...deps }: Deps & { sendPage: SendPage }) {
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
