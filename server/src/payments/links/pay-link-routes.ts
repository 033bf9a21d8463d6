import { paths } from '@petsetu/contract/paths.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { hashOfToken } from '../../people/users/one-time-links.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import type { SendPage } from '../../platform/http/routing/send-page.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { checkoutOf } from '../orders/open-order.ts'
import { verifyCheckout } from '../orders/verify-checkout.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findReceiptPath } from '../receipts/receipt-queries.ts'
import {
  askDonation,
  type Made,
  makeForComplaint,
  makeForMembership,
  markSent,
  objectOf,
  payLinkMail,
  requireOpen,
} from './make-links.ts'
import { openOrderByLink, revokeLink } from './pay-by-link.ts'
import { linkOfToken, payLinkPage } from './pay-link-page.ts'
import { type LinkRow, listLinks, payLinkOf, readItem, readLink } from './read-links.ts'

type LinkDeps = Deps & { payments: PaymentDeps; sendPage: SendPage }

/** Links that pay for one thing: admins make and end them, and whoever has one pays by it. */
export function payLinkRoutes(app: FastifyInstance, deps: LinkDeps): void {
  payLinkPage(app, deps)
  makingRoutes(app, deps)
  handingRoutes(app, deps)
  payingRoutes(app, deps)
}

function makingRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, payments } = deps

  on(linkCalls.listForComplaint, async ({ params: { id } }) =>
    succeed(await listLinks(db, 'complaint', sql`links.subject_id = ${id}`)),
  )

  on(linkCalls.listForMembership, async ({ params: { id } }) =>
    succeed(await listLinks(db, 'membership', sql`(links.subject_id = ${id} or links.renews_id = ${id})`)),
  )

  on(linkCalls.listForDonations, async () => succeed(await listLinks(db, 'donation', sql`true`)))

  on(linkCalls.makeForComplaint, async ({ params: { id }, body: { amount }, person, request }) => {
    const { payables } = payments
    const by = { person, request }
    return make(by, (transaction) => makeForComplaint({ ...deps, payables }, transaction, { id, amount }, by))
  })

  on(linkCalls.makeForMembership, async ({ params: { id }, person, request }) => {
    const by = { person, request }
    return make(by, (transaction) => makeForMembership(deps, transaction, id, by))
  })

  on(linkCalls.askDonation, async ({ body, person, request }) => {
    const by = { person, request }
    return make(by, (transaction) => askDonation(deps, transaction, body, by))
  })

  async function make(
    { person, request }: Actor & { request: FastifyRequest },
    work: (transaction: Db) => Promise<Made>,
  ) {
    const { link, madeIds, endedIds } = await inTransaction(db, work)
    for (const linkId of endedIds) recordEvent(request.log, { event: 'pay-link-revoked', linkId, actorId: person.id })
    for (const linkId of madeIds) recordEvent(request.log, { event: 'pay-link-made', linkId, actorId: person.id })
    return succeed(link)
  }
}

/** The calls for the links of each purpose, which differ by the duty that they need. */
const HANDING = [
  ['complaint', linkCalls.sendForComplaint, linkCalls.revokeForComplaint],
  ['membership', linkCalls.sendForMembership, linkCalls.revokeForMembership],
  ['donation', linkCalls.sendForDonation, linkCalls.revokeForDonation],
] as const

function handingRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  for (const [purpose, sendCall, revokeCall] of HANDING) {
    on(sendCall, async ({ params: { id }, body: { by, token }, person, request }) => {
      if (by === 'mail') await countMail(id, purpose)
      await inTransaction(db, async (transaction) => {
        const link = await lockLink(transaction, id, purpose)
        await requireToken(transaction, id, token)
        requireOpen(link)
        const mail = by === 'mail' ? await payLinkMail(transaction, link, paths.pay.to({ token })) : null
        if (by === 'mail' && !mail) throw conflict('pay_link_no_address')
        if (mail) await deps.enqueueMail(transaction, mail)
        await markSent(transaction, id, by)
        await auditLink(transaction, { person, request }, 'pay-link-sent', link, { by })
      })
      return succeed(payLinkOf(await readLink(db, id)))
    })

    on(revokeCall, async ({ params: { id }, person, request }) => {
      const isEnded = await inTransaction(db, async (transaction) => {
        const link = await lockLink(transaction, id, purpose)
        if (!(await revokeLink(transaction, id))) return false
        await auditLink(transaction, { person, request }, 'pay-link-revoked', link)
        return true
      })
      if (isEnded) recordEvent(request.log, { event: 'pay-link-revoked', linkId: id, actorId: person.id })
      return succeed(payLinkOf(await readLink(db, id)))
    })
  }

  async function countMail(id: number, purpose: Purpose): Promise<void> {
    const paid = objectOf(await readOwn(db, id, purpose))
    await deps.throttles.payLinkMails.count(`${paid.kind} ${paid.id}`)
  }
}

/** Rejects with 404 a link that pays something else: another duty is needed for that. */
async function readOwn(db: Db, id: number, purpose: Purpose): Promise<LinkRow> {
  const link = await readLink(db, id)
  if (link.purpose !== purpose) throw notFound('pay_link_not_found')
  return link
}

async function lockLink(transaction: Db, id: number, purpose: Purpose): Promise<LinkRow> {
  await transaction.selectFrom('pay_links').select('id').where('id', '=', id).forUpdate().execute()
  return readOwn(transaction, id, purpose)
}

/** Only the page that made the link knows its token: a mail with any other would lead nowhere. */
async function requireToken(transaction: Db, id: number, token: string): Promise<void> {
  const row = await transaction
    .selectFrom('pay_links')
    .select('id')
    .where('id', '=', id)
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  if (!row) throw notFound('pay_link_not_found')
}

function auditLink(
  transaction: Db,
  by: Actor,
  action: 'pay-link-sent' | 'pay-link-revoked',
  link: LinkRow,
  more: object = {},
): Promise<void> {
  return recordAudit(transaction, by, { action, object: objectOf(link), after: { link: link.id, ...more } })
}

function payingRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, payments, throttles } = deps

  on(linkCalls.openOrder, async ({ body: { token }, request }) => {
    const { id } = await linkOfToken(deps, token, request.ip)
    await throttles.payLinkOrders.count(String(id))
    const language = languageOf(request)
    const order = await openOrderByLink({ db, payments: { ...payments, log: request.log } }, id, language)
    return succeed(checkoutOf(order, payments, await readItem(db, await readLink(db, id), language)))
  })

  on(linkCalls.verifyPayment, async ({ body: { token, ...checkout }, request }) => {
    const { purpose, subject_id: subjectId } = await linkOfToken(deps, token, request.ip)
    // Nobody has pressed the button of this link, so that no order is its own.
    if (subjectId === null) throw notFound('pay_link_not_found')
    await verifyCheckout({ ...payments, log: request.log }, { purpose, subjectId }, checkout)
    return succeed({ receipt_path: await findReceiptPath(payments.db, purpose, subjectId) })
  })
}
