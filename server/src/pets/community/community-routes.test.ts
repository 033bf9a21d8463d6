import { authCalls } from '@petsetu/contract/people/auth.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aCarer, aStreetAnimal, STREET_ANIMAL } from '../../../test/community.ts'
import { aBlankTag, aConfirmedUser, anAdmin, aPet, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { confirmEmail } from '../../people/users/account-details.ts'

const app = await testApp()
const { db } = app

// COM-1
test('a carer registers an animal on a blank tag and looks after it', async () => {
  const [carer, petId] = [await aCarer(db), await aBlankTag(db)]
  const body = {
    ...STREET_ANIMAL,
    petId,
    rabiesOn: '2026-01-05',
    rabiesValidUntil: '2027-01-05',
    sterilisedOn: '2026-02-01',
    sterilisedBy: 'City Animal Hospital',
    recognitionNo: 'AWBI-77',
    certificateNo: 'C-12',
  }

  const reply = await app.call(communityCalls.register, { body }, carer)

  expect(reply.status).toBe(201)
  expect(reply.body.data).toMatchObject({ ...body, status: 'here', photos: [] })
  const own = await app.call(communityCalls.listOwn, { query: {} }, carer)
  expect(own.body.data).toMatchObject({ animals: [{ petId }], mayRegister: true, wards: [STREET_ANIMAL.ward] })
  const care = await app.call(careCalls.list, { params: { id: petId } }, carer)
  expect(care.body.map(({ kind, day }) => [kind, day])).toEqual([
    ['sterilisation', '2026-02-01'],
    ['rabies', '2026-01-05'],
  ])
})

// COM-1
test('somebody whom no admin named registers none', async () => {
  const reply = await app.call(communityCalls.register, { body: STREET_ANIMAL }, await aUser(db))
  expect(reply.status).toBe(403)
})

// COM-1
test('a home area that leads to a door is rejected with a sentence', async () => {
  const body = { ...STREET_ANIMAL, landmark: 'House 12, Neem Road' }
  const reply = await app.call(communityCalls.register, { body }, await aCarer(db))
  expect(reply.error.errors).toEqual({
    landmark: 'Landmark: name an area only, without house number, phone number, coordinates or link',
  })
})

// COM-1
test('one ward has one spelling', async () => {
  const carer = await aCarer(db)
  await aStreetAnimal(db, carer, { ward: 'Sadashiv Peth' })
  const reply = await app.call(communityCalls.register, { body: { ...STREET_ANIMAL, ward: 'sadashiv peth' } }, carer)
  expect(reply.body.data.ward).toBe('Sadashiv Peth')
})

// COM-1, COM-4
test('one ward has one spelling, whichever keyboard wrote its letters', async () => {
  const [asOne, asTwo] = ['ह\u095cपसर', 'ह\u0921\u093cपसर']
  await aStreetAnimal(db, null, { ward: asOne })
  expect((await aStreetAnimal(db, null, { ward: asTwo })).ward).toBe(asOne)
})

// COM-1
test('the only animal of a ward may get another spelling of it, and no second one', async () => {
  const admin = await anAdmin(db)
  const animal = await aStreetAnimal(db, null, { ward: 'narayan peth' })
  const respell = async (id: number, ward: string) => {
    const body = { ...STREET_ANIMAL, ward, status: 'here' } as const
    return (await app.call(communityCalls.change, { params: { id: String(id) }, body }, admin)).body.data.ward
  }
  expect(await respell(animal.id, 'Narayan Peth')).toBe('Narayan Peth')
  const second = await aStreetAnimal(db, null, { ward: 'Narayan Peth' })
  expect(await respell(second.id, 'NARAYAN PETH')).toBe('Narayan Peth')
})

// COM-1
test('a carer changes their animal, and a change based on an older version is rejected', async () => {
  const carer = await aCarer(db)
  const animal = await aStreetAnimal(db, carer)
  const params = { id: String(animal.id) }
  const body = { ...STREET_ANIMAL, landmark: 'By the bus stand', status: 'moved' as const, version: animal.version }

  const changed = await app.call(communityCalls.change, { params, body }, carer)
  expect(changed.body.data).toMatchObject({ landmark: 'By the bus stand', status: 'moved' })

  const stale = await app.call(communityCalls.change, { params, body: { ...body, landmark: 'At the lake' } }, carer)
  expect(stale.error).toMatchObject({ code: 'changed_meanwhile', current: { landmark: 'By the bus stand' } })
})

// COM-1
test('another carer sees and changes nothing of it', async () => {
  const animal = await aStreetAnimal(db, await aCarer(db))
  const other = await aCarer(db)
  const params = { id: animal.petId }
  const body = { ...STREET_ANIMAL, status: 'died' as const }
  expect((await app.call(communityCalls.read, { params }, other)).status).toBe(404)
  expect((await app.call(communityCalls.change, { params, body }, other)).status).toBe(404)
  expect((await app.call(careCalls.list, { params }, other)).status).toBe(404)
})

// COM-1
test('it cannot be lost, nor changed with the form of an owner, nor deleted by a carer', async () => {
  const carer = await aCarer(db)
  const { petId, petName } = await aStreetAnimal(db, carer)
  const params = { id: petId }
  const owned = { ...STREET_ANIMAL, petAge: '3', location: 'x', address: 'y', contactDetails: 'z' }
  const lost = { since: '2026-01-31', area: 'Park', listed: true }
  for (const person of [carer, await anAdmin(db)]) {
    expect((await app.call(lostCalls.mark, { params, body: lost }, person)).status).toBe(404)
    expect((await app.call(petCalls.update, { params, body: { ...owned, petName: 'Mine' } }, person)).status).toBe(404)
  }
  expect((await app.call(petCalls.delete, { params }, carer)).status).toBe(404)
  expect((await app.call(petCalls.read, { params })).body.petName).toBe(petName)
})

// COM-1, AUTH-10
test('the form of an owner is not found for it with a version, either', async () => {
  const carer = await aCarer(db)
  const { petId, petName, version } = await aStreetAnimal(db, carer)
  const params = { id: petId }
  const owned = { ...STREET_ANIMAL, petName: 'Mine', petAge: '3', location: 'x', address: 'y', contactDetails: 'z' }
  for (const person of [carer, await anAdmin(db)]) {
    for (const given of [version, version + 1]) {
      const reply = await app.call(petCalls.update, { params, body: { ...owned, version: given } }, person)
      expect([reply.status, reply.error.code]).toEqual([404, 'pet_not_found'])
    }
  }
  expect((await app.call(petCalls.read, { params })).body.petName).toBe(petName)
})

// COM-1, PET-1
test('lists and numbers of pets are those of pets with an owner', async () => {
  const admin = await anAdmin(db)
  await aPet(db, await aUser(db))
  const total = async () => {
    const reply = await app.call(petCalls.listAll, { query: { page: '1' } }, admin)
    return [Number(reply.headers.get('x-total-count')), reply.body.filter(({ petName }) => petName === 'Kalu').length]
  }
  const before = await total()
  await aStreetAnimal(db, null, { petName: 'Kalu' })
  expect(await total()).toEqual([before[0], 0])
})

// COM-4
test('a carer who is removed loses the animal at the next call', async () => {
  const [admin, carer] = [await anAdmin(db), await aCarer(db)]
  const animal = await aStreetAnimal(db, carer)
  const params = { id: animal.petId }
  expect((await app.call(communityCalls.read, { params }, carer)).status).toBe(200)

  const dropped = { id: String(animal.id), userId: String(carer.id) }
  expect((await app.call(communityCalls.dropCarer, { params: dropped }, admin)).status).toBe(204)

  expect((await app.call(communityCalls.read, { params }, carer)).status).toBe(404)
  const care = { kind: 'rabies' as const, day: '2026-01-01' }
  expect((await app.call(careCalls.create, { params, body: care }, carer)).status).toBe(404)
  expect((await app.call(communityCalls.listOwn, { query: {} }, carer)).body.data.animals).toEqual([])
})

// COM-4
test('a carer whose work ends loses all animals and registers no more', async () => {
  const [admin, carer] = [await anAdmin(db), await aCarer(db)]
  const animal = await aStreetAnimal(db, carer)

  await app.call(communityCalls.removeCarer, { params: { userId: String(carer.id) } }, admin)

  expect((await app.call(communityCalls.read, { params: { id: animal.petId } }, carer)).status).toBe(404)
  expect((await app.call(communityCalls.register, { body: STREET_ANIMAL }, carer)).status).toBe(403)
})

// COM-4
test('an animal that is registered while its carer is removed has no carer', async () => {
  const [admin, carer] = [await anAdmin(db), await aCarer(db)]
  const { animal, removed } = await db.transaction().execute(async (transaction) => {
    const registered = await aStreetAnimal(transaction, carer)
    const removing = app.call(communityCalls.removeCarer, { params: { userId: String(carer.id) } }, admin)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    return { animal: registered, removed: removing }
  })
  expect((await removed).status).toBe(204)
  expect((await app.call(communityCalls.read, { params: { id: animal.petId } }, carer)).status).toBe(404)
})

// COM-4
test('a carer who is removed before an animal is stored registers it no more', async () => {
  const carer = await aCarer(db)
  const { registered } = await db.transaction().execute(async (removal) => {
    await removal.updateTable('users').set({ is_carer: false }).where('id', '=', carer.id).execute()
    const registering = app.call(communityCalls.register, { body: STREET_ANIMAL }, carer)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    return { registered: registering }
  })
  expect((await registered).status).toBe(403)
  expect((await app.call(communityCalls.listOwn, { query: {} }, carer)).body.data.animals).toEqual([])
})

// COM-4
test('an admin names a carer by the username, or by an address that was confirmed', async () => {
  const [admin, animal] = [await anAdmin(db), await aStreetAnimal(db)]
  const [confirmed, unconfirmed] = [await aConfirmedUser(db), await aUser(db)]
  const params = { id: String(animal.id) }
  const name = (login: string) => app.call(communityCalls.addCarer, { params, body: { login } }, admin)

  expect((await name(confirmed.email)).body.data).toMatchObject({ username: confirmed.username, animals: 1 })
  expect((await name(unconfirmed.email)).error.code).toBe('account_unknown')
  expect((await name(admin.username)).error.code).toBe('carer_is_admin')
  const carers = await app.call(communityCalls.listCarersOf, { params }, admin)
  expect(carers.body.data.map(({ username }) => username)).toEqual([confirmed.username])
  expect((await app.call(communityCalls.read, { params }, confirmed)).status).toBe(200)
})

// COM-4, MEM-10
test('a username like an address gets no animal that is meant for the address', async () => {
  const [admin, animal] = [await anAdmin(db), await aStreetAnimal(db)]
  const login = 'asha@example.org'
  const stranger = { username: login, email: 'stranger@example.org', password: PASSWORD }
  const { id } = (await app.call(authCalls.signup, { body: stranger })).body
  await confirmEmail(db, id)
  const given = { params: { id: String(animal.id) }, body: { login } }

  expect((await app.call(communityCalls.addCarer, given, admin)).error.code).toBe('account_unknown')
  expect((await app.call(communityCalls.adopt, given, admin)).error.code).toBe('account_unknown')

  const byAddress = { ...given, body: { login: stranger.email } }
  const named = await app.call(communityCalls.addCarer, byAddress, admin)
  expect(named.body.data).toMatchObject({ id, animals: 1 })
})

// COM-4
test('admins and carers themselves learn whose address is not confirmed', async () => {
  const [admin, reached, unreached] = [await anAdmin(db), await aConfirmedUser(db), await aCarer(db)]
  const animal = await aStreetAnimal(db, unreached)
  const params = { id: String(animal.id) }
  await app.call(communityCalls.addCarer, { params, body: { login: reached.username } }, admin)

  const { body } = await app.call(communityCalls.listCarersOf, { params }, admin)
  const own = (carer: typeof reached) => app.call(communityCalls.listOwn, { query: {} }, carer)

  expect(Object.fromEntries(body.data.map((carer) => [carer.username, carer.isEmailConfirmed]))).toEqual({
    [reached.username]: true,
    [unreached.username]: false,
  })
  expect((await own(reached)).body.data.isEmailConfirmed).toBe(true)
  expect((await own(unreached)).body.data.isEmailConfirmed).toBe(false)
})

// COM-4
test('adoption makes it a pet of an account with its history, and its carers lose it', async () => {
  const [admin, carer, owner] = [await anAdmin(db), await aCarer(db), await aUser(db)]
  const animal = await aStreetAnimal(db, carer, { rabiesOn: '2026-01-05', note: 'Fed at the blue gate' })
  const params = { id: String(animal.id) }

  const reply = await app.call(communityCalls.adopt, { params, body: { login: owner.username } }, admin)

  expect(reply.status).toBe(204)
  const [pet] = (await app.call(petCalls.listOwn, { query: {} }, owner)).body
  expect(pet).toMatchObject({ id: animal.id, petId: animal.petId, isShownDue: true, vaccinationDate: '2026-01-05' })
  expect((await app.call(careCalls.list, { params }, owner)).body).toHaveLength(1)
  expect((await app.call(communityCalls.read, { params }, carer)).status).toBe(404)
  expect((await app.call(communityCalls.read, { params }, admin)).status).toBe(404)
  const { note, status } = await db
    .selectFrom('community_animals')
    .select(['note', 'status'])
    .where('pet_id', '=', animal.id)
    .executeTakeFirstOrThrow()
  expect([note, status]).toEqual([null, 'adopted'])
})

// COM-4
test('an adoption whose reply was lost can be sent again, but not to another account', async () => {
  const [admin, owner, other] = [await anAdmin(db), await aUser(db), await aUser(db)]
  const { id } = await aStreetAnimal(db)
  const statusOf = async ({ username }: { username: string }) =>
    (await app.call(communityCalls.adopt, { params: { id: String(id) }, body: { login: username } }, admin)).status
  expect([await statusOf(owner), await statusOf(owner), await statusOf(other)]).toEqual([204, 204, 404])
  const { rows } = await app.pool.query(
    "select count(*)::int as acts from audit where action = 'animal-adopted' and object_id = $1",
    [String(id)],
  )
  expect(rows).toEqual([{ acts: 1 }])
})

// COM-1, COM-4
test('an animal that has died is handed over to nobody', async () => {
  const [admin, owner] = [await anAdmin(db), await aUser(db)]
  const { id } = await aStreetAnimal(db)
  await db.updateTable('community_animals').set({ status: 'died' }).where('pet_id', '=', id).execute()
  const params = { id: String(id) }
  expect((await app.call(communityCalls.adopt, { params, body: { login: owner.username } }, admin)).status).toBe(404)
  expect((await app.call(communityCalls.read, { params }, admin)).body.data.status).toBe('died')
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body).toEqual([])
})

