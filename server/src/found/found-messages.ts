import type { FinderMessage, FoundBy, FoundForm, FoundMessage } from '@petsetu/contract/found.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Returns the number of the message. */
export async function insertMessage(
  transaction: Db,
  reportId: number,
  by: FoundBy,
  { message, place, name, contact, lat, lon, accuracy }: Partial<FoundForm>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('found_messages')
    .values({
      report_id: reportId,
      by,
      message,
      place,
      name,
      contact,
      lat,
      lon,
      accuracy,
      location_agreed_at: lat === undefined ? undefined : sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('found_reports')
    .set({ last_message_at: sql`now()` })
    .where('id', '=', reportId)
    .execute()
  return id
}

/** SQL condition on a message: it says the same. */
export function isSameContent({ message, place, name, contact, lat, lon }: FoundForm) {
  return sql<boolean>`(message, place, found_messages.name, contact, lat, lon) is not distinct from
    (${message ?? null}::text, ${place ?? null}::text, ${name ?? null}::text, ${contact ?? null}::text,
     ${lat ?? null}::double precision, ${lon ?? null}::double precision)`
}

export async function listMessages(db: Db, reportId: number): Promise<FoundMessage[]> {
  const rows = await db
    .selectFrom('found_messages')
    .select(['id', 'by', 'message', 'name', 'contact', 'place', 'lat', 'lon', 'accuracy', 'created_at'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, by: row.by as FoundBy, created_at: row.created_at.toISOString() }))
}

/** Without the contact and the location, which are the owner's to see: a link may be passed on. */
export function asFinderSees({ by, message, place, contact, lat, created_at }: FoundMessage): FinderMessage {
  const shared = [...(contact === null ? [] : ['contact' as const]), ...(lat === null ? [] : ['location' as const])]
  return { by, message, place, shared, created_at }
}
