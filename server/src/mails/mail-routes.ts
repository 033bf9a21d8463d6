import { hasDuty } from '@petsetu/contract/duties.ts'
import { pageOf, succeed } from '@petsetu/contract/envelope.ts'
import {
  type ListedMail,
  type MailPreferences,
  mailCalls,
  REMINDER_KINDS,
  type ReminderKind,
} from '@petsetu/contract/mails.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { badRequest, HttpError, notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import type { Person } from '../http/routing/person.ts'
import { choosePreferences, findPreferences } from '../mail/mail-preferences.ts'
import { recordEvent } from '../record-event.ts'
import { countMails, findMail, listMails } from './mail-list.ts'
import { isBounceSecret, reportBounce } from './report-bounce.ts'
import { sendAgain } from './send-again.ts'
import { sendHeld } from './send-held.ts'

const ONE_CLICK = /List-Unsubscribe=One-Click/
const FIRST_PAGE = { page: 1, limit: 20 }

/** The routes with which admins look after outgoing mail, and the mail provider reports bounces. */
export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db, config } = deps

  on(mailCalls.listAll, async ({ query, person }) => {
    const { page, limit } = pageOf(query) ?? FIRST_PAGE
    const { state } = query
    const [data, total, waiting, held, failed] = await Promise.all([
      listMails(db, config.publicUrl, { state, page, limit }),
      countMails(db, state),
      countMails(db, 'waiting'),
      countMails(db, 'held'),
      countMails(db, 'failed'),
    ])
    const pagination = { page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) }
    return { ...succeed(data.map((mail) => shownTo(person, mail))), summary: { waiting, held, failed }, pagination }
  })

  on(mailCalls.sendAgain, async ({ params, person, request }) => {
    const mail = await inTransaction(db, async (transaction) => {
      const { state } = await readMail(params.id, transaction)
      const queued = await sendAgain(transaction, config.publicUrl, params.id)
      const object = { kind: 'mail', id: params.id } as const
      await recordAudit(transaction, { person, request }, { action: 'mail-sent-again', object, before: { state } })
      return queued
    })
    if (!mail) throw notFound('mail_not_found')
    recordEvent(request.log, { event: 'mail-sent-again', mailId: params.id, actorId: person.id })
    return succeed(shownTo(person, mail))
  })

  on(mailCalls.sendHeld, async ({ person, request }) => {
    const sent = await inTransaction(db, async (transaction) => {
      const { queued, has_more } = await sendHeld(transaction)
      const entry = { action: 'held-mails-sent', object: { kind: 'mail' }, after: { queued } } as const
      if (queued > 0) await recordAudit(transaction, { person, request }, entry)
      return { queued, has_more }
    })
    recordEvent(request.log, { event: 'held-mails-sent', count: sent.queued, actorId: person.id })
    return succeed(sent)
  })

  on(mailCalls.unblock, async ({ params, person, request }) => {
    await readMail(params.id)
    const isOfMail = db.selectFrom('mails').select('address_key').where('id', '=', params.id)
    await inTransaction(db, async (transaction) => {
      const unblocked = await transaction
        .deleteFrom('mail_blocks')
        .where('address_key', 'in', isOfMail)
        .executeTakeFirst()
      const object = { kind: 'mail', id: params.id } as const
      if (unblocked.numDeletedRows > 0n)
        await recordAudit(transaction, { person, request }, { action: 'address-unblocked', object })
    })
    recordEvent(request.log, { event: 'address-unblocked', mailId: params.id, actorId: person.id })
    return succeed(shownTo(person, await readMail(params.id)))
  })

  on(mailCalls.reportBounce, async ({ body, request }) => {
    if (!isBounceSecret(request.headers.authorization, config.mailBounceSecret)) {
      await deps.throttles.forgedBounces.count(request.ip)
      throw new HttpError(401, 'wrong_secret', { event: 'bounce-forged' })
    }
    await reportBounce(db, body.email, body.reason)
    recordEvent(request.log, { event: 'mail-bounced' })
    return succeed({})
  })

  on(mailCalls.preferences, async ({ params }) => succeed(await readPreferences(params.token)))

  on(mailCalls.choose, async ({ params, body }) => {
    await choose(params.token, body.off)
    return succeed(await readPreferences(params.token))
  })

  on(mailCalls.unsubscribe, async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    if (!ONE_CLICK.test(body)) throw badRequest('unreadable')
    await choose(params.token, REMINDER_KINDS)
    return succeed({})
  })

  // Mail programs without one-click open the same address.
  app.get<{ Params: { token: string } }>('/u/:token', (request, reply) =>
    reply.redirect(paths.mailPreferences.to({ token: request.params.token }), 303),
  )

  async function choose(token: string, off: readonly ReminderKind[]): Promise<void> {
    if (!(await choosePreferences(db, token, off))) throw notFound('link_not_found')
  }

  async function readPreferences(token: string): Promise<MailPreferences> {
    const preferences = await findPreferences(db, token)
    if (!preferences) throw notFound('link_not_found')
    return preferences
  }

  async function readMail(id: number, reader = db) {
    const mail = await findMail(reader, config.publicUrl, id)
    if (!mail) throw notFound('mail_not_found')
    return mail
  }
}

/** The link of a held mail can set a password or open somebody's complaint, so only an admin with all duties gets it. */
function shownTo(person: Person, mail: ListedMail): ListedMail {
  return hasDuty(person, 'all') ? mail : { ...mail, link: null }
}
