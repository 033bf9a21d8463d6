import type { CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import {
  type AnimalForm,
  CAMP_ANIMALS_MAX,
  type CampAnimal,
  type CampKindDetails,
  type CampSummary,
  type WorkForm,
  type WorkReply,
} from '@petsetu/contract/pets/camps/camps.ts'
import type { CareForm } from '@petsetu/contract/pets/care.ts'
import type { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, type HttpError, notFound } from '../../platform/errors.ts'
import { storeCare } from '../care/care-queries.ts'
import { insertCommunityAnimal, wardKeyOf } from '../community/community-queries.ts'
import { listCampKinds, readHelpersCamp } from './camp-queries.ts'

type Camp = Omit<CampSummary, 'works' | 'animals'>
type Animal = { id: number; tag: string; name: string; type: string; gender: PetGender; ward: string }
type Treated = Omit<Animal, 'ward'>

/** The animals of the camp's ward and those that have been there, with what was done to them at this camp. */
export async function listCampAnimals(db: Db, camp: Camp): Promise<CampAnimal[]> {
  const rows = await db
    .selectFrom('pets')
    .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
    .select(['pets.id', 'pets.pet_id as tag', 'pet_name as name', 'pet_type as type', 'pet_gender as gender'])
    .select(
      sql<
        CampKind[]
      >`array(select kind from camp_works where camp_id = ${camp.id} and pet_id = pets.id order by at)`.as('done'),
    )
    .where('pets.pet_kind', '=', 'community')
    .where(
      sql<boolean>`(${wardKeyOf(sql`ward`)} = ${wardKeyOf(sql`${camp.ward}::text`)} and status in ('here', 'moved')
        or pets.id in (select pet_id from camp_works where camp_id = ${camp.id}))`,
    )
    // The animals treated at the camp are never cut off: its phones would offer to treat them again.
    .orderBy(sql`exists (select from camp_works where camp_id = ${camp.id} and pet_id = pets.id)`, 'desc')
    .orderBy('pets.id')
    .limit(CAMP_ANIMALS_MAX)
    .execute()
  return rows.sort((one, other) => one.id - other.id).map(({ id: _, gender, ...row }) => ({ ...row, gender }))
}

/**
 * Stores a piece of work once for each key. If somebody else did the same at this camp, the reply says who, and the work counts if that person
 * takes it back.
 */
export async function addWork(db: Db, campId: number, form: WorkForm, by: Actor): Promise<WorkReply> {
  return inTransaction(db, async (transaction) => {
    const camp = await lockHelpersCamp(transaction, campId, by)
    const stored = await findStored(transaction, campId, form)
    if (stored) return doneBy(by, stored)
    const details = await readKind(transaction, campId, form.kind)
    const animal = await lockAnimal(transaction, form.tag)
    // A repeat that came at the same time has waited at the lock.
    if (await findStored(transaction, campId, form)) return doneBy(by, animal)
    const other = await findSameWork(transaction, { campId, kind: form.kind, petNumber: animal.id })
    if (other) {
      await insertRepeat(transaction, { ...form, camp, workKey: other.key }, by)
      return { outcome: 'already', by: other.by, ...shown(animal) }
    }
    const care = careOf(camp, details)
    const sterilisedBy = form.kind === 'sterilisation' ? await nameSurgeon(transaction, animal.id, details.vet) : null
    const careId = care && (await storeCare(transaction, animal.id, care)).id
    await insertWork(transaction, { ...form, camp, animal, careId, sterilisedBy }, by)
    const after = { kind: form.kind, tag: animal.tag }
    await recordAudit(transaction, by, 'camp-work-added', { kind: 'camp', id: campId }, { after })
    return doneBy(by, animal)
  })
}

/**
 * Registers an animal of the street on a blank tag, once for each key, and counts it as tagged. A carer looks after it from then on. If somebody else has registered it at this
 * camp, the reply says who. Rejects with 409 for a tag that is in use elsewhere, and with 404 for one that was never generated.
 */
export async function registerAnimal(db: Db, campId: number, form: AnimalForm, by: Actor): Promise<WorkReply> {
  return inTransaction(db, async (transaction) => {
    const camp = await lockHelpersCamp(transaction, campId, by)
    const known = await findRegistered(transaction, campId, form)
    if (known) {
      const { workKey, ...reply } = known
      if (reply.outcome === 'already') await insertRepeat(transaction, { ...form, camp, workKey }, by)
      return reply
    }
    const animal = await insertAnimal(transaction, camp, form, by)
    const { key, at } = form
    await insertWork(transaction, { key, at, kind: 'tag', camp, animal, careId: null, sterilisedBy: null }, by)
    return doneBy(by, animal)
  })
}

/**
 * Deletes a work with its care record. Helpers undo their own works, until the animal is adopted, and admins any. If another helper has sent the
 * same as their own, their work takes the place of the caller's, with its record.
 */
export async function undoWork(db: Db, campId: number, key: string, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockHelpersCamp(transaction, campId, by)
    const { person } = by
    await lockTreated(transaction, { campId, key, person })
    await transaction.deleteFrom('camp_repeats').where('key', '=', key).where('by_user', '=', person.id).execute()
    const object = { kind: 'camp', id: campId } as const
    const handedOver = await handOver(transaction, { campId, key, userId: person.id })
    if (handedOver) {
      const { kind, key: next } = handedOver
      const details = {
        before: { key, kind },
        after: { key: next, kind },
      }
      await recordAudit(transaction, by, 'camp-work-undone', object, details)
      return
    }
    const work = await transaction
      .deleteFrom('camp_works')
      .where('key', '=', key)
      .where('camp_id', '=', campId)
      .$if(person.role !== 'admin', (query) => query.where('by_user', '=', person.id))
      .returning(['care_id', 'kind', 'pet_id', 'sterilised_by'])
      .executeTakeFirst()
    if (!work) return
    if (work.care_id !== null) await transaction.deleteFrom('care_records').where('id', '=', work.care_id).execute()
    if (work.pet_id !== null) await takeSurgeonBack(transaction, work.pet_id, work.sterilised_by)
    await recordAudit(transaction, by, 'camp-work-undone', object, { before: { key, kind: work.kind } })
  })
}

