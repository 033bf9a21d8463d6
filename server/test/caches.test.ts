import { ATTACHMENT_PATH } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { expect, test } from 'vitest'
import { aPdf } from './attachments.ts'
import { anAdmin, aPet, aUser } from './factories.ts'
import { payingApp, submit } from './paying-app.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

// access.test.ts shows the same of each call.

// API-3, CMP-8, V14.3.2
test('an attachment and a page with personal data are not cached', async () => {
  const filed = await submit(app, { file: { bytes: aPdf(), name: 'evidence.pdf' } })
  const { data: complaint } = (await filed.json()) as { data: { complaint_id: number } }
  const read = await app.call(complaintCalls.read, { params: { id: String(complaint.complaint_id) } }, admin)
  const { file_path } = read.body.data
  const attachment = fillPath(ATTACHMENT_PATH, { file_path: file_path ?? '' })
  const asAdmin = { authorization: `Bearer ${admin.token}` }
  const { petId } = await aPet(app.db, await aUser(app.db))
  const personal = [attachment, paths.petDetail.pattern.replace(/\{\w+\}/, petId), '/admin/pets', '/login']
  for (const path of personal) {
    const answer = await app.fetch(path, { headers: { accept: 'text/html', ...asAdmin } })
    await answer.arrayBuffer()
    expect.soft(answer.status, path).toBe(200)
    expect.soft(answer.headers.get('cache-control'), path).toContain('no-store')
  }
})
