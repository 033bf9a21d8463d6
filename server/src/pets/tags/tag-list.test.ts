import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { aBlankTag, anAdmin, aPet } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

const list = async (query: Record<string, string> = {}) => app.call(tagCalls.list, { query }, admin)

// TAG-6
test('an admin sees which tags are blank, registered to a pet, or spent', async () => {
  const blank = await aBlankTag(app.db)
  const registered = await aPet(app.db, admin)
  const spent = await aPet(app.db, admin, { petName: 'Gone' })
  await app.call(petCalls.deleteAny, { params: { id: String(spent.id) } }, admin)

  const { body, headers } = await list()
  expect(headers.get('x-total-count')).toBe('3')
  const stateOf = (petId: string) => body.find((tag) => tag.petId === petId)
  expect(stateOf(blank)).toMatchObject({ state: 'blank', petName: null })
  expect(stateOf(registered.petId)).toMatchObject({ state: 'registered', petName: registered.petName })
  expect(stateOf(spent.petId)).toMatchObject({ state: 'spent', petName: null })
  for (const [state, petId] of [
    ['blank', blank],
    ['registered', registered.petId],
    ['spent', spent.petId],
  ] as const) {
    expect((await list({ state })).body.map((tag) => tag.petId)).toEqual([petId])
  }
  expect((await list({ state: 'lost' })).status).toBe(400)
})

// TAG-6
test('a sheet of chosen tags is an A4 PDF; unknown IDs and too many are refused', async () => {
  const petIds = [await aBlankTag(app.db), await aBlankTag(app.db)]
  const ask = (ids: string[]) =>
    app.fetch(`${tagCalls.sheet.path}?petIds=${ids.join(',')}`, { headers: { authorization: `Bearer ${admin.token}` } })
  const sheet = await ask(petIds)
  expect(sheet.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await sheet.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]')

  expect((await ask(['ABCDEFGHJKLM'])).status).toBe(400)
  expect((await ask(['nonsense'])).status).toBe(400)
  expect((await ask(Array.from({ length: 241 }, () => petIds[0] ?? ''))).status).toBe(400)
})
