import { formatReference } from '@petsetu/contract/reference.ts'
import { createFollowLink } from '../src/complaints/follow-links.ts'
import { createCode } from '../src/users/mailed-code.ts'
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
  await db.updateTable('complaints').set({ status: 'closed' }).where('id', '=', id).execute()
  const event = { by_role: 'system', kind: 'status', before: 'pending', after: 'closed', at }
  await db
    .insertInto('case_events')
    .values({ complaint_id: id, ...event })
    .execute()
  return id
}

/** What opens a complaint: its reference, its address and a code. */
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
