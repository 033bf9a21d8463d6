import { succeed } from '@petsetu/contract/envelope.ts'
import { followCalls } from '@petsetu/contract/follow.ts'
import { routeOf } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/file-store.ts'
import type { formAnswerer, Sent } from '../http/routing/answer-form.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { mounter } from '../http/routing/mount.ts'
import type { SendPage } from '../http/routing/send-page.ts'
import { languageOf } from '../languages/request-language.ts'
import { textsIn } from '../languages/texts.ts'
import { answerWithPage, claimView } from './follow-pages.ts'
import { openByCode, requestTrackCode } from './track-code.ts'

type TrackDeps = Deps & { sendPage: SendPage }
type AnswerForm = ReturnType<typeof formAnswerer<ReceivedFile>>

/** The page with which complainants find their complaint again: its reference and their address bring a code by mail. */
export function trackRoutes(app: FastifyInstance, deps: TrackDeps, answer: AnswerForm): void {
  const on = mounter(app, deps)

  app.get(routeOf(paths.trackComplaint), (request, reply) =>
    answerWithPage(deps, request, reply, async () => claimView('track', request, { typed: referenceIn(request) })),
  )

  on(followCalls.sendCode, ({ request, reply, whenReceived }) => {
    const save = async ({ fields }: Sent<ReceivedFile>) => {
      const claim = checkedFields(followCalls.sendCode.body, fields)
      await deps.throttles.trackCodesByAddress.count(request.ip)
      await deps.throttles.trackCodesOfAll.count('all')
      await requestTrackCode(deps.db, { ...claim, language: languageOf(request) })
      return claim
    }
    return answer(request, reply, {
      find: async () => null,
      save: (sent) => whenReceived(() => save(sent)),
      next: (claim) => answerWithPage(deps, request, reply, async () => claimView('code', request, { typed: claim })),
      say: async () => ({ message: textsIn(languageOf(request))('complaintMails.codeSent') }),
      again: (rejected, status) =>
        answerWithPage(deps, request, reply, async () => claimView('track', request, rejected), status),
    })
  })

  on(followCalls.openByCode, ({ request, reply, whenReceived }) => {
    const save = ({ fields }: Sent<ReceivedFile>) =>
      openByCode(deps, checkedFields(followCalls.openByCode.body, fields), request.ip)
    return answer(request, reply, {
      find: async () => null,
      save: (sent) => whenReceived(async () => save(sent)),
      next: (path) => reply.redirect(path, 303),
      say: async (follow_path) => succeed({ follow_path }),
      again: (rejected, status) =>
        answerWithPage(deps, request, reply, async () => claimView('code', request, rejected), status),
    })
  })
}

/** The reference in the address of the page, as the home page sets it. */
function referenceIn({ query }: FastifyRequest): Record<string, string> {
  const { reference } = query as { reference?: unknown }
  return typeof reference === 'string' ? { reference: reference.slice(0, 40).toWellFormed() } : {}
}
