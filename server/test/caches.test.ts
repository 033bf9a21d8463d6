import { allCalls } from '@petsetu/contract/calls.ts'
import { ATTACHMENT_PATH } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/platform/fill-path.ts'
import { expect, test } from 'vitest'
import { aPdf } from './attachments.ts'
import { callSamples, nameOf, sampleOf } from './call-samples.ts'
import { anAdmin, aPet, aUser } from './factories.ts'
import { payingApp, submit } from './paying-app.ts'

const app = await payingApp()
const samples = callSamples(app)
const admin = await anAdmin(app.db)

for (const call of allCalls) {
  // API-3, V14.3.2
  test(`what ${nameOf(call)} replies, errors included, is not cached`, async () => {
    const owner = await aUser(app.db)
    const { headers, ...input } = await sampleOf(samples, call, owner)
    const person = call.access === 'admin' ? admin : owner
    const answer = await app.call(call, input as Input<Call>, person, headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([call.status ?? 200, 'no-store'])
    if (call.access === 'anyone') return
    const refusal = await app.call(call, input as Input<Call>)
    expect([refusal.status, refusal.headers.get('cache-control')]).toEqual([401, 'no-store'])
  })
}

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