/** Gives a person's work to the first other one who has sent the same; null if nobody has. */
async function handOver(
  transaction: Db,
  { campId, key, userId }: { campId: number; key: string; userId: number },
): Promise<{ key: string; kind: CampKind } | null> {
  const next = await transaction
    .selectFrom('camp_repeats')
    .innerJoin('camp_works', 'camp_works.key', 'work_key')
    .select(['camp_repeats.key', 'camp_repeats.at', 'camp_repeats.by_user', 'kind'])
    .where('work_key', '=', key)
    .where('camp_id', '=', campId)
    .where('camp_works.by_user', '=', userId)
    .where('camp_repeats.by_user', 'is distinct from', userId)
    .where(sql<boolean>`not exists (select from camp_works other where other.key = camp_repeats.key)`)
    .orderBy('camp_repeats.at')
    .orderBy('camp_repeats.key')
    .executeTakeFirst()
  if (!next) return null
  const { kind, ...work } = next
  await transaction.deleteFrom('camp_repeats').where('key', '=', next.key).execute()
  await transaction.updateTable('camp_works').set(work).where('key', '=', key).execute()
  return { key: next.key, kind }
}

/** Stores who sterilises the animal, if nobody has said so before; the day is that of the care record. Returns what it has stored. */
async function nameSurgeon(transaction: Db, petNumber: number, body: string | null): Promise<string | null> {
  const { numUpdatedRows } = await transaction
    .updateTable('community_animals')
    .set({ sterilised_by: body })
    .where('pet_id', '=', petNumber)
    .where('sterilised_by', 'is', null)
    .where(isNotSterilised(petNumber))
    .executeTakeFirst()
  return numUpdatedRows > 0n ? body : null
}

/** Empties who sterilised the animal, if it is still what a work stored. As long as there is a record, its body stays. */
async function takeSurgeonBack(transaction: Db, petNumber: number, body: string | null): Promise<void> {
  await transaction
    .updateTable('community_animals')
    .set({ sterilised_by: null })
    .where('pet_id', '=', petNumber)
    .where('sterilised_by', '=', body)
    .where(isNotSterilised(petNumber))
    .execute()
}

