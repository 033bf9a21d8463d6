import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { sql } from 'kysely'
import { createFollowLink } from '../src/complaints/follow/follow-links.ts'
import { createCode } from '../src/people/users/mailed-code.ts'
import type { TestApp } from './harness.ts'
import { aComplaint, COMPLAINT } from './paying-app.ts'

type App = Pick<TestApp, 'db' | 'fetch' | 'secretKey'>

/** The token of a new link to a complaint. */
export async function aFollowToken({ db }: Pick<App, 'db'>, complaintId: number): Promise<string> {
  return (await createFollowLink(db, complaintId)).split('/').at(-1) ?? ''
}

/** A complaint that was closed at this time, now by default. */
export async function aClosedComplaint({ db, fetch }: App, at = new Date()): Promise<number> {
  const id = await aComplaint({ fetch })
  const event = { by_role: 'system' as const, kind: 'status' as const, before: 'pending', after: 'closed', at }
  await db.transaction().execute(async (transaction) => {
    // Without triggers no event of now is added to it.
    await sql`set local session_replication_role = replica`.execute(transaction)
    await transaction.updateTable('complaints').set({ status: 'closed' }).where('id', '=', id).execute()
    await transaction
      .insertInto('case_events')
      .values({ complaint_id: id, ...event })
      .execute()
  })
  return id
}

/** Returns everything that opens a complaint: its reference, its address and a code. */
export async function aClaim(app: App): Promise<{ reference: string; email: string; code: string }> {
  const id = await aComplaint(app)
  const { created_at: createdAt } = await app.db
    .selectFrom('complaints')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const code = await createCode(app, app.db, `complaint ${id}`)
  return { reference: formatReference({ id, createdAt }), email: COMPLAINT.email, code }
}
