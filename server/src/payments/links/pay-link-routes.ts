import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { linkCalls, purposeLinkCalls } from '@petsetu/contract/payments/links.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { PayView } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { membershipNotice } from '@petsetu/languages/notices.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { hashOfToken, isToken } from '../../people/users/one-time-links.ts'
import { isPerson } from '../../pets/lost/lost-scans.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../platform/errors.ts'
import { findOrCountMiss } from '../../platform/http/limits/throttles.ts'
import { sentenceOf } from '../../platform/http/routing/error-reply.ts'
import { answerWithPage, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { checkoutOf } from '../orders/open-order.ts'
import { verifyCheckout } from '../orders/verify-checkout.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { IssuedReceipt } from '../receipts/receipt-numbers.ts'
import { findReceiptOf } from '../receipts/receipt-queries.ts'
import {
  askDonation,
  getDonationLink,
  type Made,
  makeForComplaint,
  makeForMembership,
  markSent,
  objectOf,
  payLinkMail,
  requireOpen,
  wasMailedElsewhere,
} from './make-links.ts'
import { openOrderByLink, revokeLink } from './pay-by-link.ts'
import {
  findLinkId,
  type LinkRow,
  listLinks,
  listLinksOfAll,
  payLinkOf,
  readItem,
  readLink,
  readLinkOf,
  readReference,
  stateOf,
} from './read-links.ts'

type LinkDeps = Deps & { payments: PaymentDeps; sendPage: SendPage }

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

  on(linkCalls.listForDonations, async () => succeed(await listLinksOfAll(db, 'donation')))

  on(linkCalls.makeForComplaint, async ({ params: { id }, body: { amount, link_id: openId }, by }) => {
    const { payables } = payments
    return make(by, (transaction) => makeForComplaint({ ...deps, payables }, transaction, { id, amount, openId }, by))
  })

  on(linkCalls.makeForMembership, async ({ params: { id }, body, by }) => {
    const wanted = { id, isRenewal: body.is_renewal, openId: body.link_id }
    return make(by, (transaction) => makeForMembership(deps, transaction, wanted, by))
  })

  on(linkCalls.askDonation, async ({ body, by }) => {
    return make(by, (transaction) => askDonation(deps, transaction, body, by))
  })

  on(linkCalls.getDonationLink, async ({ params: { id }, by }) => {
    return make(by, async (transaction) =>
      getDonationLink(deps, transaction, await readLinkOf(transaction, id, 'donation'), by),
    )
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

function handingRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  for (const purpose of PURPOSES) {
    const calls = purposeLinkCalls[purpose]
    on(calls.send, async ({ params: { id }, body: { by, token }, person, request }) => {
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

    on(calls.revoke, async ({ params: { id }, by }) => {
      const isEnded = await inTransaction(db, async (transaction) => {
        const link = await lockLink(transaction, id, purpose)
        if (!(await revokeLink(transaction, id))) return false
        await auditLink(transaction, by, 'pay-link-revoked', link)
        return true
      })
      if (isEnded) recordAct(by, { event: 'pay-link-revoked', linkId: id })
      return succeed(payLinkOf(await readLink(db, id)))
    })
  }

  async function countMail(id: number, purpose: Purpose): Promise<void> {
    const paid = objectOf(await readLinkOf(db, id, purpose))
    await deps.throttles.payLinkMails.count(`${paid.kind} ${paid.id}`)
  }
}

async function lockLink(transaction: Db, id: number, purpose: Purpose): Promise<LinkRow> {
  await transaction.selectFrom('pay_links').select('id').where('id', '=', id).forUpdate().execute()
  return readLinkOf(transaction, id, purpose)
}

/** Only a page that made the link, or got it again, knows its token: a mail with any other would lead nowhere. */
async function requireToken(transaction: Db, id: number, token: string): Promise<void> {
  await transaction
    .selectFrom('pay_links')
    .select('id')
    .where('id', '=', id)
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirstOrThrow(() => notFound('pay_link_not_found'))
}

function auditLink(
  transaction: Db,
  by: Actor,
  action: 'pay-link-sent' | 'pay-link-revoked',
  link: LinkRow,
  more: object = {},
): Promise<void> {
  return recordAudit(transaction, by, action, objectOf(link), { after: { link: link.id, ...more } })
}

function payingRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, payments, throttles } = deps

  on(linkCalls.openOrder, async ({ body: { token, months }, request }) => {
    const { id } = await linkOfToken(deps, token, request.ip)
    await throttles.payLinkOrders.count(String(id))
    const language = languageOf(request)
    const order = await openOrderByLink(
      { db, payments: { ...payments, log: request.log } },
      { linkId: id, months, language },
    )
    return succeed(checkoutOf(order, payments, await readItem(db, await readLink(db, id), language)))
  })

  on(linkCalls.verifyPayment, async ({ body: { token, ...checkout }, request }) => {
    const link = await linkOfToken(deps, token, request.ip)
    const { purpose, subject_id: subjectId } = link
    // Nobody has pressed the button of this link, so that no order is its own.
    if (subjectId === null) throw notFound('pay_link_not_found')
    await verifyCheckout({ ...payments, log: request.log }, { purpose, subjectId }, checkout)
    return succeed({ receipt_path: (await receiptByLink(payments.db, link))?.path ?? null })
  })
}

async function linkOfToken({ db, throttles }: Deps, token: string, ip: string): Promise<LinkRow> {
  const find = async () => (isToken(token) ? findLinkId(db, token) : null)
  return readLink(db, await findOrCountMiss(throttles.payLinkMisses, ip, 'pay_link_not_found', find))
}

/** The page behind a pay link. It is whole without a script, but for the payment itself. */
function payLinkPage(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const { db } = deps

  app.get(routeOf(paths.pay), (request, reply) =>
    answerWithPage(deps, request, reply, {
      read: async () => ({ name: 'pay', view: await viewOf(request) }),
      failed: (error) => {
        const isUnknown = error instanceof HttpError && error.code === 'pay_link_not_found'
        return {
          name: 'pay',
          view: isUnknown ? { kind: 'unknown' } : { kind: 'failed', message: sentenceOf(error, request) },
        }
      },
    }),
  )

  async function viewOf(request: FastifyRequest): Promise<PayView> {
    const { token } = request.params as { token: string }
    const link = await linkOfToken(deps, token, request.ip)
    // Not by the program that makes the preview in a chat.
    if (request.method === 'GET' && isPerson(request)) await markOpened(db, link)
    return readView(db, link, token, languageOf(request))
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
    reference: await readReference(db, link),
    amount: toRupees(link.amount_paise ?? 0),
  }
  if (state === 'paid') {
    const receipt = link.is_revoked || link.is_expired ? null : await receiptByLink(db, link)
    return { kind: 'paid', ...shown, receiptPath: receipt?.path ?? null, receiptNumber: receipt?.number ?? null }
  }
  if (link.is_waiting) return { kind: 'waiting', ...shown }
  const notice = link.renews_id === null ? null : membershipNotice(language)
  const months = link.offered_months ?? undefined
  return { kind: 'open', token, ...shown, months, validUntil: today(link.expires_at), notice }
}

/**
 * The receipt, or null: the admin has the link, too, so that it leads to no name shown only after a reason; and after a correction of the
 * payer's address somebody else may have it. The payer gets the receipt by mail.
 */
async function receiptByLink(db: Db, link: LinkRow): Promise<IssuedReceipt | null> {
  if (link.is_payer_withheld || link.subject_id === null || (await wasMailedElsewhere(db, link))) return null
  return findReceiptOf(db, link.purpose, link.subject_id)
}
