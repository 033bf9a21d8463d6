import { succeed } from '@petsetu/contract/envelope.ts'
import { mailCalls } from '@petsetu/contract/mails.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { isBounceSecret, reportBounce } from './report-bounce.ts'

/** The route with which the mail provider reports bounces. */
export function bounceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(
    mailCalls.reportBounce,
    async ({ body, request }) => {
      await reportBounce(deps.db, body.email, body.reason)
      recordEvent(request.log, { event: 'mail-bounced' })
      return succeed({})
    },
    {
      async checkHead({ headers, ip }) {
        if (isBounceSecret(headers.authorization, deps.config.mailBounceSecret)) return
        await deps.throttles.forgedBounces.count(ip)
        throw new HttpError(401, 'wrong_secret', { event: 'bounce-forged' })
      },
    },
  )
}
