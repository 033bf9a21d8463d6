import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import { isBearer } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { oneLine } from '../../platform/mail/mail-content.ts'
import { blockAddress } from '../../platform/mail/mail-queries.ts'
import { recordEvent } from '../../platform/record-event.ts'

export function bounceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(
    mailCalls.reportBounce,
    async ({ body, request }) => {
      await reportBounce(deps.db, body.email, body.reason)
      recordEvent(request.log, { event: 'mail-bounced' })
      return succeed({})
    },
    {
      async checkHead({ headers, ip }) {
        const { mailBounceSecret } = deps.config
        if (mailBounceSecret !== null && isBearer(headers.authorization, mailBounceSecret)) return
        await deps.throttles.forgedBounces.count(ip)
        throw new HttpError(401, 'wrong_secret', { event: 'bounce-forged' })
      },
    },
  )
}

/** Blocks an address that turned out to be unreachable after the mail server had taken the mail. */
async function reportBounce(db: Db, email: string, reason: string): Promise<void> {
  const key = foldCase(email)
  const words = oneLine(reason)
  await inTransaction(db, async (transaction) => {
    await blockAddress(transaction, key, words)
    await transaction
      .updateTable('mails')
      .set({ state: 'failed', failure: 'blocked', last_error: words })
      .where('address_key', '=', key)
      .where('state', '=', 'waiting')
      .execute()
  })
}