// COM-4
test('the dashboard counts by ward the animals that live there', async () => {
  const admin = await anAdmin(db)
  const ward = 'Ward of the dashboard'
  const vaccinated = { rabiesOn: '2026-01-05', rabiesValidUntil: '2999-01-05' }
  await aStreetAnimal(db, null, { ward, ...vaccinated, sterilisedOn: '2026-01-05' })
  await aStreetAnimal(db, null, { ward, rabiesOn: '2020-01-05', rabiesValidUntil: '2021-01-05' })
  await aStreetAnimal(db, null, { ward })
  const gone = await aStreetAnimal(db, null, { ward, ...vaccinated })
  const moved = { ...STREET_ANIMAL, ward, status: 'moved' as const }
  await app.call(communityCalls.change, { params: { id: gone.petId }, body: moved }, admin)

  const { body } = await app.call(communityCalls.wards, {}, admin)

  expect(body.data.find((counts) => counts.ward === ward)).toEqual({
    ...{ ward, animals: 3, vaccinated: 1, sterilised: 1, certified: 0, overdue: 2 },
    nextDue: '2999-01-05',
  })
  const list = await app.call(communityCalls.listAll, { query: { ward, status: 'moved' } }, admin)
  expect([list.body.data.length, list.body.pagination.total]).toEqual([1, 1])
})

