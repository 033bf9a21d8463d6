import { isDeepStrictEqual } from 'node:util'
import {
  BOARD_HOURS,
  type Breach,
  type BreachFacts,
  type BreachStepKind,
  type ListedBreach,
  type NewBreach,
  TEAM_HOURS,
  type ToldPerson,
} from '@petsetu/contract/people/breaches.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { isoTimes } from '../../../platform/db/iso-times.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { conflict, HttpError, notFound } from '../../../platform/errors.ts'
import { PERSONAL_ROWS, type PersonalRow } from '../registry/personal-rows.ts'
import { countConcerned, countKept } from './concerned-people.ts'

export async function listBreaches(db: Db): Promise<ListedBreach[]> {
  const rows = await listed(db).orderBy('breaches.id', 'desc').execute()
  return rows.map(listedOf)
}

export async function readBreach(db: Db, id: number, text: Translate): Promise<Breach> {
  const row = await listed(db)
    .select(['happened', 'occurred', 'kinds', 'from_day', 'to_day', 'consequences', 'measures', 'advice', 'version'])
    .where('breaches.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('breach_not_found'))
  const { happened, occurred, from_day, to_day, consequences, measures, advice, version } = row
  // A later version of the program may have other kinds; a form that sends an old one back could not be saved.
  const kinds = row.kinds.filter(isKind)
  const steps = await db
    .selectFrom('breach_steps')
    .leftJoin('users', 'users.id', 'by_user')
    .select(['breach_steps.id', 'kind', 'at', 'text', 'written_at', 'username as by', IS_FAILED_LETTER.as('is_failed')])
    .where('breach_id', '=', id)
    .orderBy('at')
    .orderBy('breach_steps.id')
    .execute()
  return {
    ...listedOf(row),
    happened,
    occurred,
    kinds,
    from_day,
    to_day,
    consequences,
    measures,
    advice,
    version,
    steps: steps.map(isoTimes),
    concerned: await (row.letters_at ? countKept(db, id) : countConcerned(db, { kinds, from_day, to_day })),
    offered: offeredKinds(text),
  }
}

export async function insertBreach(
  transaction: Db,
  { noticed_at, ...facts }: z.output<typeof NewBreach>,
): Promise<number> {
  const row = { ...facts, noticed_at: new Date(noticed_at) }
  return (await transaction.insertInto('breaches').values(row).returning('id').executeTakeFirstOrThrow()).id
}

type Facts = Record<string, unknown>

/** The facts that are words; they may name somebody. */
export const BREACH_WORDS = ['title', 'happened', 'occurred', 'consequences', 'measures', 'advice'] as const

/** Stores facts; null if the version is old. Rejects with 400 an unknown kind of data: its people would get no letter. */
export async function updateBreach(
  transaction: Db,
  id: number,
  { noticed_at, kinds, ...facts }: z.output<typeof BreachFacts>,
  based: number | undefined,
): Promise<{ before: Facts; after: Facts } | null> {
  if (!kinds.every(isKind))
    throw new HttpError(400, 'invalid_fields', {
      fields: { kinds: problem('notAKindOfData') },
      values: pluralValues(1),
    })
  const { version, letters_at: _, closed_at: __, ...before } = await lockOpenBreach(transaction, id)
  const after = { ...facts, noticed_at: new Date(noticed_at), kinds }
  // A repeat of the same update whose reply was lost.
  if (isDeepStrictEqual(before, after)) return { before, after }
  if (based !== undefined && based !== version) return null
  await transaction
    .updateTable('breaches')
    .set({ ...after, version: version + 1 })
    .where('id', '=', id)
    .execute()
  return { before, after }
}

/** Locks a breach for one admin at a time. Rejects with 404, and with 409 once it is closed. */
export async function lockOpenBreach(transaction: Db, id: number) {
  const row = await transaction
    .selectFrom('breaches')
    .select([...BREACH_WORDS, 'noticed_at', 'kinds', 'from_day', 'to_day', 'version', 'letters_at', 'closed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('breach_not_found'))
  if (row.closed_at) throw conflict('breach_closed')
  return row
}

type Step = { breachId: number; adminId: number; kind: BreachStepKind; text: string; at?: string }

export async function insertStep(transaction: Db, { breachId, adminId, kind, text, at }: Step): Promise<number> {
  const { id } = await transaction
    .insertInto('breach_steps')
    .values({ breach_id: breachId, by_user: adminId, kind, text, at: at ? new Date(at) : sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listTold(
  db: Db,
  { breachId, page, limit }: { breachId: number; page: number; limit: number },
): Promise<{ people: ToldPerson[]; total: number }> {
  const { rows } = await sql<ToldRow & { total: number }>`
    select ${TOLD_COLUMNS}, count(*) over () as total from ${TOLD}
    where breach_id = ${breachId} order by person.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { people: rows.map(({ total: _, ...row }) => toldOf(row)), total: rows[0]?.total ?? 0 }
}

export async function listToldAfter(
  db: Db,
  breachId: number,
  last: ToldPerson | null,
  limit: number,
): Promise<ToldPerson[]> {
  const { rows } = await sql<ToldRow>`
    select ${TOLD_COLUMNS} from ${TOLD}
    where breach_id = ${breachId} and person.id > ${last?.id ?? 0} order by person.id limit ${limit}`.execute(db)
  return rows.map(toldOf)
}

/** Says whether this admin has read within the hour who was told: the pages of the list are one reading. */
export async function hasReadTold(db: Db, breachId: number, adminId: number): Promise<boolean> {
  const reading = await db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'breach-people-read')
    .where('object_kind', '=', 'breach')
    .where('object_id', '=', String(breachId))
    .where('admin_id', '=', adminId)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst()
  return reading !== undefined
}

const TOLD = sql`breach_people person
  left join mails on mails.kind = 'breach-letter' and mails.about = 'breach ' || breach_id and mails.step = person.id::text`

const TOLD_COLUMNS = sql`person.id, person.email, person.phone, person.language,
  coalesce(person.sent_at, mails.sent_at) as sent,
  case when coalesce(person.sent_at, mails.sent_at) is not null then 'sent'
    when email_key = '' then 'call' else coalesce(mails.state, 'waiting') end as state`

type ToldRow = Omit<ToldPerson, 'sent_at'> & { sent: Date | null }

function toldOf({ sent, ...person }: ToldRow): ToldPerson {
  return { ...person, sent_at: sent?.toISOString() ?? null }
}

const isKind = (kind: string): kind is PersonalRow => kind in PERSONAL_ROWS

/** The rows of the list of personal data, as people read them on the page about privacy. */
export function offeredKinds(text: Translate): { kind: string; label: string }[] {
  return Object.entries(PERSONAL_ROWS).map(([kind, { what }]) => ({ kind, label: text(what) }))
}

/**
 * SQL condition on a step: it is a letter to an authority whose mail failed, or is held. Only these two are stored in one transaction, and
 * so at one instant.
 */
export const IS_FAILED_LETTER = sql<boolean>`exists (
  select from mails
  where mails.kind = 'breach-authority' and mails.about = 'breach ' || breach_steps.breach_id
    and mails.created_at = breach_steps.written_at and mails.state in ('failed', 'held'))`

function listed(db: Db) {
  const told = (kind: BreachStepKind) =>
    sql<Date | null>`(select min(at) from breach_steps
      where breach_id = breaches.id and kind = ${sql.lit(kind)} and not ${IS_FAILED_LETTER})`
  return db
    .selectFrom('breaches')
    .select(['breaches.id', 'title', 'noticed_at', 'letters_at', 'closed_at'])
    .select([told('team-told').as('team_told_at'), told('board-told').as('board_told_at')])
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

function listedOf({ id, title, noticed_at, letters_at, closed_at, team_told_at, board_told_at }: Row): ListedBreach {
  return {
    id,
    title,
    noticed_at: noticed_at.toISOString(),
    team: clock(noticed_at, TEAM_HOURS, team_told_at),
    board: clock(noticed_at, BOARD_HOURS, board_told_at),
    letters_at: letters_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
  }
}

function clock(noticedAt: Date, hours: number, toldAt: Date | null): ListedBreach['team'] {
  const due = noticedAt.getTime() + hours * 3_600_000
  return {
    due_at: new Date(due).toISOString(),
    told_at: toldAt?.toISOString() ?? null,
    is_late: (toldAt?.getTime() ?? Date.now()) > due,
  }
}
