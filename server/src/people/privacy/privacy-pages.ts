import { paths } from '@petsetu/contract/paths.ts'
import { PrivacyCodeForm, PrivacyRequestByCode } from '@petsetu/contract/people/privacy.ts'
import { routeOf } from '@petsetu/contract/platform/page-at.ts'
import type { PrivacyRequestView } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { onPageForm } from '../../platform/http/routing/page-form.ts'
import type { SendPage } from '../../platform/http/routing/send-page.ts'
import { addRequestByCode, sendPrivacyCode } from './privacy-routes.ts'

/** The page with which somebody asks about their data without logging in, also without a script. */
export function privacyPages(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const page = routeOf(paths.privacyRequest)
  const send = (request: FastifyRequest, reply: FastifyReply, view: PrivacyRequestView, status = 200) =>
    deps.sendPage(request, reply, { name: 'privacyRequest', view }, status)

  app.get(page, (request, reply) => send(request, reply, { kind: 'email', rejected: null }))

  onPageForm(app, deps, page, {
    async take(fields, request, reply) {
      const { email } = checkedFields(PrivacyCodeForm, fields)
      const { message } = await sendPrivacyCode(deps, request, { email })
      return send(request, reply, { kind: 'request', email, answer: message, rejected: null })
    },
    again: (rejected, status, request, reply) => send(request, reply, { kind: 'email', rejected }, status),
  })

  onPageForm(app, deps, `${page}/code`, {
    async take(fields, request, reply) {
      const { due_on: dueOn } = await addRequestByCode(deps, request, checkedFields(PrivacyRequestByCode, fields))
      return send(request, reply, { kind: 'sent', dueOn })
    },
    again: (rejected, status, request, reply, { fields }) =>
      send(request, reply, { kind: 'request', email: fields.email ?? '', answer: null, rejected }, status),
  })
}
