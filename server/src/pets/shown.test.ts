import { careCalls } from '@petsetu/contract/pets/care.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { SHOWN_CHOICES, type Shown, type ShownChoice } from '@petsetu/contract/pets/pet-schemas.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aSession, aUser, manyPets, PET_FORM } from '../../test/factories.ts'
import { testApp } from '../../test/harness.ts'
import { LOST } from '../../test/lost.ts'
import { publicAnswers } from '../../test/public-answers.ts'
import { exportPerson } from '../../test/rights.ts'
import { CHOICE_COLUMNS, PUBLIC_PET_SQL } from './public-pet.ts'

const app = await testApp()
const owner = await aUser(app.db)

const ALL: Shown = { ownerName: true, contact: true, area: true, address: true, medical: true, vet: true }
const NOTHING = Object.fromEntries(SHOWN_CHOICES.map((choice) => [choice, false])) as Shown

const MARKED = {
  ownerName: 'Marked-owner',
  contactDetails: '98123 45671\nmarked-contact@example.org',
  location: 'Marked-area',
  address: 'Marked-address',
  treatmentDetail: 'Marked-treatment',
  treatmentDate: '2011-02-03',
  vaccinationDetail: 'Marked-vaccination',
  vaccinationDate: '2012-03-04',
  sterilizationDetail: 'Marked-sterilization',
  sterilizationDate: '2013-04-05',
  dewormingDetail: 'Marked-deworming',
  dewormingDate: '2014-05-06',
  doctorName: 'Marked-vet',
}
const OLD = { treatment: 'Marked-old-one', vaccination: 'Marked-old-two', sterilization: 'Marked-old-three' }

const written = (day: string) => [day, ...LANGUAGES.map((language) => formatLongDay(day, language))]

/** Each choice is given away by these words, in every way in which it is written. */
const MARKS: Record<ShownChoice, string[]> = {
  ownerName: ['Marked-owner'],
  contact: ['98123 45671', '9812345671', 'marked-contact'],
  area: ['Marked-area'],
  address: ['Marked-address'],
  medical: [
    ...['treatment', 'vaccination', 'sterilization', 'deworming', 'old-'].map((word) => `Marked-${word}`),
    ...['2011-02-03', '2012-03-04', '2013-04-05', '2014-05-06', '2999-03-05'].flatMap(written),
  ],
  vet: ['Marked-vet'],
}

/** A pet with marks in every field, and a valid rabies vaccination. */
async function aMarkedPet(shown: Partial<Shown>) {
  const pet = await aPet(app.db, owner, { ...MARKED, shown })
  const rabies = {
    kind: 'rabies' as const,
    product: 'Marked-vaccination',
    day: '2012-03-04',
    valid_until: '2999-03-05',
  }
  await app.call(careCalls.create, { params: { id: pet.petId }, body: rabies }, owner)
  await app.db.updateTable('pets').set(OLD).where('id', '=', pet.id).execute()
  return pet
}

const marksIn = (answers: { from: string; text: string }[], marks: string[]) =>
  marks.filter((mark) => answers.some(({ text }) => text.includes(mark)))

for (const choice of SHOWN_CHOICES) {
  // PRV-1
  test(`with ${choice} hidden, nothing for a finder holds it, and the rest is there`, async () => {
    const answers = await publicAnswers(app, (await aMarkedPet({ [choice]: false })).petId)
    for (const { from, text } of answers)
      for (const mark of MARKS[choice]) expect.soft(text.includes(mark), `${mark} in ${from}`).toBe(false)
    for (const other of SHOWN_CHOICES.filter((each) => each !== choice))
      expect.soft(marksIn(answers, MARKS[other]), other).toEqual(MARKS[other])
  })
}

// PRV-1, PET-13
test('with everything hidden a finder still gets name, kind, age and what to do', async () => {
  const hidden = await publicAnswers(app, (await aMarkedPet(NOTHING)).petId)
  expect(marksIn(hidden, Object.values(MARKS).flat())).toEqual([])
  const page = hidden.find(({ from }) => /pet-detail\/\w+\?lang=en/.test(from))?.text ?? ''
  for (const word of ['Moti', 'Dog', '3 years', '/found"', 'I have this pet', 'Your message reaches the owner.'])
    expect.soft(page).toContain(word)
  expect(page).not.toMatch(/undefined|Not provided|not known|Call the owner|wa\.me/)

  const shown = await publicAnswers(app, (await aMarkedPet(ALL)).petId)
  for (const choice of SHOWN_CHOICES) expect.soft(marksIn(shown, MARKS[choice]), choice).toEqual(MARKS[choice])
})

