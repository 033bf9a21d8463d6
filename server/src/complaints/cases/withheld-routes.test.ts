import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { expect, test } from 'vitest'
import { aPhoto } from '../../../test/a-photo.ts'
import { aPdf, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const REASON = 'The police asked for it in writing'

async function aFile(bytes: Buffer) {
  const { body } = await sendForm(app, [...complaintParts(), filePart(bytes)])
  const complaintId = body.data.complaint_id
  const { id, name, original_name } = await app.db
    .selectFrom('complaint_files')
    .select(['id', 'name', 'original_name'])
    .where('complaint_id', '=', complaintId)
    .executeTakeFirstOrThrow()
  const stored = path.join(app.config.dataDir, 'attachments', original_name ?? name)
  return { complaintId, fileId: id, stored }
}

const pathOf = ({ complaintId, fileId }: { complaintId: number; fileId: number }) =>
  caseCalls.takeOriginal.path.replace('{id}', String(complaintId)).replace('{fileId}', String(fileId))

const take = (file: Parameters<typeof pathOf>[0], person = admin, reason = REASON) =>
  app.fetch(pathOf(file), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  })

async function reveals(complaintId: number) {
  const { body } = await app.call(caseCalls.listEvents, { params: { id: String(complaintId) } }, admin)
  return body.data.filter(({ kind }) => kind === 'reveal')
}

// CASE-7
for (const [kind, bytes] of [
  ['jpg', await aPhoto()],
  ['png', await aPhoto({ kind: 'png' })],
  ['pdf', aPdf()],
] as const)
  test(`an admin takes out a ${kind} as it came, for a reason in history and log`, async () => {
    const file = await aFile(bytes)
    const reply = await take(file)
    expect(reply.status).toBe(200)
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="complaint-${file.complaintId}-${file.fileId}.${kind}"`,
      'cache-control': 'no-store',
    })
    expect(await reveals(file.complaintId)).toEqual([
      expect.objectContaining({ by: 'admin', internal: true, text: REASON, after: String(file.fileId) }),
    ])
    const { complaintId, fileId } = file
    const lines = app.logged().split('\n').filter(Boolean)
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'original-taken', complaintId, fileId, actorId: admin.id }),
    )
    expect(app.logged()).not.toContain(REASON)
  })

// CASE-7
test('without a reason, for a user or of another complaint nothing is taken out', async () => {
  const [file, other] = [await aFile(await aPhoto()), await aFile(aPdf())]
  expect((await take(file, admin, ' ')).status).toBe(400)
  expect((await take(file, await aUser(app.db))).status).toBe(403)
  expect((await take({ complaintId: other.complaintId, fileId: file.fileId })).status).toBe(404)
  expect((await take({ ...file, fileId: file.fileId + 1_000 })).status).toBe(404)
  for (const { complaintId } of [file, other]) expect(await reveals(complaintId)).toEqual([])
})

// CASE-7
test('an original that was changed in the storage or is missing is not handed out', async () => {
  const [changed, missing] = [await aFile(await aPhoto()), await aFile(await aPhoto())]
  await appendFile(changed.stored, 'x')
  const reply = await take(changed)
  expect([reply.status, await reply.json()]).toEqual([409, expect.objectContaining({ code: 'original_damaged' })])
  await rm(missing.stored)
  expect((await take(missing)).status).toBe(404)
  for (const { complaintId } of [changed, missing]) expect(await reveals(complaintId)).toEqual([])
})
