import { routeOf, paths } from '@petsetu/contract/paths.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { PayView } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { isPerson } from '../../pets/lost/is-person.ts'
import type { Db } from '../../platform/db/pool.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import { sentenceOf, statusOf } from '../../platform/http/routing/error-reply.ts'
import type { SendPage } from '../../platform/http/routing/send-page.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { findReceiptOf } from '../receipts/receipt-queries.ts'
import { findLinkId, type LinkRow, readItem, readLink, stateOf } from './read-links.ts'

const TOKEN = /^[\w-]{43}$/

/** The link with this token; 404 for any other. Guesses are counted by address. */
export async function linkOfToken({ db, throttles }: Deps, token: string, ip: string): Promise<LinkRow> {
  throttles.payLinkMisses.rejectIfKnownOver(ip)
  const id = TOKEN.test(token) ? await findLinkId(db, token) : null
  if (id !== null) return readLink(db, id)
  await throttles.payLinkMisses.count(ip)
  throw notFound('pay_link_not_found')
}

/** The page behind a pay link. It is whole without a script, but for the payment itself. */
export function payLinkPage(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const { db, loadShedding, sendPage } = deps

  app.get(routeOf(paths.pay), async (request, reply) => {
    const { view, status } = await viewOf(request, reply)
    return sendPage(request, reply, { name: 'pay', view }, status)
  })

  async function viewOf(request: FastifyRequest, reply: FastifyReply): Promise<{ view: PayView; status: number }> {
    const { token } = request.params as { token: string }
    try {
      const view = await loadShedding.run(async () => {
        const link = await linkOfToken(deps, token, request.ip)
        // Not by the program that makes the preview in a chat.
        if (isPerson(request)) await markOpened(db, link)
        return readView(db, link, token, languageOf(request))
      })
      return { view, status: 200 }
    } catch (error) {
      const isUnknown = error instanceof HttpError && error.code === 'pay_link_not_found'
      const view: PayView = isUnknown ? { kind: 'unknown' } : { kind: 'failed', message: sentenceOf(error, request) }
      return { view, status: statusOf(error, request, reply) }
    }
  }
}

async function markOpened(db: Db, { id, opened_at }: LinkRow): Promise<void> {
  if (opened_at) return
  await db
    .updateTable('pay_links')
    .set({ opened_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

/** Says what the page shows. Of a link that has ended it says no more than that, or that it was paid. */
async function readView(db: Db, link: LinkRow, token: string, language: Language): Promise<PayView> {
  const state = stateOf(link)
  if (state !== 'open' && state !== 'paid') return { kind: state }
  const shown = {
    item: await readItem(db, link, language),
    amount: (link.amount_paise ?? 0) / PAISE_PER_RUPEE,
  }
  if (state === 'paid') {
    // The receipt of a renewal that was bought in another way is not this link's.
    const hasReceipt = !link.is_revoked && !link.is_expired && link.subject_id !== null
    const receipt = hasReceipt ? await findReceiptOf(db, link.purpose, link.subject_id ?? 0) : null
    return { kind: 'paid', ...shown, receiptPath: receipt?.path ?? null, receiptNumber: receipt?.number ?? null }
  }
  if (link.is_waiting) return { kind: 'waiting', ...shown }
  return { kind: 'open', token, ...shown, validUntil: today(link.expires_at) }
}
