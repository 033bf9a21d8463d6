import type { WorkForm } from '@petsetu/contract/pets/camps/camps.ts'
import { CAMP_ANIMALS_MAX, campAdminCalls, campCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPdf } from '../../../test/attachments.ts'
import { aCamp, aWorkKey, CAMP } from '../../../test/camps.ts'
import { aCarer, aStreetAnimal as aCommunityAnimal, sendCertificate } from '../../../test/community.ts'
import { aBlankTag, anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { listCare } from '../care/care-queries.ts'

const app = await testApp()
const otherNode = await testApp({}, app)
const admin = await anAdmin(app.db)

type Session = { token: string }
type Fields = {
  petName?: string
  petGender?: 'male' | 'female'
  ward?: string
  sterilisedOn?: string
  sterilisedBy?: string
}

/** An animal of the street in the ward of the camp. */
async function aStreetAnimal(fields: Fields = {}): Promise<{ id: number; tag: string }> {
  const { id, petId } = await aCommunityAnimal(app.db, null, { ward: CAMP.ward, ...fields })
  return { id, tag: petId }
}

const work = (tag: string, fields: Partial<WorkForm> = {}): WorkForm => ({
  ...{ key: aWorkKey(), tag, kind: 'rabies', at: '2026-01-31T05:30:00Z' },
  ...fields,
})

const send = (campId: number, body: WorkForm, as: Session) =>
  app.call(campCalls.addWork, { params: { id: String(campId) }, body }, as)

const read = async (campId: number) =>
  (await app.call(campAdminCalls.read, { params: { id: String(campId) } }, admin)).body

const fileOf = (campId: number, file: string, language = 'en') =>
  app.fetch(`/api/admin/camps/${campId}/${file}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
  })

const csvOf = async (campId: number) => (await fileOf(campId, 'works.csv')).text()

/** The words of the report for the municipality. */
async function reportOf(campId: number, language: string): Promise<string> {
  const reply = await fileOf(campId, 'report.pdf', language)
  return (await readPdf(new Uint8Array(await reply.arrayBuffer()))).readAloud.join(' ')
}

/** A camp with a carer who helps there. */
async function aHelpedCamp() {
  const helper = await aCarer(app.db)
  return { helper, campId: await aCamp(app.db, { helpers: [helper.username] }) }
}

async function storedWorks(campId: number): Promise<number> {
  const { counts } = await read(campId)
  return counts.reduce((sum, { animals }) => sum + animals, 0)
}

// COM-3
test('a work writes the care record of the animal with the defaults of the camp', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const { status, body } = await send(campId, work(animal.tag), helper)
  expect([status, body]).toEqual([
    200,
    {
      outcome: 'done',
      by: helper.username,
      pet_id: animal.id,
      animal: { tag: animal.tag, name: 'Kalu', type: 'Dog', gender: 'male' },
    },
  ])
  expect(await listCare(app.db, animal.id)).toMatchObject([
    {
      ...{ kind: 'rabies', product: 'Raksharab (RB-17)', day: '2026-01-31', valid_until: '2027-01-30' },
      vet: 'Dr Meera Joshi',
    },
  ])
})

// COM-3
test('a work that arrives eight times at once by one key is stored once', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const body = work(animal.tag)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(campId, body, helper)))
  expect(answers.map(({ status, body: { outcome } }) => [status, outcome])).toEqual(Array(8).fill([200, 'done']))
  expect(await listCare(app.db, animal.id)).toHaveLength(1)
  expect(await storedWorks(campId)).toBe(1)
})

// COM-3
test('a second helper is told who has done it, and nothing is doubled', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const answers = await Promise.all([send(campId, work(animal.tag), helper), send(campId, work(animal.tag), admin)])
  const outcomes = answers.map(({ body }) => body.outcome)
  expect(outcomes.toSorted()).toEqual(['already', 'done'])
  const first = outcomes[0] === 'done' ? helper : admin
  expect(answers.map(({ body }) => body.by)).toEqual([first.username, first.username])
  expect(await listCare(app.db, animal.id)).toHaveLength(1)
})

// COM-3
test('a work and a registration that reach two nodes at once are stored once', async () => {
  const { campId, helper } = await aHelpedCamp()
  const [animal, blank] = [await aStreetAnimal(), await aBlankTag(app.db)]
  const body = work(animal.tag)
  const params = { id: String(campId) }
  const at = '2026-01-31T06:00:00Z'
  const registration = { key: aWorkKey(), tag: blank, at, name: 'Rani', type: 'Dog', gender: 'female' as const }
  const nodes = [app, otherNode, app, otherNode]

  const answers = await Promise.all([
    ...nodes.map((node) => node.call(campCalls.addWork, { params, body }, helper)),
    ...nodes.map((node) => node.call(campCalls.registerAnimal, { params, body: registration }, helper)),
  ])

  expect(answers.map(({ status, body: { outcome } }) => [status, outcome])).toEqual(Array(8).fill([200, 'done']))
  expect(await listCare(app.db, animal.id)).toHaveLength(1)
  expect((await read(campId)).counts).toMatchObject([
    { kind: 'rabies', animals: 1 },
    { kind: 'tag', animals: 1 },
  ])
})

// COM-3
test('two helpers who do the same at two nodes at once are counted once', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const params = { id: String(campId) }
  const answers = await Promise.all([
    app.call(campCalls.addWork, { params, body: work(animal.tag) }, helper),
    otherNode.call(campCalls.addWork, { params, body: work(animal.tag) }, admin),
  ])
  expect(answers.map(({ body: { outcome } }) => outcome).toSorted()).toEqual(['already', 'done'])
  expect(await storedWorks(campId)).toBe(1)
})

// COM-3
test.each([
  ['is years ahead', '2999-01-31T05:30:00Z'],
  ['is two days behind', '2026-01-29T05:30:00Z'],
])('a work by a phone whose clock %s is stored within the camp’s time', async (_, at) => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  expect((await send(campId, work(animal.tag, { at }), helper)).body.outcome).toBe('done')
  const stored = await app.db
    .selectFrom('camp_works')
    .select('at')
    .where('camp_id', '=', campId)
    .executeTakeFirstOrThrow()
  expect(stored.at >= new Date('2026-01-31T00:00:00+05:30') && stored.at <= new Date()).toBe(true)
  expect(await listCare(app.db, animal.id)).toMatchObject([{ day: '2026-01-31', valid_until: '2027-01-30' }])
})

// COM-3
test('a work of the day that is sent two days later keeps its time', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  await send(campId, work(animal.tag, { at: '2026-01-31T11:15:00Z' }), helper)
  const { at } = await app.db
    .selectFrom('camp_works')
    .select('at')
    .where('camp_id', '=', campId)
    .executeTakeFirstOrThrow()
  expect(at.toISOString()).toBe('2026-01-31T11:15:00.000Z')
})

// COM-3
test('one key is not taken for a work on another animal', async () => {
  const { campId, helper } = await aHelpedCamp()
  const [one, other] = [await aStreetAnimal(), await aStreetAnimal()]
  const body = work(one.tag)
  await send(campId, body, helper)
  const again = await send(campId, { ...body, tag: other.tag }, helper)
  expect([again.status, again.error.code]).toEqual([409, 'different_content'])
  expect(await listCare(app.db, other.id)).toEqual([])
})

// COM-3
test('a helper undoes their own work with its care record, and twice is as once', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const { key, ...rest } = work(animal.tag)
  await send(campId, { key, ...rest }, helper)
  const undo = () => app.call(campCalls.undoWork, { params: { id: String(campId), key } }, helper)
  expect([(await undo()).status, (await undo()).status]).toEqual([204, 204])
  expect(await listCare(app.db, animal.id)).toEqual([])
  expect(await storedWorks(campId)).toBe(0)
  expect((await send(campId, work(animal.tag), helper)).body.outcome).toBe('done')
})

// COM-3, COM-1
test('an undone sterilisation takes its body back, and leaves that of an earlier one', async () => {
  const [campId, once, before] = [
    await aCamp(app.db),
    await aStreetAnimal(),
    await aStreetAnimal({ sterilisedOn: '2025-02-01', sterilisedBy: 'City Clinic' }),
  ]
  const bodyOf = async ({ id }: { id: number }) =>
    (await app.call(communityCalls.read, { params: { id: String(id) } }, admin)).body.data.sterilisedBy
  const works = [once, before].map(({ tag }) => work(tag, { kind: 'sterilisation' }))
  for (const one of works) await send(campId, one, admin)
  expect([await bodyOf(once), await bodyOf(before)]).toEqual(['Animal Birth Control Society', 'City Clinic'])
  for (const { key } of works) await app.call(campCalls.undoWork, { params: { id: String(campId), key } }, admin)
  expect([await bodyOf(once), await bodyOf(before)]).toEqual([null, 'City Clinic'])
})

// COM-3, COM-1
test('a sterilisation leaves the body that was entered before, also once it is undone', async () => {
  const campId = await aCamp(app.db)
  const society = 'Animal Birth Control Society'
  const animals = [
    await aStreetAnimal({ sterilisedBy: 'City Clinic' }),
    await aStreetAnimal({ sterilisedBy: society }),
    await aStreetAnimal(),
  ]
  const bodies = () =>
    Promise.all(
      animals.map(
        async ({ id }) =>
          (await app.call(communityCalls.read, { params: { id: String(id) } }, admin)).body.data.sterilisedBy,
      ),
    )
  const works = animals.map(({ tag }) => work(tag, { kind: 'sterilisation' }))
  for (const one of works) expect((await send(campId, one, admin)).body.outcome).toBe('done')
  expect(await bodies()).toEqual(['City Clinic', society, society])
  await app.pool.query("update community_animals set sterilised_by = 'City Clinic' where pet_id = $1", [animals[2]?.id])
  for (const { key } of works) await app.call(campCalls.undoWork, { params: { id: String(campId), key } }, admin)
  expect(await bodies()).toEqual(['City Clinic', society, 'City Clinic'])
})

// COM-3, COM-1
test('a sterilisation enters its body where the day of an earlier one was cleared', async () => {
  const [campId, animal] = [await aCamp(app.db), await aStreetAnimal({ sterilisedOn: '2025-02-01' })]
  await app.pool.query('update pets set sterilization_date = null where id = $1', [animal.id])
  const body = work(animal.tag, { kind: 'sterilisation' })
  const bodyNow = async () =>
    (await app.call(communityCalls.read, { params: { id: String(animal.id) } }, admin)).body.data.sterilisedBy
  await send(campId, body, admin)
  expect(await bodyNow()).toBe('Animal Birth Control Society')
  await app.call(campCalls.undoWork, { params: { id: String(campId), key: body.key } }, admin)
  expect(await bodyNow()).toBeNull()
})

// COM-3
test('a phone gets the animals that were treated, however many are in the ward', async () => {
  const campId = await aCamp(app.db, { ward: 'Hadapsar' })
  await app.pool.query(`
    with tag as (
      insert into tags (pet_id, bound_at)
      select left(translate(upper(md5(n::text)), '01', 'GH'), 12), now() from generate_series(1, ${CAMP_ANIMALS_MAX}) n
      returning pet_id
    ), pet as (
      insert into pets (pet_id, pet_kind, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details)
      select pet_id, 'community', 'Kalu', 'Dog', '', 'male', '', '', '' from tag returning id
    )
    insert into community_animals (pet_id, ward, landmark, ear_notch) select id, 'Hadapsar', 'Market', 'none' from pet`)
  const last = await aStreetAnimal({ ward: 'Hadapsar' })
  await send(campId, work(last.tag), admin)
  const { body } = await app.call(campCalls.open, { params: { id: String(campId) } }, admin)
  expect([body.animals.length, body.works]).toEqual([CAMP_ANIMALS_MAX, 1])
  expect(body.animals.find(({ tag }) => tag === last.tag)?.done).toEqual(['rabies'])
})

// COM-3
test('a helper does not undo the work of another helper', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const body = work(animal.tag)
  await send(campId, body, admin)
  await app.call(campCalls.undoWork, { params: { id: String(campId), key: body.key } }, helper)
  expect(await listCare(app.db, animal.id)).toHaveLength(1)
})

// COM-3, COM-4, PET-11
test('a helper undoes no work on an animal that was adopted since; an admin does', async () => {
  const { campId, helper } = await aHelpedCamp()
  const [animal, owner] = [await aStreetAnimal(), await aUser(app.db)]
  const body = work(animal.tag)
  await send(campId, body, helper)
  const adopted = { params: { id: String(animal.id) }, body: { login: owner.username } }
  expect((await app.call(communityCalls.adopt, adopted, admin)).status).toBe(204)
  const undo = (as: Session) => app.call(campCalls.undoWork, { params: { id: String(campId), key: body.key } }, as)
  expect((await undo(helper)).error?.code).toBe('pet_not_found')
  expect(await listCare(app.db, animal.id)).toHaveLength(1)
  expect((await undo(admin)).status).toBe(204)
  expect(await listCare(app.db, animal.id)).toEqual([])
})

// COM-3
test('an animal is registered on the spot once, and counted as tagged', async () => {
  const { campId, helper } = await aHelpedCamp()
  const tag = await aBlankTag(app.db)
  const body = {
    key: aWorkKey(),
    tag,
    at: '2026-01-31T06:00:00Z',
    name: 'Rani',
    type: 'Dog',
    gender: 'female' as const,
  }
  const register = (as: Session, key = body.key) =>
    app.call(campCalls.registerAnimal, { params: { id: String(campId) }, body: { ...body, key } }, as)
  const answers = await Promise.all([register(helper), register(helper), register(helper)])
  expect(answers.map(({ body: { outcome } }) => outcome)).toEqual(['done', 'done', 'done'])
  expect((await register(admin, aWorkKey())).body).toMatchObject({ outcome: 'already', by: helper.username })
  const { rows } = await sql`
    select pet_name, user_id, ward, landmark from pets
    join community_animals on community_animals.pet_id = pets.id
    where pets.pet_id = ${tag}`.execute(app.db)
  expect(rows).toEqual([{ pet_name: 'Rani', user_id: null, ward: 'Kothrud', landmark: CAMP.place }])
  expect((await send(campId, work(tag), helper)).body.outcome).toBe('done')
  expect((await read(campId)).counts).toEqual([
    { kind: 'rabies', ward: 'Kothrud', sex: 'female', animals: 1, certified: null },
    { kind: 'tag', ward: 'Kothrud', sex: 'female', animals: 1, certified: null },
  ])
})

// COM-3
test('neither a blank tag nor a pet with an owner gets work', async () => {
  const { campId, helper } = await aHelpedCamp()
  const pet = await aPet(app.db, await aUser(app.db))
  const refusals = [
    [await aBlankTag(app.db), 404, 'animal_not_found'],
    ['ABCDEFGHJKLM', 404, 'animal_not_found'],
    [pet.petId, 409, 'animal_has_owner'],
  ] as const
  for (const [tag, ...refusal] of refusals) {
    const { status, error } = await send(campId, work(tag), helper)
    expect([status, error.code]).toEqual(refusal)
  }
  expect(await listCare(app.db, pet.id)).toEqual([])
})

// COM-3, COM-4
test('work on an animal that was adopted since is refused, and the sentence says why', async () => {
  const { campId, helper } = await aHelpedCamp()
  const [animal, owner] = [await aStreetAnimal(), await aUser(app.db)]
  await app.call(communityCalls.adopt, { params: { id: String(animal.id) }, body: { login: owner.username } }, admin)
  const { status, error } = await send(campId, work(animal.tag), helper)
  expect([status, error]).toMatchObject([
    409,
    { code: 'animal_has_owner', message: 'This animal has a home now, and its owner keeps its record.' },
  ])
  expect(await listCare(app.db, animal.id)).toEqual([])
})

// COM-3
test('work before the camp’s day, or of a kind that it does not do, is refused', async () => {
  const animal = await aStreetAnimal()
  const tagsOnly = await aCamp(app.db, { kinds: [{ kind: 'tag' }] })
  expect((await send(tagsOnly, work(animal.tag), admin)).error.code).toBe('not_at_this_camp')
  const later = await aCamp(app.db, { day: '2999-01-31' })
  expect((await send(later, work(animal.tag), admin)).error.code).toBe('camp_not_begun')
})

// COM-3
test('only admins with the duty for pets and the helpers of a camp may work there', async () => {
  const { campId } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const others = [await aUser(app.db), await aCarer(app.db), await anAdmin(app.db, ['money'])]
  for (const other of others) {
    const params = { id: String(campId) }
    expect((await send(campId, work(animal.tag), other)).status).toBe(404)
    expect((await app.call(campCalls.open, { params }, other)).status).toBe(404)
    const undo = { ...params, key: aWorkKey() }
    expect((await app.call(campCalls.undoWork, { params: undo }, other)).status).toBe(404)
    expect((await app.call(campCalls.list, {}, other)).body).toEqual([])
  }
  expect(await listCare(app.db, animal.id)).toEqual([])
})

// COM-3
test('a carer who is removed can no longer open or fill a camp', async () => {
  const { campId, helper } = await aHelpedCamp()
  const animal = await aStreetAnimal()
  const params = { id: String(campId) }
  expect((await app.call(campCalls.open, { params }, helper)).status).toBe(200)
  await app.db.updateTable('users').set({ is_carer: false }).where('id', '=', helper.id).execute()
  expect((await app.call(campCalls.open, { params }, helper)).status).toBe(404)
  expect((await send(campId, work(animal.tag), helper)).status).toBe(404)
})

// COM-3
test('a camp names only carers as helpers', async () => {
  const { username } = await aUser(app.db)
  const { status, error } = await app.call(campAdminCalls.create, { body: { ...CAMP, helpers: [username] } }, admin)
  expect([status, error]).toMatchObject([400, { code: 'not_a_carer', errors: { helpers: expect.any(String) } }])
})

// COM-3
test('the phone of a helper gets the animals of the ward, with what was done to them', async () => {
  const ward = 'Aundh'
  const campId = await aCamp(app.db, { ward })
  const [here, elsewhere, treated] = [
    await aStreetAnimal({ ward, petName: 'Bholu' }),
    await aStreetAnimal({ ward: 'Baner' }),
    await aStreetAnimal({ ward: 'Baner', petName: 'Tipu' }),
  ]
  await send(campId, work(treated.tag), admin)
  const { body } = await app.call(campCalls.open, { params: { id: String(campId) } }, admin)
  expect(body).toMatchObject({ name: CAMP.name, works: 1 })
  expect(body.animals).toEqual([
    { tag: here.tag, name: 'Bholu', type: 'Dog', gender: 'male', done: [] },
    { tag: treated.tag, name: 'Tipu', type: 'Dog', gender: 'male', done: ['rabies'] },
  ])
  expect(JSON.stringify(body)).not.toContain(elsewhere.tag)
})

// COM-3
test('the phone gets the animals of the ward, whichever keyboard wrote its letters', async () => {
  const { tag } = await aStreetAnimal({ ward: 'बड\u093cगाव' })
  const campId = await aCamp(app.db, { ward: 'ब\u095cगाव' })
  const { body } = await app.call(campCalls.open, { params: { id: String(campId) } }, admin)
  expect(body.animals.map((animal) => animal.tag)).toEqual([tag])
})

// COM-3
test('the counts are by kind of work, ward and sex, and stay when an animal is deleted', async () => {
  const campId = await aCamp(app.db)
  const [male, female] = [await aStreetAnimal(), await aStreetAnimal({ petGender: 'female', ward: 'Baner' })]
  for (const { tag } of [male, female]) await send(campId, work(tag), admin)
  await send(campId, work(male.tag, { kind: 'deworming' }), admin)
  await app.db.deleteFrom('pets').where('id', '=', female.id).execute()
  expect(await read(campId)).toMatchObject({
    animals: 2,
    counts: [
      { kind: 'rabies', ward: 'Baner', sex: 'female', animals: 1 },
      { kind: 'rabies', ward: 'Kothrud', sex: 'male', animals: 1 },
      { kind: 'deworming', ward: 'Kothrud', sex: 'male', animals: 1 },
    ],
  })
})

// COM-3
test('a camp counts the certificates of those that it sterilised, in each of its files', async () => {
  const campId = await aCamp(app.db)
  const [one, other, vaccinated] = [
    await aStreetAnimal({ petGender: 'female' }),
    await aStreetAnimal({ petGender: 'female' }),
    await aStreetAnimal(),
  ]
  for (const { tag } of [one, other]) await send(campId, work(tag, { kind: 'sterilisation' }), admin)
  await send(campId, work(vaccinated.tag), admin)
  for (const { id } of [one, vaccinated]) await sendCertificate(app, id, aPdf(), admin)

  expect((await read(campId)).counts).toEqual([
    { kind: 'rabies', ward: 'Kothrud', sex: 'male', animals: 1, certified: null },
    { kind: 'sterilisation', ward: 'Kothrud', sex: 'female', animals: 2, certified: 1 },
  ])
  expect(await reportOf(campId, 'en')).toMatch(/Sterilisation 2 0 2 Sterilised, with certificate 1 0 1/)
  expect(await reportOf(campId, 'hi')).toContain('नसबंदी, प्रमाणपत्र सहित')
  const lines = (await csvOf(campId)).split('\r\n')
  const endOf = (kind: string) => lines.filter((line) => line.includes(kind)).map((line) => line.split(',').at(-1))
  expect([endOf('Sterilisation').sort(), endOf('Rabies')]).toEqual([['No', 'Yes'], ['']])
})

// COM-3
test('a camp is changed by version, and deleted only while nothing was done', async () => {
  const { body: camp } = await app.call(campAdminCalls.create, { body: CAMP }, admin)
  const params = { id: String(camp.id) }
  const change = { ...CAMP, name: 'Second day', kinds: [{ kind: 'rabies' as const, batch: 'RB-18' }] }
  const update = (version: number, name = change.name) =>
    app.call(campAdminCalls.update, { params, body: { ...change, name, version } }, admin)
  expect((await update(camp.version)).body).toMatchObject({ name: 'Second day', kinds: [{ batch: 'RB-18' }] })
  expect((await update(camp.version, 'Third day')).error.code).toBe('changed_meanwhile')
  await send(camp.id, work((await aStreetAnimal()).tag), admin)
  const remove = () => app.call(campAdminCalls.delete, { params }, admin)
  expect((await remove()).error.code).toBe('camp_has_works')
  await app.db.deleteFrom('camp_works').where('camp_id', '=', camp.id).execute()
  expect((await remove()).status).toBe(204)
  expect((await app.call(campAdminCalls.read, { params }, admin)).status).toBe(404)
})

// COM-3, CAR-1
test('no work of a camp is valid until a day before the camp', async () => {
  const params = { id: String(await aCamp(app.db)) }
  const bodyUntil = (valid_until: string) => ({ ...CAMP, kinds: [{ kind: 'rabies' as const, valid_until }] })
  const body = bodyUntil('2026-01-30')
  for (const { status, error } of [
    await app.call(campAdminCalls.create, { body }, admin),
    await app.call(campAdminCalls.update, { params, body }, admin),
  ])
    expect([status, error.errors]).toEqual([400, { kinds: 'This is before the date it was given' }])
  const sameDay = await app.call(campAdminCalls.create, { body: bodyUntil(CAMP.day) }, admin)
  expect(sameDay.status).toBe(201)
})

// COM-3
test('a repeated change of a camp whose reply was lost is no conflict', async () => {
  const [one, other] = [await aCarer(app.db), await aCarer(app.db)]
  const params = { id: String(await aCamp(app.db, { helpers: [one.username] })) }
  const body = {
    ...CAMP,
    kinds: [{ kind: 'tag' as const }, { kind: 'rabies' as const, batch: 'RB-18' }],
    helpers: [other.username, one.username],
    version: 1,
  }
  const update = (fields: { helpers?: string[] } = {}) =>
    app.call(campAdminCalls.update, { params, body: { ...body, ...fields } }, admin)
  const [first, repeated] = [await update(), await update()]
  expect(first.body).toMatchObject({ version: 2, kinds: [{ kind: 'rabies', batch: 'RB-18' }, { kind: 'tag' }] })
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
  expect((await update({ helpers: [one.username] })).error.code).toBe('changed_meanwhile')
})

// COM-3
test('the CSV file has a line for each piece of work', async () => {
  const campId = await aCamp(app.db)
  const { tag } = await aStreetAnimal({ petName: '=Kalu' })
  await send(campId, work(tag), admin)
  const [head, line] = (await csvOf(campId)).split('\r\n')
  expect(head).toBe('Tag ID,Pet name,Type,Gender,Ward,Work,Done at,Helper,Certificate file')
  const grouped = tag.match(/.{4}/g)?.join('-')
  expect(line).toBe(
    `${grouped},"'=Kalu",Dog,Male,Kothrud,Rabies vaccination,2026-01-31T11:00:00+05:30,${admin.username},`,
  )
})

// COM-3
test('the report for the municipality has the counts, in the language of its reader', async () => {
  const campId = await aCamp(app.db)
  await send(campId, work((await aStreetAnimal()).tag), admin)
  expect(await reportOf(campId, 'en')).toMatch(
    /Camp report: Rabies day in Kothrud.* Kothrud .*Rabies vaccination 0 1 1/,
  )
  expect(await reportOf(campId, 'mr')).toContain('शिबिराचा अहवाल')
})