// PRV-1
test('what is hidden stays hidden while the pet is lost and listed', async () => {
  const pet = await aMarkedPet(NOTHING)
  const lost = await app.call(lostCalls.mark, { params: { id: pet.petId }, body: LOST }, owner)
  expect(lost.status).toBe(200)
  const answers = await publicAnswers(app, pet.petId)
  expect(marksIn(answers, Object.values(MARKS).flat())).toEqual([])
  // The owner's words about the loss are there.
  expect(marksIn(answers, [LOST.area, LOST.note])).toEqual([LOST.area, LOST.note])
})

// PRV-1
test('what is hidden does not even leave the database', async () => {
  const pet = await aMarkedPet(NOTHING)
  const { rows } = await app.pool.query(`select ${PUBLIC_PET_SQL} from pets where pet_id = $1`, [pet.petId])
  const hidden = Object.fromEntries(Object.values(CHOICE_COLUMNS).map((column) => [column, false]))
  expect(rows).toMatchObject([{ petName: 'Moti', ...hidden }])
  expect(marksIn([{ from: 'the query', text: JSON.stringify(rows) }], Object.values(MARKS).flat())).toEqual([])
})

// PRV-1
test('the public call leaves out what is hidden; its owner and an admin get it', async () => {
  const pet = await aMarkedPet({ address: false, contact: false })
  const params = { id: pet.petId }
  for (const stranger of [null, await aUser(app.db)]) {
    const { body } = await app.call(petCalls.read, { params }, stranger)
    expect(body).toMatchObject({ petName: 'Moti', location: 'Marked-area' })
    for (const field of ['address', 'contactDetails', 'shown', 'isShownDue']) expect(body).not.toHaveProperty(field)
  }
  const choices = { ...ALL, address: false, contact: false }
  for (const person of [owner, await anAdmin(app.db)]) {
    const { body } = await app.call(petCalls.read, { params }, person)
    expect(body).toMatchObject({ ...MARKED, shown: choices })
  }
  expect((await app.call(petCalls.listOwn, { query: {} }, owner)).body[0]).toMatchObject({ shown: choices })
  const all = await app.call(petCalls.listAll, { query: {} }, await anAdmin(app.db))
  expect(all.body[0]).toMatchObject({ address: 'Marked-address', shown: choices })
})

// PRV-1, PET-13
test('a new pet shows everything, and an update without choices keeps what is', async () => {
  const { body: pet } = await app.call(petCalls.create, { body: PET_FORM }, owner)
  expect(pet).toMatchObject({ shown: ALL, isShownDue: false })
  const params = { id: String(pet.id) }
  const update = (body: object) => app.call(petCalls.update, { params, body: { ...PET_FORM, ...body } }, owner)
  expect((await update({ shown: { address: false } })).body.shown).toEqual({ ...ALL, address: false })
  expect((await update({ petAge: '4 years' })).body.shown).toEqual({ ...ALL, address: false })
  expect((await update({ shown: { vet: false } })).body.shown).toEqual({ ...ALL, address: false, vet: false })
  expect((await update({ shown: { address: true, vet: true } })).body.shown).toEqual(ALL)
  const created = await app.call(petCalls.create, { body: { ...PET_FORM, shown: { contact: false } } }, owner)
  expect(created.body.shown).toEqual({ ...ALL, contact: false })
})

// PRV-1, API-3
test('a choice that is neither true nor false is rejected, and so is an unknown one', async () => {
  for (const shown of [{ address: 'no' }, { address: null }, { vet: 0 }, { owner: false }, 'address', null, []]) {
    const body = { ...PET_FORM, shown } as typeof PET_FORM
    expect.soft((await app.call(petCalls.create, { body }, owner)).status, JSON.stringify(shown)).toBe(400)
  }
})

// PRV-1, PET-11
test('a choice repeated after a lost reply succeeds, and an outdated one is rejected', async () => {
  const pet = await aPet(app.db, owner)
  const params = { id: String(pet.id) }
  const update = (shown: Partial<Shown>) =>
    app.call(petCalls.update, { params, body: { ...PET_FORM, shown, version: 1 } }, owner)
  const first = await update({ address: false })
  expect((await update({ address: false })).body).toEqual(first.body)
  const stale = await update({ address: true })
  expect([stale.status, stale.error]).toMatchObject([409, { current: { shown: { address: false } } }])
})

