import type { FoundBy, FoundFields } from '@petsetu/contract/pets/found.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { insertFoundPhoto, type NewPhoto } from './found-photos.ts'

/** The writer of a message. `finderId` is that of a further finder of the thread, and null for the first. */
type Writer = { by: FoundBy; finderId?: number | null }

/** Returns the number of the message. */
export async function insertMessage(
  transaction: Db,
  reportId: number,
  { by, finderId = null }: Writer,
  { message, place, name, contact, lat, lon, accuracy, form_key }: Partial<FoundFields>,
  photo: NewPhoto | null = null,
): Promise<number> {
  const { id } = await transaction
    .insertInto('found_messages')
    .values({
      report_id: reportId,
      by,
      finder_id: finderId,
      message,
      place,
      name,
      contact,
      lat,
      lon,
      accuracy,
      form_key,
      location_agreed_at: lat === undefined ? undefined : sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (photo) await insertFoundPhoto(transaction, id, photo)
  await transaction
    .updateTable('found_reports')
    .set({ last_message_at: sql`now()` })
    .where('id', '=', reportId)
    .execute()
  return id
}

/** SQL condition on a message: it says and shows the same. */
export function isSameContent({ message, place, name, contact, lat, lon }: FoundFields, photoSha256: string | null) {
  return sql<boolean>`(message, place, found_messages.name, contact, lat, lon,
      (select sha256 from found_photos where message_id = found_messages.id)) is not distinct from
    (${message ?? null}::text, ${place ?? null}::text, ${name ?? null}::text, ${contact ?? null}::text,
     ${lat ?? null}::double precision, ${lon ?? null}::double precision, ${photoSha256}::text)`
}

export type StoredMessage = Awaited<ReturnType<typeof listMessages>>[number]

/** All messages of a thread. `finderId` is null for the first finder, and for anybody else. */
export async function listMessages(db: Db, reportId: number) {
  const rows = await db
    .selectFrom('found_messages')
    .leftJoin('found_photos', 'found_photos.message_id', 'found_messages.id')
    .select(['id', 'by', 'finder_id as finderId', 'message', 'found_messages.name', 'contact', 'place'])
    .select(['lat', 'lon', 'accuracy', 'created_at', 'width', 'height'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute()
  return rows.map(({ width, height, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    photo: width === null || height === null ? null : { width, height },
  }))
}
