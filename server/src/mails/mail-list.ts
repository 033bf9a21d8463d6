import type { ListedMail, MailFailure, MailOrder, MailState } from '@petsetu/contract/mails.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { countMatches } from '../db/search.ts'
import { ordersOf } from '../db/sort-order.ts'
import { IS_WITHHELD } from './is-withheld.ts'

const SENT_DAYS_SHOWN = 30

/** Mails that admins see, of one state or of all: sent ones for 30 days. */
function shownMails(db: Db, state: MailState | undefined) {
  return db
    .selectFrom('mails')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .where(sql<boolean>`(state <> 'sent' or created_at > now() - make_interval(days => ${SENT_DAYS_SHOWN}))`)
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

function withBlock(query: ReturnType<typeof shownMails>) {
  return query
    .leftJoin('mail_blocks', 'mail_blocks.address_key', 'mails.address_key')
    .select(MAIL_COLUMNS)
    .select([sql<boolean>`mail_blocks.address_key is not null`.as('is_blocked'), IS_WITHHELD.as('is_address_withheld')])
}

const ORDERS: Record<MailOrder, RawBuilder<unknown>> = ordersOf(
  { written: sql`created_at`, status: sql`state` },
  sql`mails.id`,
)

type ListOptions = { state: MailState | undefined; sort: MailOrder | undefined; page: number; limit: number }

/** A page of mails, newest first unless `sort` says otherwise. */
export async function listMails(
  db: Db,
  publicUrl: string,
  { state, sort = 'written-desc', page, limit }: ListOptions,
): Promise<ListedMail[]> {
  const rows = await withBlock(shownMails(db, state))
    .orderBy(ORDERS[sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map((row) => listed(row, publicUrl))
}

export async function findMail(db: Db, publicUrl: string, id: number): Promise<ListedMail | null> {
  const row = await withBlock(db.selectFrom('mails')).where('mails.id', '=', id).executeTakeFirst()
  return row ? listed(row, publicUrl) : null
}

/** The number of mails in a state, counted up to 1,000. */
export function countMails(db: Db, state: MailState | undefined): Promise<number> {
  return countMatches(db, (limit) => shownMails(db, state).select('mails.id').limit(limit))
}

type Row = Awaited<ReturnType<ReturnType<typeof withBlock>['executeTakeFirstOrThrow']>>

function listed(
  { state, failure, last_error, action_path, created_at, sent_at, to_address, ...row }: Row,
  publicUrl: string,
): ListedMail {
  return {
    ...row,
    to_address: row.is_address_withheld ? '' : to_address,
    // Check constraints limit these two; the generated types only say string.
    state: state as MailState,
    failure: failure as MailFailure | null,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    // It often repeats the address.
    server_reply: row.is_address_withheld ? null : last_error,
    link: state === 'held' && action_path !== null ? publicUrl + action_path : null,
  }
}
