import { randomUUID } from 'node:crypto'
import type { ComplaintForm } from '@petsetu/contract/complaints.ts'
import { gathered } from '../db/gather.ts'
import type { Pool } from '../db/pool.ts'
import { isBadRow } from '../errors.ts'
import { type FiledComplaint, findByKey } from './complaint-queries.ts'

/**
 * Files a complaint. `idempotencyKey` is the submission's own: the second time, the answer is the complaint that is there, which has
 * the file of the first.
 */
export type InsertComplaint = (
  form: ComplaintForm,
  filePath: string | null,
  idempotencyKey: string | null,
) => Promise<FiledComplaint>

type NewComplaint = ComplaintForm & { file_path: string | null; idempotency_key: string }

// A prepared statement of the driver's. In the order of the keys, so that no two of them wait for each other.
const INSERT = {
  name: 'insert-complaints',
  text: `
    insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description,
      file_path, idempotency_key)
    select fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description,
      file_path, idempotency_key
    from json_populate_recordset(null::complaints, $1)
    order by idempotency_key
    on conflict (idempotency_key) do nothing
    returning id, file_path as "filePath", idempotency_key as key`,
}

/**
 * Complaints that come at the same moment go into one statement and one commit, which costs node, database and disk little more than
 * one alone. Each is answered once its own row is durable.
 */
export function complaintInserter(pool: Pool): InsertComplaint {
  const insert = gathered<NewComplaint, FiledComplaint>((complaints) => insertAll(pool, complaints))
  return async (form, filePath, idempotencyKey) => {
    const complaint = { ...form, file_path: filePath, idempotency_key: idempotencyKey ?? randomUUID() }
    const filed = await insert(complaint).catch(async (error: unknown) => {
      if (!isBadRow(error)) throw error
      // One of those that went together cannot be stored. Alone, each hears whether it is the one.
      return (await insertAll(pool, [complaint])).get(complaint)
    })
    const there = filed ?? (await findByKey(pool, complaint.idempotency_key))
    if (!there) throw new Error('A complaint was neither inserted nor there before')
    return there
  }
}

async function insertAll(pool: Pool, complaints: NewComplaint[]): Promise<Map<NewComplaint, FiledComplaint>> {
  const { rows } = await pool.query<FiledComplaint & { key: string }>({
    ...INSERT,
    values: [JSON.stringify(complaints)],
  })
  const filed = new Map(rows.map(({ key, ...complaint }) => [key, complaint]))
  return new Map(
    complaints.flatMap((complaint) => {
      const found = filed.get(complaint.idempotency_key)
      return found ? [[complaint, found]] : []
    }),
  )
}
