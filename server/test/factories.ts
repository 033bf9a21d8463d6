import type { MailState } from '@petsetu/contract/office/mails.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { GrievanceKind } from '@petsetu/contract/people/grievances.ts'
import type { Role, User } from '@petsetu/contract/people/users.ts'
import { type ChosenPetForm, PetForm as PetFormSchema } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { once } from '@petsetu/contract/platform/once.ts'
import type { Plan, PlanForm } from '@petsetu/contract/supporters/plans.ts'
import { sql } from 'kysely'
import { hashPassword } from '../src/people/auth/password.ts'
import { openSession } from '../src/people/auth/session-queries.ts'
import { confirmEmail } from '../src/people/users/account-details.ts'
import { createLink, hashOfToken, type LinkPurpose, newToken } from '../src/people/users/one-time-links.ts'
import { listCare } from '../src/pets/care/care-queries.ts'
import { insertPet } from '../src/pets/pet-queries.ts'
import { insertTags } from '../src/pets/tags/tag-queries.ts'
import type { Db, Pool } from '../src/platform/db/pool.ts'
import { insertPlan } from '../src/supporters/plans/plan-queries.ts'

let count = 0

export const PASSWORD = 'marigold-7'

// A hash takes as long as many requests, and thousands of accounts have this password.
const passwordHash = once(() => hashPassword(PASSWORD))

/** A signed-in account with a name that is unique in its database. It takes one statement, because the tests need thousands. */
export async function aUser(db: Db, role: Role = 'user'): Promise<User & { token: string }> {
  const username = `${role}${++count}`
  const email = `${username}@example.org`
  const token = newToken()
  const { rows } = await sql<{ id: number }>`
    with account as (
      insert into users (username, username_key, email, email_key, password_hash, role, last_seen_at)
      values (${username}, ${username}, ${email}, ${email}, ${await passwordHash()}, ${role}, now())
      returning id
    )
    insert into sessions (token_hash, user_id) select ${hashOfToken(token)}::bytea, id from account
    returning user_id as id`.execute(db)
  return { id: rows[0]?.id ?? 0, username, email, role, token }
}

/** One that has shown that it reads the mails to its address. */
export async function aConfirmedUser(db: Db) {
  const user = await aUser(db)
  await confirmEmail(db, user.id)
  return user
}

/** The token of a new session. */
export async function aSession(db: Db, userId: number): Promise<string> {
  const { passwordHash } = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const token = await openSession(db, { id: userId, passwordHash }, undefined)
  // The password changed meanwhile.
  return token ?? aSession(db, userId)
}

/** The token of a link that was sent to the account's address. */
export function aLink(db: Db, { id, email }: { id: number; email: string }, purpose: LinkPurpose): Promise<string> {
  return createLink(db, { userId: id, purpose, email })
}

/** An admin, with all duties or these. */
export async function anAdmin(db: Db, duties: Duty[] | null = null) {
  const admin = await aUser(db, 'admin')
  if (duties) await db.updateTable('users').set({ duties }).where('id', '=', admin.id).execute()
  return admin
}

/** A pet form with the required fields only. */
export const PET_FORM = {
  petName: 'Moti',
  petType: 'Dog',
  petAge: '3 years',
  petGender: 'male' as const,
  location: 'Shivaji Nagar, Pune',
  address: '12 Neem Road',
  contactDetails: '+91 98765 43210',
}

export function petForm(fields: Partial<ChosenPetForm> = {}): ChosenPetForm {
  return { ...PetFormSchema.parse(PET_FORM), ...fields }
}

export function aPet(db: Db, owner: { id: number }, fields: Partial<ChosenPetForm> = {}): Promise<Pet> {
  return insertPet(db, petForm(fields), null, owner.id)
}

/** The parameters of a pet with one care record, and of that record. */
export async function aCareRecord(db: Db, owner: { id: number }): Promise<{ id: string; careId: string }> {
  const pet = await aPet(db, owner, { dewormingDate: '2026-01-31' })
  const [record] = await listCare(db, pet.id)
  return { id: String(pet.id), careId: String(record?.id) }
}

/** Adds copies of a pet on tags of their own. */
export async function manyPets(pool: Pool, { id }: { id: number }, count: number): Promise<void> {
  const columns = 'pet_name, pet_type, pet_age, pet_gender, location, address, contact_details, user_id'
  await pool.query(`
    with made as (
      insert into tags (pet_id, bound_at)
      select translate(lpad(to_hex(n), 12, 'Z'), '01abcdef', 'GHABCDEF'), now() from generate_series(1, ${count}) n
      returning pet_id
    )
    insert into pets (pet_id, ${columns}) select made.pet_id, ${columns} from made, pets where pets.id = ${id}`)
}

export async function aBlankTag(db: Db): Promise<string> {
  const [petId = ''] = await insertTags(db, 1)
  return petId
}

export const PLAN: PlanForm = {
  name: 'Friend of animals',
  category: 'regular',
  duration_months: 12,
  price: 500,
  description: 'For everybody who wants to help.',
  features: 'A newsletter\nA badge',
}

export function aPlan(db: Db, fields: Partial<PlanForm> = {}): Promise<Plan> {
  return insertPlan(db, { ...PLAN, ...fields })
}

/** A mail that the mail server refused; returns its id. */
export const BREACH_FACTS = {
  ...{ title: 'A stolen laptop', happened: 'A laptop with a list was stolen.', noticed_at: '2026-01-05T08:00:00.000Z' },
  ...{ occurred: 'On 4 January', kinds: ['account'] as string[] },
  ...{ from_day: null as string | null, to_day: null as string | null },
  ...{ consequences: 'Somebody may call you.', measures: 'The laptop is locked.', advice: '' },
}

export const BREACH_LETTER = {
  subject: 'About your data',
  body: 'A laptop was stolen.\n\nPlease change your password.',
}

/** An open breach of the data of all accounts. */
export async function aBreach(db: Db, facts: Partial<typeof BREACH_FACTS> = {}): Promise<number> {
  const row = { ...BREACH_FACTS, ...facts }
  return (await db.insertInto('breaches').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A grievance of somebody without an e-mail address, which nobody has acknowledged. */
export async function aGrievance(db: Db, fields: { kind?: GrievanceKind; due_on?: string } = {}): Promise<number> {
  const { kind = 'other', due_on = '2099-01-31' } = fields
  const { id } = await db
    .insertInto('grievances')
    .values({
      ...{ kind, due_on, way: 'call', language: 'en', name: 'Meera Joshi', email: '', email_key: '' },
      ...{ phone: `98000${++count}`, text: 'Nobody calls me back.' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function aFailedMail(db: Db, fields: { to?: string; state?: MailState } = {}): Promise<number> {
  const to = fields.to ?? `failed${++count}@example.org`
  const { id } = await db
    .insertInto('mails')
    .values({
      kind: 'password-changed',
      about: `user ${++count}`,
      to_address: to,
      address_key: to,
      language: 'en',
      message_id: `<${count}@example.org>`,
      subject: 'Your password was changed',
      text: 'Your password was changed.',
      html: '<p>Your password was changed.</p>',
      state: fields.state ?? 'failed',
      failure: 'refused',
      last_error: '550 5.1.1 No such user',
      action_path: '/account',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
