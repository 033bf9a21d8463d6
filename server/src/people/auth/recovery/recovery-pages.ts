import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { ForgotPassword, PasswordResetForm, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { checkedFields } from '../../../platform/http/routing/checked-fields.ts'
import { onPageForm, type SendPage } from '../../../platform/http/routing/pages.ts'
import { askForLink, confirmAddress, replacePassword, takeAddressBack } from './recovery-routes.ts'

/** The pages of somebody who has lost a password, and of the links in our mails, also without a script. */
export function recoveryPages(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const send = (request: FastifyRequest, reply: FastifyReply, view: RecoveryView, status = 200): FastifyReply =>
    deps.sendPage(request, reply, { name: 'recovery', view }, status)
  const show = (path: string, view: (request: FastifyRequest) => RecoveryView) =>
    app.get(path, (request, reply) => send(request, reply, view(request)))

  const forgot = routeOf(paths.forgotPassword)
  show(forgot, () => ({ kind: 'forgotPassword', answer: null, rejected: null }))
  onPageForm(app, deps, forgot, {
    async take(fields, request, reply) {
      const { message } = await askForLink(deps, request, checkedFields(ForgotPassword, fields))
      return send(request, reply, { kind: 'forgotPassword', answer: message, rejected: null })
    },
    again: (rejected, status, request, reply) =>
      send(request, reply, { kind: 'forgotPassword', answer: null, rejected }, status),
  })

  const reset = routeOf(paths.resetPassword)
  show(reset, (request) => ({ kind: 'resetPassword', token: tokenOf(request), rejected: null }))
  onPageForm(app, deps, reset, {
    async take(fields, request, reply) {
      const { password } = checkedFields(PasswordResetForm, fields)
      await replacePassword(deps, request, { token: fields.token ?? '', password })
      return reply.redirect(paths.login.to({}, { after: 'reset' }), 303)
    },
    again: (rejected, status, request, reply, { fields }) =>
      send(request, reply, { kind: 'resetPassword', token: fields.token ?? null, rejected }, status),
  })

  const confirm = routeOf(paths.confirmEmail)
  show(confirm, (request) => ({ kind: 'confirmEmail', token: tokenOf(request), answer: null, rejected: null }))
  onPageForm(app, deps, confirm, {
    async take(fields, request, reply) {
      const asked = checkedFields(recoveryCalls.confirmEmail.body, fields)
      const { message } = await confirmAddress(deps, request, asked)
      return send(request, reply, { kind: 'confirmEmail', ...asked, answer: message, rejected: null })
    },
    again: (rejected, status, request, reply, { fields }) =>
      send(request, reply, { kind: 'confirmEmail', token: fields.token ?? null, answer: null, rejected }, status),
  })

  const undo = routeOf(paths.undoEmailChange)
  show(undo, (request) => ({ kind: 'undoEmailChange', token: tokenOf(request), answer: null, rejected: null }))
  onPageForm(app, deps, undo, {
    async take(fields, request, reply) {
      const asked = checkedFields(recoveryCalls.undoEmailChange.body, fields)
      const { message, reset_path: resetPath } = await takeAddressBack(deps, request, asked)
      return send(request, reply, {
        kind: 'undoEmailChange',
        ...asked,
        answer: { message, resetPath },
        rejected: null,
      })
    },
    again: (rejected, status, request, reply, { fields }) =>
      send(request, reply, { kind: 'undoEmailChange', token: fields.token ?? null, answer: null, rejected }, status),
  })
}

/** The token in the address that a mail has led to. */
function tokenOf({ query }: FastifyRequest): string | null {
  const { token } = query as { token?: unknown }
  return typeof token === 'string' && token !== '' ? token.slice(0, 200).toWellFormed() : null
}
