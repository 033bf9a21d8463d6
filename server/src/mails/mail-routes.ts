import { hasDuty } from '@petsetu/contract/duties.ts'
import { pageOf, paginationOf, succeed } from '@petsetu/contract/envelope.ts'
import { type ListedMail, mailCalls } from '@petsetu/contract/mails.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import type { Person } from '../http/routing/person.ts'
import { recordEvent } from '../record-event.ts'
import { countMails, findMail, listMails } from './mail-list.ts'
import { sendAgain } from './send-again.ts'
import { sendHeld } from './send-held.ts'
import { unblockAddress, unblockSince } from './unblock-address.ts'

const FIRST_PAGE = { page: 1, limit: 20 }

/** The routes with which admins look after outgoing mail. */
export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db, config } = deps

  on(mailCalls.listAll, async ({ query, person }) => {
    const { page, limit } = pageOf(query) ?? FIRST_PAGE
    const { state, sort } = query
    const [data, total, waiting, held, failed] = await Promise.all([
      listMails(db, config.publicUrl, { state, sort, page, limit }),
      countMails(db, state),
      countMails(db, 'waiting'),
      countMails(db, 'held'),
      countMails(db, 'failed'),
    ])
    const pagination = paginationOf({ page, limit }, total)
    return { ...succeed(data.map((mail) => shownTo(person, mail))), summary: { waiting, held, failed }, pagination }
  })

  on(mailCalls.sendAgain, async ({ params, person, request }) => {
    const mail = await inTransaction(db, async (transaction) => {
      const state = await sendAgain(transaction, params.id)
      const object = { kind: 'mail', id: params.id } as const
      await recordAudit(transaction, { person, request }, { action: 'mail-sent-again', object, before: { state } })
      return readMail(params.id, transaction)
    })
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
    await unblockAddress(db, params.id, { person, request })
    recordEvent(request.log, { event: 'address-unblocked', mailId: params.id, actorId: person.id })
    return succeed(shownTo(person, await readMail(params.id)))
  })

  on(mailCalls.unblockSince, async ({ params, person, request }) => {
    await readMail(params.id)
    const unblocked = await unblockSince(db, params.id, { person, request })
    recordEvent(request.log, { event: 'address-unblocked', mailId: params.id, actorId: person.id })
    return succeed({ unblocked })
  })

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