// COM-4
test('the list and its CSV hold the animals that are due, as the wards count them', async () => {
  const admin = await anAdmin(db)
  const ward = 'Ward of what is due'
  const valid = { rabiesOn: '2026-01-05', rabiesValidUntil: '2999-01-05' }
  await aStreetAnimal(db, null, { ward, petName: 'All done', ...valid, sterilisedOn: '2026-01-05' })
  await aStreetAnimal(db, null, { ward, petName: 'Fertile', ...valid })
  await aStreetAnimal(db, null, { ward, petName: 'Ended', rabiesOn: '2020-01-05', rabiesValidUntil: '2021-01-05' })
  await aStreetAnimal(db, null, { ward, petName: 'Never', sterilisedOn: '2026-01-05' })
  const gone = await aStreetAnimal(db, null, { ward, petName: 'Gone' })
  const moved = { ...STREET_ANIMAL, ward, status: 'moved' as const }
  await app.call(communityCalls.change, { params: { id: gone.petId }, body: moved }, admin)

  const namesOf = async (due: 'vaccination' | 'sterilisation') => {
    const { body } = await app.call(communityCalls.listAll, { query: { ward, due, sort: 'name' } }, admin)
    return body.data.map(({ petName }) => petName)
  }
  expect(await namesOf('vaccination')).toEqual(['Ended', 'Never'])
  expect(await namesOf('sterilisation')).toEqual(['Ended', 'Fertile'])
  const { body } = await app.call(communityCalls.wards, {}, admin)
  expect(body.data.find((counts) => counts.ward === ward)).toMatchObject({ animals: 4, overdue: 2, sterilised: 2 })

  const headers = { authorization: `Bearer ${admin.token}` }
  const address = `/api/admin/community.csv?due=vaccination&ward=${encodeURIComponent(ward)}`
  const csv = await (await app.fetch(address, { headers })).text()
  expect(['Ended', 'Never', 'Fertile'].map((name) => csv.includes(name))).toEqual([true, true, false])
})

