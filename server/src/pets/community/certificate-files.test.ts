import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '../../../test/a-photo.ts'
import { aPdf, MIB } from '../../../test/attachments.ts'
import { aCarer, aStreetAnimal, sendCertificate } from '../../../test/community.ts'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { exportPerson } from '../../../test/rights.ts'

const app = await testApp()
const { db } = app
const admin = await anAdmin(db)

type Session = { token: string }

const fetchFile = (id: number, as: Session | null) =>
  app.fetch(`/api/community/${id}/certificate-file`, as ? { headers: { authorization: `Bearer ${as.token}` } } : {})

const nameOf = async (id: number) =>
  (await db.selectFrom('certificate_files').select('name').where('pet_id', '=', id).executeTakeFirst())?.name

/** The names of all stored files. */
async function storedFiles(): Promise<string[]> {
  const files = await readdir(app.config.dataDir, { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile()).map(({ name }) => path.basename(name))
}

// COM-1
test('a carer adds the certificate, and carers and admins open it', async () => {
  const carer = await aCarer(db)
  const { id, petId } = await aStreetAnimal(db, carer)
  const pdf = aPdf(2_000)
  const reply = await sendCertificate(app, id, pdf, carer)
  expect([reply.status, reply.body.data.hasCertificateFile]).toEqual([200, true])

  for (const reader of [carer, admin]) {
    const file = await fetchFile(id, reader)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="sterilisation-${petId}.pdf"`)
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true)
  }
})

// COM-1, COM-2
test('nobody else opens, replaces or deletes it', async () => {
  const { id } = await aStreetAnimal(db, await aCarer(db))
  await sendCertificate(app, id, aPdf(), admin)
  const others = [null, await aUser(db), await aCarer(db), await anAdmin(db, ['money'])]
  for (const other of others) {
    const refused = other ? 404 : 401
    expect((await fetchFile(id, other)).status).toBe(refused)
    expect((await sendCertificate(app, id, aPdf(3_000), other)).status).toBe(refused)
    const params = { id: String(id) }
    expect((await app.call(communityCalls.deleteCertificateFile, { params }, other)).status).toBe(refused)
  }
  expect((await fetchFile(id, admin)).status).toBe(200)
})

// COM-1
test.each([
  ['a text', Buffer.from('Dear foundation'), 415, 'wrong_file_type'],
  ['a page', Buffer.from('<html><script>1</script></html>'), 415, 'wrong_file_type'],
  ['a half picture', (): Promise<Buffer> => aPhoto().then((photo) => photo.subarray(0, 200)), 415, 'wrong_file_type'],
  ['more than 5 MB', aPdf(5 * MIB + 1), 413, 'file_too_large'],
  ['nothing', Buffer.alloc(0), 415, 'wrong_file_type'],
])('%s is refused as a certificate', async (_, content, status, code) => {
  const { id } = await aStreetAnimal(db)
  const reply = await sendCertificate(app, id, typeof content === 'function' ? await content() : content, admin)
  expect([reply.status, reply.error.code]).toEqual([status, code])
  expect(await nameOf(id)).toBeUndefined()
})

// COM-1, COM-2
test('of a photo neither its place nor the original is kept', async () => {
  const { id } = await aStreetAnimal(db)
  const photo = await sharp(await aPhoto({ kind: 'jpeg' }))
    .withExif({ IFD0: { Artist: 'Zubaida' }, IFD3: { GPSLatitude: '18/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect((await sendCertificate(app, id, photo, admin)).status).toBe(200)
  const shown = await sharp(Buffer.from(await (await fetchFile(id, admin)).arrayBuffer())).metadata()
  expect(shown.exif).toBeUndefined()
  const name = await nameOf(id)
  expect((await storedFiles()).filter((file) => /-original/.test(file))).toEqual([])
  expect(await storedFiles()).toContain(name)
})

// COM-1
test('a replaced, deleted or orphaned certificate leaves no file', async () => {
  const { id } = await aStreetAnimal(db)
  const params = { id: String(id) }
  await sendCertificate(app, id, aPdf(1_000), admin)
  const first = await nameOf(id)
  await sendCertificate(app, id, aPdf(1_100), admin)
  const second = await nameOf(id)
  await expect.poll(storedFiles).not.toContain(first)
  expect(await storedFiles()).toContain(second)

  const { body } = await app.call(communityCalls.deleteCertificateFile, { params }, admin)
  expect(body.data.hasCertificateFile).toBe(false)
  await expect.poll(storedFiles).not.toContain(second)
  expect((await app.call(communityCalls.deleteCertificateFile, { params }, admin)).status).toBe(404)

  await sendCertificate(app, id, aPdf(1_200), admin)
  const third = await nameOf(id)
  await db.deleteFrom('pets').where('id', '=', id).execute()
  await expect.poll(storedFiles).not.toContain(third)
})

// COM-1, COM-4
test('adoption deletes the certificate, because it may name a carer', async () => {
  const [carer, owner] = [await aCarer(db), await aUser(db)]
  const { id } = await aStreetAnimal(db, carer)
  await sendCertificate(app, id, aPdf(), carer)
  const name = await nameOf(id)
  await app.call(communityCalls.adopt, { params: { id: String(id) }, body: { login: owner.username } }, admin)
  await expect.poll(storedFiles).not.toContain(name)
  for (const person of [owner, carer, admin]) expect((await fetchFile(id, person)).status).toBe(404)
})

// COM-1, PRV-1
test('whoever added it gets it in an export, and it outlives their account', async () => {
  const carer = await aCarer(db)
  const { id, petId } = await aStreetAnimal(db, carer)
  await sendCertificate(app, id, aPdf(1_500), carer)
  const exported = await exportPerson(app, { email: carer.email })
  expect(exported.certificate_files).toEqual([
    { pet_id: petId, name: await nameOf(id), added_at: expect.any(Date), file: aPdf(1_500).toString('base64') },
  ])
  await db.deleteFrom('users').where('id', '=', carer.id).execute()
  expect((await fetchFile(id, admin)).status).toBe(200)
})

// COM-4
test('a ward counts its animals with a certificate, and the CSV file says which', async () => {
  const ward = 'Ward of papers'
  const certified = await aStreetAnimal(db, null, { ward, sterilisedOn: '2026-01-05', petName: 'Certified' })
  await aStreetAnimal(db, null, { ward, sterilisedOn: '2026-01-05', petName: 'Plain' })
  await sendCertificate(app, certified.id, aPdf(), admin)
  const { body } = await app.call(communityCalls.wards, {}, admin)
  expect(body.data.find((counts) => counts.ward === ward)).toMatchObject({ animals: 2, sterilised: 2, certified: 1 })
  const csv = await app.fetch(`/api/admin/community.csv?ward=${encodeURIComponent(ward)}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const [head = '', ...lines] = (await csv.text()).trim().split('\r\n')
  expect(head).toMatch(/,Certificate file$/)
  const said = lines.map((line) => [/Certified|Plain/.exec(line)?.[0], line.split(',').at(-1)])
  expect(Object.fromEntries(said)).toEqual({ Certified: 'Yes', Plain: 'No' })
})
