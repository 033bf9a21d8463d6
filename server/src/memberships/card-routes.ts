import { succeed } from '@petsetu/contract/envelope.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { languageOf } from '../languages/request-language.ts'
import { inPdfThread } from '../pdf/pdf-thread.ts'
import { countedByAccount, sendPdf } from '../pdf/send-pdf.ts'
import type { drawMemberCard } from './draw-member-card.ts'
import { findCard, renewCard } from './member-card.ts'
import { memberPage } from './member-page.ts'

const draw = inPdfThread<typeof drawMemberCard>(new URL('./draw-member-card.ts', import.meta.url), 'drawMemberCard')

/** The card of a member, and the page with which others check it. */
export function cardRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = mounter(app, deps)

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