/** SQL condition: no record says so that the day of the animal's sterilisation shows. One that was cleared is no longer shown. */
const isNotSterilised = (petNumber: number) => sql<boolean>`not exists (
  select from care_records where pet_number = ${petNumber} and kind = 'sterilisation' and pair = 'sterilization')`

/** The camp of a helper; it is not deleted before this transaction ends. Nothing is done before its day. */
async function lockHelpersCamp(transaction: Db, campId: number, { person }: Actor): Promise<Camp> {
  const camp = await readHelpersCamp(transaction, campId, person)
  if (camp.day > today()) throw conflict('camp_not_begun')
  await transaction.selectFrom('camps').select('id').where('id', '=', campId).forKeyShare().execute()
  return camp
}

async function readKind(transaction: Db, campId: number, kind: CampKind): Promise<CampKindDetails> {
  const details = (await listCampKinds(transaction, campId)).find((one) => one.kind === kind)
  if (!details) throw conflict('not_at_this_camp')
  return details
}

/** Locks the animal, so that two helpers who do the same at once come one after the other. */
async function lockAnimal(transaction: Db, tag: string): Promise<Animal> {
  const animal = await transaction
    .selectFrom('pets')
    .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
    .select(['pets.id', 'pets.pet_id as tag', 'pet_name as name', 'pet_type as type', 'pet_gender as gender', 'ward'])
    .where('pets.pet_id', '=', tag)
    .where('pets.pet_kind', '=', 'community')
    .forNoKeyUpdate('pets')
    .executeTakeFirst()
  if (!animal) throw await refusalOf(transaction, tag)
  return animal
}

/** Only a tag without an animal can be registered: that of an adopted one is refused with 409. */
async function refusalOf(transaction: Db, tag: string): Promise<HttpError> {
  const owned = await transaction.selectFrom('pets').select('id').where('pet_id', '=', tag).executeTakeFirst()
  return owned ? conflict('animal_has_owner') : notFound('animal_not_found')
}

/** Locks the animal of a work. Rejects a helper with 404 once it is adopted: its records are those of its owner then. */
async function lockTreated(
  transaction: Db,
  { campId, key, person }: { campId: number; key: string; person: Actor['person'] },
): Promise<void> {
  const animal = await transaction
    .selectFrom('camp_works')
    .innerJoin('pets', 'pets.id', 'camp_works.pet_id')
    .select('pet_kind')
    .where('key', '=', key)
    .where('camp_id', '=', campId)
    .$if(person.role !== 'admin', (query) => query.where('by_user', '=', person.id))
    .forNoKeyUpdate('pets')
    .executeTakeFirst()
  if (animal && animal.pet_kind !== 'community' && person.role !== 'admin') throw notFound('pet_not_found')
}

type SameWork = { campId: number; kind: CampKind; petNumber: number }

/**
 * The animal of the work that this key has stored before, also where it was adopted or the camp was changed since; null without one.
 * Rejects with 409 if the key has stored another work.
 */