// COM-4
test('an animal is found by a ward that has the form of a tag, and by its tag', async () => {
  const admin = await anAdmin(db)
  // Twelve of the letters of a tag.
  const { petId } = await aStreetAnimal(db, null, { ward: 'Sahakarnagar' })
  for (const search of ['Sahakarnagar', petId]) {
    const { body } = await app.call(communityCalls.listAll, { query: { search } }, admin)
    expect(body.data.map((animal) => animal.petId)).toEqual([petId])
  }
})

// COM-4, TRU-2
test('the animal stays when the account of its carer is erased', async () => {
  const carer = await aCarer(db)
  const animal = await aStreetAnimal(db, carer)
  await db.deleteFrom('users').where('id', '=', carer.id).execute()
  const reply = await app.call(communityCalls.listCarersOf, { params: { id: String(animal.id) } }, await anAdmin(db))
  expect([reply.status, reply.body.data]).toEqual([200, []])
})

// COM-4
test('an animal is found whichever keyboard wrote the letters of its name', async () => {
  const [one, two] = ['कि\u095cन', 'कि\u0921\u093cन']
  const animals = [await aStreetAnimal(db, null, { petName: one }), await aStreetAnimal(db, null, { petName: two })]
  const admin = await anAdmin(db)
  for (const search of [one, two]) {
    const { body } = await app.call(communityCalls.listAll, { query: { search } }, admin)
    expect.soft(new Set(body.data.map(({ id }) => id)), search).toEqual(new Set(animals.map(({ id }) => id)))
  }
})

// COM-4, APP-13
test('a carer gets their animals by name, a page at a time with the total', async () => {
  const carer = await aCarer(db)
  for (const petName of ['Tipu', 'bholu', 'Rani']) await aStreetAnimal(db, carer, { petName })
  const ask = async (query: { page?: string; limit?: string }) =>
    (await app.call(communityCalls.listOwn, { query }, carer)).body
  const namesOf = ({ data }: Awaited<ReturnType<typeof ask>>) => data.animals.map(({ petName }) => petName)
  const second = await ask({ page: '2', limit: '2' })
  expect([namesOf(second), second.pagination]).toEqual([['Tipu'], { page: 2, limit: 2, total: 3, last_page: 2 }])
  expect(namesOf(await ask({ limit: '1' }))).toEqual(['bholu'])
  expect(namesOf(await ask({}))).toEqual(['bholu', 'Rani', 'Tipu'])
})
