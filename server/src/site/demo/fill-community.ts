import { randomUUID } from 'node:crypto'
import type { User } from '@petsetu/contract/people/users.ts'
import type { CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { CareForm } from '@petsetu/contract/pets/care.ts'
import type { CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import { ELSEWHERE } from '@petsetu/contract/pets/community/community-facts.ts'
import { NewCommunityAnimal } from '@petsetu/contract/pets/community/community-form.ts'
import type { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { listAdmins } from '../../people/users/user-queries.ts'
import { insertCamp, readHelpersCamp } from '../../pets/camps/camp-queries.ts'
import { addWork, listCampAnimals, registerAnimal } from '../../pets/camps/camp-works.ts'
import { insertCare } from '../../pets/care/care-queries.ts'
import { nameCarer } from '../../pets/community/carers.ts'
import { insertCommunityAnimal } from '../../pets/community/community-queries.ts'
import { insertTags } from '../../pets/tags/tag-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { asPerson, backDated, daysAgo } from './back-dated.ts'

/** The ward of the animals of the street, in which the demo's camp is held. */
const DEMO_WARD = 'Kothrud'
const CARERS = ['meera', 'kavita']
const VET = 'Dr Meera Joshi'

const dayAgo = (days: number) => today(daysAgo(days))

type Animal = {
  days: number
  form: Omit<z.input<typeof NewCommunityAnimal>, 'ward'>
  care?: { kind: CareKind; product?: string; days: number; validUntil?: number }[]
  /** Sightings by week, this one first, and some elsewhere. */
  seen: number[]
  hasMoved?: true
}

const sterilised = (days: number, number: string) => ({
  sterilisedOn: dayAgo(days),
  sterilisedBy: 'Pune Animal Birth Control Centre',
  recognitionNo: 'AWBI-EX-0142',
  certificateNo: `ABC-${number}`,
})
const vaccinated = (days: number) => ({ rabiesOn: dayAgo(days), rabiesValidUntil: dayAgo(days - 365) })

const ANIMALS: Animal[] = [
  {
    days: 290,
    form: {
      petName: 'Kaalu',
      petType: 'Dog',
      petGender: 'male',
      petAge: 'About 5 years',
      landmark: 'Behind the vegetable market',
      earNotch: 'left',
      ...sterilised(260, '2291'),
      ...vaccinated(240),
      note: 'Shy of men with sticks. Comes when called softly.',
    },
    care: [
      { kind: 'deworming', product: 'Drontal', days: 60, validUntil: -30 },
      { kind: 'treatment', product: 'Wound on the left paw, cleaned and bandaged', days: 24 },
    ],
    seen: [3, 5, 2, 4],
  },
  {
    days: 288,
    form: {
      petName: 'मोरनी',
      petType: 'Dog',
      petGender: 'female',
      petAge: 'About 3 years',
      landmark: 'Near the Ganesh temple',
      earNotch: 'left',
      ...sterilised(255, '2294'),
      ...vaccinated(352),
    },
    seen: [4, 1, 3],
  },
  {
    days: 210,
    form: {
      petName: 'Sundari',
      petType: 'Dog',
      petGender: 'female',
      petAge: 'About 2 years',
      landmark: 'By the bus depot',
      earNotch: 'none',
      ...vaccinated(120),
    },
    care: [{ kind: 'deworming', product: 'Drontal', days: 80 }],
    seen: [1, 2],
  },
  {
    days: 160,
    form: {
      petName: 'Raju',
      petType: 'Dog',
      petGender: 'male',
      petAge: '',
      landmark: 'By the bus depot',
      earNotch: 'right',
      ...sterilised(150, '2310'),
    },
    seen: [2],
  },
  {
    days: 96,
    form: {
      petName: 'Mausi',
      petType: 'Cat',
      petGender: 'female',
      petAge: 'About 4 years',
      landmark: 'Steps of the public library',
      earNotch: 'left',
      ...sterilised(90, '2342'),
      ...vaccinated(90),
    },
    seen: [6, 4],
  },
  {
    days: 88,
    form: {
      petName: 'Gajra',
      petType: 'Cow',
      petGender: 'female',
      petAge: '',
      landmark: 'Open ground behind the stadium',
      earNotch: 'none',
    },
    care: [{ kind: 'treatment', product: 'Drops for the eyes, five days', days: 40 }],
    seen: [],
  },
  {
    days: 41,
    form: {
      petName: 'Biscuit',
      petType: 'Dog',
      petGender: 'male',
      petAge: 'About 1 year',
      landmark: 'In front of the post office',
      earNotch: 'none',
    },
    seen: [5, 1],
  },
  {
    days: 39,
    form: {
      petName: 'Shera',
      petType: 'Dog',
      petGender: 'male',
      petAge: 'About 6 years',
      landmark: 'Near the Ganesh temple',
      earNotch: 'left',
      ...sterilised(700, '1870'),
      ...vaccinated(380),
    },
    seen: [0, 1],
    hasMoved: true,
  },
]

/** A ward with animals of the street, and two accounts that look after them. Returns the number of animals. */
export async function fillCommunity(db: Db, users: User[]): Promise<number> {
  const carers = CARERS.flatMap((name) => users.filter(({ username }) => username === name))
  const [admin] = await listAdmins(db, 'pets')
  if (!admin || carers.length === 0) return 0
  const byAdmin = { person: asPerson(admin), request: { id: 'demo' } }
  for (const [index, { username }] of carers.entries())
    await nameCarer(backDated(db, daysAgo(295 - index)), { login: username }, byAdmin)
  for (const [index, animal] of ANIMALS.entries()) {
    const carer = carers[index % carers.length]
    if (!carer) continue
    const person = { ...carer, duties: null, language: null, mustEnrol: false }
    await inTransaction(backDated(db, daysAgo(animal.days)), (then) =>
      addAnimal(then, animal, { person, request: { id: 'demo' } }),
    )
  }
  return ANIMALS.length
}

async function addAnimal(then: Db, animal: Animal, by: Parameters<typeof insertCommunityAnimal>[2]): Promise<void> {
  const id = await insertCommunityAnimal(then, NewCommunityAnimal.parse({ ...animal.form, ward: DEMO_WARD }), by)
  for (const { kind, product, days, validUntil } of animal.care ?? []) {
    const validDay = validUntil === undefined ? '' : dayAgo(validUntil)
    const form = { kind, product, vet: VET, day: dayAgo(days), valid_until: validDay }
    await insertCare(then, { id }, CareForm.parse(form), by)
  }
  for (const [weeks, count] of animal.seen.entries())
    for (const [area, seen] of Object.entries({ [DEMO_WARD]: count, [ELSEWHERE]: weeks }).filter(
      ([, seen]) => seen > 0,
    ))
      await then
        .insertInto('sightings')
        .values({ pet_id: id, area, week: mondayWeeksAgo(weeks), count: seen })
        .execute()
  if (animal.hasMoved)
    await then.updateTable('community_animals').set({ status: 'moved' }).where('pet_id', '=', id).execute()
}

const mondayWeeksAgo = (weeks: number) =>
  sql<string>`date_trunc('week', now() at time zone 'Asia/Kolkata')::date - ${weeks * 7}::integer`

const ON_THE_SPOT: [name: string, gender: PetGender][] = [
  ['Chinki', 'female'],
  ['Bablu', 'male'],
  ['Moni', 'female'],
]

/** Each fifth animal ran away. */
const CAUGHT_OF = 5

type OtherCamp = {
  days: number
  name: string
  place: string
  kind: CampKind
  product?: string
  vet?: string
  animals: number
}

/** Camps before that of last week. */
const OTHER_CAMPS: OtherCamp[] = [
  { days: 154, name: 'Sterilisation day', place: 'Municipal clinic', kind: 'sterilisation', vet: VET, animals: 2 },
  { days: 92, name: 'Deworming round', place: 'By the bus depot', kind: 'deworming', product: 'Drontal', animals: 4 },
  { days: 36, name: 'Tags for the market', place: 'Near the Ganesh temple', kind: 'tag', animals: 6 },
]

/** Fills the other camps, at which the admin did all the work. */
export async function fillOtherCamps(present: Db): Promise<number> {
  const [admin] = await listAdmins(present, 'pets')
  if (!admin) return 0
  const by = { person: asPerson(admin), request: { id: 'demo' } }
  for (const { days, name, place, kind, product, vet, animals } of OTHER_CAMPS) {
    const db = backDated(present, daysAgo(days))
    const kinds = [{ kind, product, vet }]
    const id = await insertCamp(db, { name, day: dayAgo(days), ward: DEMO_WARD, place, kinds, helpers: [] })
    const known = await listCampAnimals(db, await readHelpersCamp(db, id, by.person))
    for (const { tag } of known.slice(0, animals))
      await addWork(db, id, { key: randomUUID(), at: daysAgo(days).toISOString(), tag, kind }, by)
  }
  return OTHER_CAMPS.length
}

/** Fills a camp of last week, and plans the next one; returns the number of animals that were registered on the spot. */
export async function fillCamp(present: Db, helper: { id: number; username: string }): Promise<number> {
  const db = backDated(present, daysAgo(7))
  const [admin] = await listAdmins(db, 'pets')
  if (!admin) return 0
  await db.updateTable('users').set({ is_carer: true }).where('id', '=', helper.id).execute()
  const day = today(daysAgo(7))
  const id = await insertCamp(db, {
    name: 'Rabies day',
    day,
    ward: DEMO_WARD,
    place: 'Behind the vegetable market',
    kinds: [
      {
        kind: 'rabies',
        product: 'Raksharab',
        batch: 'RB-2291',
        valid_until: today(daysAgo(-358)),
        vet: 'Dr Meera Joshi',
      },
      { kind: 'deworming', product: 'Drontal', valid_until: today(daysAgo(-83)) },
      { kind: 'tag' },
    ],
    helpers: [helper.username],
  })
  const by = { person: asPerson(admin), request: { id: 'demo' } }
  const at = daysAgo(7).toISOString()
  const tags = await insertTags(db, ON_THE_SPOT.length)
  for (const [index, [name, gender]] of ON_THE_SPOT.entries())
    await registerAnimal(db, id, { key: randomUUID(), at, tag: tags[index] ?? '', name, gender, type: 'Indie dog' }, by)
  const animals = await listCampAnimals(db, await readHelpersCamp(db, id, by.person))
  const caught = animals.filter((_, index) => index % CAUGHT_OF !== CAUGHT_OF - 1)
  for (const [index, { tag }] of caught.entries()) {
    await addWork(db, id, { key: randomUUID(), at, tag, kind: 'rabies' }, by)
    if (index % 2 === 0) await addWork(db, id, { key: randomUUID(), at, tag, kind: 'deworming' }, by)
  }
  await insertCamp(db, {
    name: 'Sterilisation morning',
    day: today(daysAgo(-12)),
    ward: DEMO_WARD,
    place: 'Near the Ganesh temple',
    kinds: [{ kind: 'sterilisation', vet: VET }, { kind: 'tag' }],
    helpers: [helper.username],
  })
  return ON_THE_SPOT.length
}