async function findStored(transaction: Db, campId: number, { key, kind, tag }: WorkForm): Promise<Treated | null> {
  const stored = await transaction
    .selectFrom('camp_works')
    .innerJoin('pets', 'pets.id', 'camp_works.pet_id')
    .select(['camp_id', 'camp_works.kind', 'pets.id', 'pets.pet_id as tag'])
    .select(['pet_name as name', 'pet_type as type', 'pet_gender as gender'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!stored) return null
  const { camp_id: storedCamp, kind: storedKind, gender, ...animal } = stored
  if (storedCamp === campId && storedKind === kind && animal.tag === tag) return { ...animal, gender }
  throw conflict('different_content')
}

async function findSameWork(
  transaction: Db,
  { campId, kind, petNumber }: SameWork,
): Promise<{ key: string; by: string | null } | null> {
  const same = await transaction
    .selectFrom('camp_works')
    .leftJoin('users', 'users.id', 'by_user')
    .select(['key', 'username as by'])
    .where('camp_id', '=', campId)
    .where('kind', '=', kind)
    .where('pet_id', '=', petNumber)
    .executeTakeFirst()
  return same ?? null
}

/** The animal on this tag, if it was registered at this camp: by this key, or by somebody else. */
async function findRegistered(
  transaction: Db,
  campId: number,
  { key, tag }: AnimalForm,
): Promise<(WorkReply & { workKey: string }) | null> {
  // Whoever registers on the same tag at the same time waits here.
  await transaction.selectFrom('tags').select('pet_id').where('pet_id', '=', tag).forNoKeyUpdate().execute()
  const registered = await transaction
    .selectFrom('camp_works')
    .innerJoin('pets', 'pets.id', 'camp_works.pet_id')
    .leftJoin('users', 'users.id', 'by_user')
    .select(['key', 'username as by', 'pets.id', 'pets.pet_id as tag'])
    .select(['pet_name as name', 'pet_type as type', 'pet_gender as gender'])
    .where('camp_id', '=', campId)
    .where('camp_works.kind', '=', 'tag')
    .where('pets.pet_id', '=', tag)
    .forKeyShare('camp_works')
    .executeTakeFirst()
  if (!registered) return null
  const { key: before, by, id, gender, ...animal } = registered
  return {
    workKey: before,
    outcome: before === key ? 'done' : 'already',
    by,
    pet_id: id,
    animal: { ...animal, gender },
  }
}

async function insertAnimal(transaction: Db, camp: Camp, form: AnimalForm, by: Actor): Promise<Animal> {
  const { tag, name, type, gender } = form
  const animal = { petId: tag, petName: name, petType: type, petGender: gender }
  const home = { ward: camp.ward, landmark: camp.place, earNotch: 'none' } as const
  await insertCommunityAnimal(transaction, { ...animal, ...home }, by)
  return lockAnimal(transaction, tag)
}

type Repeat = { key: string; at: string; camp: Camp; workKey: string }

/** Keeps that this person has sent a work, too, in case the first one is taken back. */
async function insertRepeat(transaction: Db, { key, at, camp, workKey }: Repeat, { person }: Actor): Promise<void> {
  await transaction
    .insertInto('camp_repeats')
    .values({ key, work_key: workKey, at: timeOf(camp, at), by_user: person.id })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** SQL: the clock of a phone may be wrong; nothing is done before the camp's day, or after now. */
const timeOf = (camp: Camp, at: string) =>
  sql<Date>`greatest(${camp.day}::date::timestamp at time zone 'Asia/Kolkata',
    date_trunc('milliseconds', least(${at}::timestamptz, now())))`

type NewWork = {
  key: string
  at: string
  kind: CampKind
  camp: Camp
  animal: Animal
  careId: number | null
  sterilisedBy: string | null
}

async function insertWork(transaction: Db, work: NewWork, by: Actor): Promise<void> {
  const { key, at, kind, camp, animal, careId, sterilisedBy } = work
  const inserted = await transaction
    .insertInto('camp_works')
    .values({
      key,
      camp_id: camp.id,
      pet_id: animal.id,
      kind,
      by_user: by.person.id,
      care_id: careId,
      sterilised_by: sterilisedBy,
      ward: animal.ward,
      sex: animal.gender,
      at: timeOf(camp, at),
    })
    .onConflict((same) => same.column('key').doNothing())
    .executeTakeFirst()
  // Another animal's work was stored under the key meanwhile.
  if (inserted.numInsertedOrUpdatedRows === 0n) throw conflict('different_content')
}

/** The care record that a work writes; a tag is no care. */
function careOf(camp: Camp, { kind, product, batch, valid_until, vet }: CampKindDetails): CareForm | null {
  if (kind === 'tag') return null
  const given = batch ? [product, `(${batch})`].filter(Boolean).join(' ') : product
  return { kind, product: given, day: camp.day, valid_until, vet }
}

function doneBy({ person }: Actor, animal: Treated): WorkReply {
  return { outcome: 'done', by: person.username, ...shown(animal) }
}

function shown({ id, tag, name, type, gender }: Treated): Pick<WorkReply, 'pet_id' | 'animal'> {
  return { pet_id: id, animal: { tag, name, type, gender } }
}
