import { rm } from 'node:fs/promises'
import path from 'node:path'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { aJpeg, aPdf, aPng, complaintParts, filePart, sendForm } from '../../test/attachments.ts'
import { anAdmin, aUser } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { samePixels } from '../../test/pixels.ts'
import { plainRequest } from '../../test/plain-request.ts'
import { attachmentLink } from '../platform/files/signed-link.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const bearer = (person: { token: string }) => ({ authorization: `Bearer ${person.token}` })

/** A complaint with this file, as the admin sees it. */
async function anAttachment(bytes: Buffer): Promise<{ name: string; link: string; id: number }> {
  const { body } = await sendForm(app, [...complaintParts(), filePart(bytes)])
  const id = body.data.complaint_id
  const { data } = (await app.call(complaintCalls.read, { params: { id: String(id) } }, admin)).body
  return { name: data.file_path ?? '', link: data.file_url ?? '', id }
}

const open = (target: string, headers: Record<string, string> = {}) => app.fetch(target, { headers })

// V3.2.1, V5.4.1
test.for([
  ['pdf', 'application/pdf', 'inline', aPdf(70_000)],
  ['jpg', 'image/jpeg', 'inline', aJpeg()],
  ['png', 'image/png', 'inline', aPng()],
] as const)(
  // CMP-18
  'an admin gets a %s as %s, %s, unharmed and with headers that let it do nothing',
  async ([kind, type, disposition, bytes]) => {
    const { name, link } = await anAttachment(bytes)
    for (const reply of [await open(`/uploads/complaints/${name}`, bearer(admin)), await open(link)]) {
      expect(reply.status).toBe(200)
      const served = Buffer.from(await reply.arrayBuffer())
      if (kind === 'pdf') expect(served.equals(bytes)).toBe(true)
      else expect(await samePixels(served, bytes)).toBe(true)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(served.length),
        'content-disposition': `${disposition}; filename="complaint-${name}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
    }
    expect(name).toMatch(new RegExp(`\\.${kind}$`))
  },
)

// CMP-18, V8.2.2
test('the name alone gives no access to a visitor, a user or an invalid token', async () => {
  const { name } = await anAttachment(aPdf())
  const user = await aUser(app.db)
  for (const file of [name, `${'0'.repeat(32)}.pdf`]) {
    for (const [headers, status, code, message] of [
      [{}, 401, 'not_signed_in', 'Please log in to continue.'],
      [{ authorization: 'Bearer x' }, 401, 'not_signed_in', 'Please log in to continue.'],
      [bearer(user), 403, 'access_denied', 'Access denied.'],
    ] as const) {
      const reply = await open(`/uploads/complaints/${file}`, headers)
      expect(reply.status).toBe(status)
      expect(await reply.json()).toEqual({ status: 'error', code, message })
    }
  }
  const unknown = await open(`/uploads/complaints/${'0'.repeat(32)}.pdf`, bearer(admin))
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toEqual({
    status: 'error',
    code: 'attachment_not_found',
    message: 'Attachment not found',
  })
})

// CMP-18
test('a link opens its own file for five minutes; a changed or foreign one gets 403', async () => {
  const { name, link } = await anAttachment(aPdf())
  const other = await anAttachment(aPng())
  expect((await open(link)).status).toBe(200)
  const url = new URL(link, app.url)
  const expires = Number(url.searchParams.get('expires'))
  const signature = url.searchParams.get('signature') ?? ''
  expect(expires * 1_000 - Date.now()).toBeGreaterThan(4 * 60_000)
  expect(expires * 1_000 - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  const at = (file: string, query: string) => `/uploads/complaints/${file}?${query}`
  const { value } = await app.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'attachment-links')
    .executeTakeFirstOrThrow()
  const expired = attachmentLink(name, value, Date.now() - 5 * 60_000 - 1_000)
  const forged = [
    expired,
    attachmentLink(name, Buffer.from('another key of another server....')),
    at(other.name, `expires=${expires}&signature=${signature}`),
    at(name, `expires=${expires + 60}&signature=${signature}`),
    at(name, `expires=${expires}&signature=${signature.slice(1)}`),
    at(name, `expires=${expires}&signature=${signature.toLowerCase()}x`),
    at(name, `expires=${expires}.0&signature=${signature}`),
    at(name, `expires=0x${expires.toString(16)}&signature=${signature}`),
    at(name, `expires=${expires}&expires=${expires}&signature=${signature}`),
    at(name, `expires=${expires}&signature=${signature}&signature=${signature}`),
    at(name, `signature=${signature}`),
    at(name, 'expires=9999999999&signature='),
  ]
  for (const target of forged) expect((await open(target)).status, target).toBe(403)
  expect((await open(at(name, `expires=${expires}`))).status).toBe(401)
  expect((await open(expired, bearer(await aUser(app.db)))).status).toBe(403)
  expect((await open(expired, bearer(admin))).status).toBe(200)
})

// CMP-18, V1.1.1, V5.3.2
test('no form of the address leads to another file of the machine', async () => {
  const { name } = await anAttachment(aPdf())
  const variants = [
    `../${name}`,
    `..%2f${name}`,
    `%2e%2e%2f${name}`,
    `%252e%252e%252f${name}`,
    `..%5c${name}`,
    '../../../../etc/passwd',
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%252f..%252fetc%252fpasswd',
    '..\\..\\etc\\passwd',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    `incoming%2f${name}`,
    `./${name}`,
    `${name}%00`,
    `${name}%00.png`,
    `${name}.png`,
    `${name.toUpperCase()}`,
    name.slice(0, -4),
    '',
    '.',
    '..',
    '*',
    '%',
    'x'.repeat(5_000),
  ]
  const { hostname, port } = new URL(app.url)
  for (const variant of variants) {
    const reply = await plainRequest(`http://${hostname}:${port}`, {
      path: `/uploads/complaints/${variant}`,
      headers: bearer(admin),
    })
    expect([400, 401, 404, 414], variant).toContain(reply.status)
    expect(reply.text, variant).not.toMatch(/root:|%PDF/)
  }
})

// CMP-18
test('a file is not served if the database does not know its name or it is missing', async () => {
  const { name, id } = await anAttachment(aPdf())
  await app.db.updateTable('complaints').set({ file_path: null }).where('id', '=', id).execute()
  await app.db.deleteFrom('complaint_files').where('complaint_id', '=', id).execute()
  expect((await open(`/uploads/complaints/${name}`, bearer(admin))).status).toBe(404)
  const lost = await anAttachment(aPdf())
  await rm(path.join(app.config.dataDir, 'attachments', lost.name))
  expect((await open(`/uploads/complaints/${lost.name}`, bearer(admin))).status).toBe(404)
})
