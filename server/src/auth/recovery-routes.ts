import { paths } from '@petsetu/contract/paths.ts'
import { recoveryCalls } from '@petsetu/contract/recovery.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import { languageOf } from '../languages/request-language.ts'
import { textsIn } from '../languages/texts.ts'
import { recordEvent } from '../record-event.ts'
import { requestResetLink } from './send-reset-link.ts'
import { resetPassword, undoEmailChange, useConfirmation } from './use-link.ts'

export function recoveryRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(recoveryCalls.forgotPassword, async ({ body, request }) => {
    await deps.throttles.resetLinksByAddress.count(request.ip)
    await deps.throttles.resetLinksOfAll.count('all')
    const language = languageOf(request)
    await requestResetLink(deps.db, { login: body.login, language })
    return { message: textsIn(language)('recovery.linkSent') }
  })

  on(recoveryCalls.resetPassword, async ({ body, request }) => {
    const language = languageOf(request)
    const userId = await resetPassword(deps, body, { address: request.ip, language })
    recordEvent(request.log, { event: 'password-reset', userId })
    return { message: textsIn(language)('recovery.passwordReset') }
  })

  on(recoveryCalls.confirmEmail, async ({ body, request }) => {
    const language = languageOf(request)
    const { userId, purpose, isRepeat } = await useConfirmation(deps, body.token, { address: request.ip, language })
    if (!isRepeat)
      recordEvent(request.log, { event: purpose === 'confirm-email' ? 'email-confirmed' : 'email-changed', userId })
    return { message: textsIn(language)('recovery.emailConfirmed') }
  })

  on(recoveryCalls.undoEmailChange, async ({ body, request }) => {
    const language = languageOf(request)
    const { userId, resetToken } = await undoEmailChange(deps, body.token, { address: request.ip, language })
    recordEvent(request.log, { event: 'email-change-undone', userId })
    const reset_path = paths.resetPassword.to({}, { token: resetToken })
    return { message: textsIn(language)('recovery.emailChangeUndone'), reset_path }
  })
}
