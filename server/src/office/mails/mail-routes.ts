import {
  findMailKind,
  type ListedMail,
  MAIL_KINDS,
  type MailOrder,
  type MailState,
  mailCalls,
  mailFailures,
  mailStates,
} from '@petsetu/contract/office/mails.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { firstPageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit, recordDownload } from '../../people/audit/record-audit.ts'
import { countMatches, idsOf, isOneOf, ordersOf, rowsAfter, rowsOfPage } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { enqueueDelivery } from '../../platform/mail/outbox.ts'
import { recordAct } from '../../platform/record-event.ts'

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, config } = deps

  on(mailCalls.listAll, async ({ query, person }) => {
    const { page, limit } = firstPageOf(query)
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

  on(mailCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'mail', query)
    return streamCsv<ListedMail>(reply, 'mails.csv', CSV_COLUMNS, (last, limit) =>
      listMailsAfter(db, config.publicUrl, query.state, last, limit),
    )
  })

  on(mailCalls.sendAgain, async ({ params, person, by }) => {
    const mail = await inTransaction(db, async (transaction) => {
      const state = await sendAgain(transaction, params.id)
      await recordAudit(transaction, by, 'mail-sent-again', { kind: 'mail', id: params.id }, { before: { state } })
      return readMail(params.id, transaction)
    })
    recordAct(by, { event: 'mail-sent-again', mailId: params.id })
    return succeed(shownTo(person, mail))
  })

  on(mailCalls.sendHeld, async ({ by }) => {
    const sent = await inTransaction(db, async (transaction) => {
      const needless = await dropNeedless(transaction)
      const held = await sendHeld(transaction)
      if (held.queued > 0 || needless > 0)
        await recordAudit(transaction, by, 'held-mails-sent', { kind: 'mail' }, { after: { queued: held.queued } })
      return held
    })
    recordAct(by, { event: 'held-mails-sent', count: sent.queued })
    return succeed(sent)
  })

  on(mailCalls.unblock, async ({ params, person, by }) => {
    await readMail(params.id)
    await unblockAddress(db, params.id, by)
    recordAct(by, { event: 'address-unblocked', mailId: params.id })
    return succeed(shownTo(person, await readMail(params.id)))
  })

  on(mailCalls.unblockSince, async ({ params, by }) => {
    await readMail(params.id)
    const unblocked = await unblockSince(db, params.id, by)
    recordAct(by, { event: 'address-unblocked', mailId: params.id })
    return succeed({ unblocked })
  })

  async function readMail(id: number, reader = db) {
    const row = await withBlock(reader.selectFrom('mails'))
      .where('mails.id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('mail_not_found'))
    return listed(row, config.publicUrl)
  }
}

/**
 * The link of a held mail can set a password or open somebody's complaint, so only an admin with all duties gets it. The name of an
 * account is for those who see accounts.
 */
function shownTo(person: Person, mail: ListedMail): ListedMail {
  const link = hasDuty(person, 'all') ? mail.link : null
  return { ...mail, link, account: hasDuty(person, 'members') ? mail.account : null }
}

async function unblockAddress(db: Db, mailId: number, by: Actor): Promise<void> {
  const ofMail = db.selectFrom('mails').select('address_key').where('id', '=', mailId)
  await inTransaction(db, async (transaction) => {
    const unblocked = await transaction.deleteFrom('mail_blocks').where('address_key', 'in', ofMail).executeTakeFirst()
    if (unblocked.numDeletedRows > 0n)
      await recordAudit(transaction, by, 'address-unblocked', { kind: 'mail', id: mailId })
  })
}

/** The same for all addresses that were blocked when the address of this mail was, or later. Returns how many. */
async function unblockSince(db: Db, mailId: number, by: Actor): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const blockedAt = transaction
      .selectFrom('mail_blocks')
      .innerJoin('mails', 'mails.address_key', 'mail_blocks.address_key')
      .select('blocked_at')
      .where('mails.id', '=', mailId)
    const unblocked = await transaction
      .deleteFrom('mail_blocks')
      .where('blocked_at', '>=', blockedAt)
      .executeTakeFirst()
    const count = Number(unblocked.numDeletedRows)
    const after = { addresses: count }
    if (count > 0) await recordAudit(transaction, by, 'address-unblocked', { kind: 'mail', id: mailId }, { after })
    return count
  })
}