// PRV-1
test('owners of pets from before are asked once, whatever device they answer on', async () => {
  const [asked, other] = [await aUser(app.db), await aUser(app.db)]
  for (const person of [asked, other]) {
    const { id } = await aPet(app.db, person)
    await app.db.updateTable('pets').set({ is_shown_due: true }).where('id', '=', id).execute()
  }
  const phone = { token: await aSession(app.db, asked.id) }
  const chosen = await aPet(app.db, asked, { shown: { vet: false } })
  const list = async (as: { token: string }) => (await app.call(petCalls.listOwn, { query: {} }, as)).body
  const of = async (as: { token: string }) => (await list(as)).map(({ shown, isShownDue }) => [shown, isShownDue])
  expect(await of(phone)).toEqual([
    [{ ...ALL, vet: false }, false],
    [ALL, true],
  ])

  expect((await app.call(petCalls.chooseShown, { body: { shown: { address: false } } }, asked)).status).toBe(204)
  expect(await of(phone)).toEqual([
    [{ ...ALL, vet: false }, false],
    [{ ...ALL, address: false }, false],
  ])
  expect(await of(other)).toEqual([[ALL, true]])
  // A second answer finds nothing to ask about.
  await app.call(petCalls.chooseShown, { body: { shown: NOTHING } }, phone)
  expect((await list(asked)).find(({ id }) => id === chosen.id)?.shown).toEqual({ ...ALL, vet: false })

  await app.call(petCalls.chooseShown, { body: { shown: {} } }, other)
  expect(await of(other)).toEqual([[ALL, false]])
})

// PRV-1
test('an answer for some pets leaves the others as they are, and those of strangers', async () => {
  const [asked, stranger] = [await aUser(app.db), await aUser(app.db)]
  const pets = [await aPet(app.db, asked), await aPet(app.db, asked), await aPet(app.db, stranger)]
  const ids = pets.map(({ id }) => id)
  await app.db.updateTable('pets').set({ is_shown_due: true }).where('id', 'in', ids).execute()
  const [first, second, theirs] = ids
  const body = { shown: { address: false }, ids: [first ?? 0, theirs ?? 0] }
  expect((await app.call(petCalls.chooseShown, { body }, asked)).status).toBe(204)
  const due = app.db.selectFrom('pets').select('id').where('id', 'in', ids).where('is_shown_due', '=', true)
  expect(await due.where('shows_address', '=', true).orderBy('id').execute()).toEqual([{ id: second }, { id: theirs }])
})

// PRV-1
test('a choice in the form is an answer, too; a save without choices is none', async () => {
  const pet = await aPet(app.db, owner)
  await app.db.updateTable('pets').set({ is_shown_due: true }).where('id', '=', pet.id).execute()
  const update = (body: object) =>
    app.call(petCalls.update, { params: { id: pet.petId }, body: { ...PET_FORM, ...body } }, owner)
  expect((await update({})).body.isShownDue).toBe(true)
  expect((await update({ shown: ALL })).body.isShownDue).toBe(false)
})

// PRV-1
test('an admin who corrects a pet does not answer for its owner, only for an own pet', async () => {
  const admin = await anAdmin(app.db)
  const save = async (pet: { id: number; petId: string }, as: { token: string }) => {
    await app.db.updateTable('pets').set({ is_shown_due: true }).where('id', '=', pet.id).execute()
    const body = { ...PET_FORM, shown: { ...ALL, contact: false } }
    return (await app.call(petCalls.update, { params: { id: pet.petId }, body }, as)).body
  }
  const pet = await aPet(app.db, owner)
  expect(await save(pet, admin)).toMatchObject({ shown: { contact: false }, isShownDue: true })
  expect((await save(pet, owner)).isShownDue).toBe(false)
  expect((await save(await aPet(app.db, admin), admin)).isShownDue).toBe(false)
})

// A program of an earlier release names none of the new columns.
// PRV-1
test('a pet that an older program registers is shown whole, and its owner is asked', async () => {
  const person = await aUser(app.db)
  await manyPets(app.pool, await aPet(app.db, person), 1)
  const [older, own] = (await app.call(petCalls.listOwn, { query: {} }, person)).body
  expect([older?.shown, older?.isShownDue, own?.isShownDue]).toEqual([ALL, true, false])
})

// PRV-1
test('the export of a person holds what they chose', async () => {
  const person = await aUser(app.db)
  await aPet(app.db, person, { shown: { address: false } })
  const exported = await exportPerson(app, { email: person.email })
  expect(exported.pets).toMatchObject([{ shows_address: false, shows_contact: true, shows_medical: true }])
})