/** Queues a held or failed mail for a day; returns its state before. Rejects with 409 if it cannot be sent. */
function sendAgain(db: Db, mailId: number): Promise<MailState> {
  return inTransaction(db, async (transaction) => {
    const mail = await transaction
      .selectFrom('mails')
      .select(['state', 'kind', 'html', 'address_key'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('mail_not_found'))
    if (!mailStates[mail.state].canBeSentAgain) throw conflict('mail_not_waiting')
    if (mail.html === null) throw conflict('mail_text_deleted')
    const block = await transaction
      .selectFrom('mail_blocks')
      .select('reason')
      .where('address_key', '=', mail.address_key)
      .executeTakeFirst()
    if (block) throw conflict('address_blocked')
    await transaction
      .updateTable('mails')
      .set({ state: 'waiting', failure: null, last_error: null })
      .where('id', '=', mailId)
      .execute()
    await enqueueDelivery(transaction, { mailId, kind: mail.kind, since: new Date().toISOString() })
    return mail.state
  })
}

const SENT_DAYS_SHOWN = 30

/** Mails that admins see, of one state or of all: sent ones for 30 days, also if they were held or failed long before. */
function shownMails(db: Db, state: MailState | undefined) {
  return db
    .selectFrom('mails')
    .where((where) => (state ? where('state', '=', state) : where.lit(true)))
    .where(
      sql<boolean>`(state <> 'sent' or coalesce(sent_at, created_at) > now() - make_interval(days => ${SENT_DAYS_SHOWN}))`,
    )
}

const MAIL_COLUMNS = [
  'mails.id',
  'state',
  'to_address',
  'language',
  'subject',
  'created_at',
  'sent_at',
  'attempts',
  'failure',
  'last_error',
  'action_path',
] as const

/** SQL: the account that has the address of a mail now. */
const ACCOUNT = sql<ListedMail['account']>`(
  select json_build_object('id', users.id, 'username', username) from users where email_key = mails.address_key)`

function withBlock(query: ReturnType<typeof shownMails>) {
  return query
    .leftJoin('mail_blocks', 'mail_blocks.address_key', 'mails.address_key')
    .select(MAIL_COLUMNS)
    .select([sql<boolean>`mail_blocks.address_key is not null`.as('is_blocked'), IS_WITHHELD.as('is_address_withheld')])
    .select(ACCOUNT.as('account'))
}

const ORDERS: Record<MailOrder, RawBuilder<unknown>> = ordersOf(
  { written: sql`created_at`, status: sql`state` },
  sql`mails.id`,
)

type ListOptions = { state: MailState | undefined; sort: MailOrder | undefined; page: number; limit: number }

async function listMails(
  db: Db,
  publicUrl: string,
  { state, sort = 'written-desc', ...page }: ListOptions,
): Promise<ListedMail[]> {
  const rows = await rowsOfPage(withBlock(shownMails(db, state)), 'mails.id', ORDERS[sort], page)
  return rows.map((row) => listed(row, publicUrl))
}

async function listMailsAfter(
  db: Db,
  publicUrl: string,
  state: MailState | undefined,
  last: ListedMail | null,
  limit: number,
): Promise<ListedMail[]> {
  const rows = await rowsAfter(withBlock(shownMails(db, state)), 'mails.id', { last, limit, isNewestFirst: true })
  return rows.map((row) => listed(row, publicUrl))
}

// Links are left out: whoever has one can act for the mail's reader.
const CSV_COLUMNS: CsvColumn<ListedMail>[] = [
  { headId: 'csv.id', cell: ({ id }) => id },
  { headId: 'mailList.written', cell: ({ created_at }) => indianClock(created_at) },
  {
    headId: 'mailList.to',
    cell: ({ to_address, is_address_withheld }, text) => (is_address_withheld ? text('mailList.withheld') : to_address),
  },
  { headId: 'mailList.subject', cell: ({ subject }) => subject },
  { headId: 'csv.status', cell: ({ state }, text) => text(mailStates[state].label) },
  { headId: 'mailList.sent', cell: ({ sent_at }) => sent_at && indianClock(sent_at) },
  {
    headId: 'csv.reason',
    cell: ({ failure, server_reply }, text) =>
      failure && [text(mailFailures[failure].label), server_reply ?? ''].join(' ').trim(),
  },
]

function countMails(db: Db, state: MailState | undefined): Promise<number> {
  return countMatches(db, shownMails(db, state).select('mails.id'))
}

type Row = Awaited<ReturnType<ReturnType<typeof withBlock>['executeTakeFirstOrThrow']>>

function listed({ last_error, action_path, ...row }: Row, publicUrl: string): ListedMail {
  return {
    ...isoTimes(row),
    to_address: row.is_address_withheld ? '' : row.to_address,
    account: row.is_address_withheld ? null : row.account,
    // It often repeats the address.
    server_reply: row.is_address_withheld ? null : last_error,
    // It may lead to a receipt with the name.
    link: row.state === 'held' && action_path !== null && !row.is_address_withheld ? publicUrl + action_path : null,
  }
}

/** SQL condition: the mail is about a withheld complainant, whom admins see on the complaint's page with a reason. */
const IS_WITHHELD = sql<boolean>`exists (
  select from complaints
  where withhold_name and complaints.id = case
    when mails.about ~ '^complaint [0-9]+$' then substring(mails.about from 11)::bigint
    when mails.about ~ '^payment [0-9]+$' then (
      select subject_id from payments
      where payments.id = substring(mails.about from 9)::bigint and purpose = 'complaint')
  end)`

const MAILS_A_CALL_MAX = 200

const GOOD_FOR = MAIL_KINDS.flatMap((kind) => {
  const minutes = findMailKind(kind)?.goodForMinutes
  return minutes === undefined ? [] : [{ kind, minutes }]
})

/**
 * SQL condition: the link or code of a mail has expired, the pet that was seen is home or was seen long ago, or its owner has read or ended
 * the conversation.
 */
const IS_NEEDLESS = sql<boolean>`(
  exists (
    select from jsonb_to_recordset(${JSON.stringify(GOOD_FOR)}::jsonb) as good (kind text, minutes int)
    where good.kind = mails.kind and mails.created_at < now() - make_interval(mins => minutes))
  or kind = 'lost-scan' and not exists (
    select from lost_pets where pet_number = substring(about from '^pet ([0-9]+)$')::bigint)
  or kind in ('pet-found', 'found-message') and not exists (
    select from found_reports
    where id = substring(about from '^found ([0-9]+)$')::bigint and closed_at is null
      and (read_at is null or read_at < mails.created_at)))`

/** Ends the held mails that would only mislead their readers. Returns how many. */
async function dropNeedless(transaction: Db): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('mails')
    .set({ state: 'failed', failure: 'unwanted', last_error: null })
    .where('state', '=', 'held')
    .where('html', 'is not', null)
    .where(IS_NEEDLESS)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Queues the oldest held mails that can be sent for a day; returns how many, and whether there are more. */
export function sendHeld(db: Db, limit = MAILS_A_CALL_MAX): Promise<{ queued: number; has_more: boolean }> {
  return inTransaction(db, async (transaction) => {
    const found = await sendable(transaction)
      .select(['mails.id', 'kind'])
      .orderBy('mails.id')
      .limit(limit + 1)
      .forUpdate()
      .skipLocked()
      .execute()
    const mails = found.slice(0, limit)
    if (mails.length === 0) return { queued: 0, has_more: false }
    await transaction
      .updateTable('mails')
      .set({ state: 'waiting', failure: null, last_error: null })
      .where(isOneOf('id', idsOf(mails)))
      .execute()
    const since = new Date().toISOString()
    for (const { id: mailId, kind } of mails) await enqueueDelivery(transaction, { mailId, kind, since })
    return { queued: mails.length, has_more: found.length > mails.length }
  })
}

const sendable = (db: Db) =>
  db
    .selectFrom('mails')
    .where('state', '=', 'held')
    .where('html', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_blocks').select('reason').whereRef('mail_blocks.address_key', '=', 'mails.address_key'),
        ),
      ),
    )
