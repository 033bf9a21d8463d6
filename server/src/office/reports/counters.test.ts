import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBlankTag, aPet, aPlan, aUser, petForm } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { insertComplaint } from '../../complaints/file-complaint.ts'
import { eraseRecords } from '../../people/privacy/erasing/erase-person.ts'
import { deleteUser } from '../../people/users/user-queries.ts'
import { insertPet } from '../../pets/pet-queries.ts'
import { countersIn } from '../../platform/db/counters.ts'

const { db, pool } = await testApp()
const counters = countersIn(pool)

// Counts the rows independently: repeating the migration's SQL would prove nothing.
const COUNTED = {
  users: sql`select 'all' as kind from users`,
  pets: sql`select 'all' as kind from pets`,
  tags: sql`select case when bound_at is null then 'blank' when exists (select from pets where pets.pet_id = tags.pet_id)
    then 'registered' else 'spent' end as kind from tags`,
  complaints: sql`select case when payment_status = 'paid' then status || '/paid' else status end as kind from complaints`,
  memberships: sql`select category || case when details_key like 'expired %' then '/given-up' else '/' || status end as kind
    from memberships`,
}

async function expectKeptAsCounted(): Promise<void> {
  for (const [what, kinds] of Object.entries(COUNTED)) {
    const { rows } = await sql`
      select kind, count(*) as rows, 0::bigint as paise from (${kinds}) counted group by kind order by kind`.execute(db)
    const kept = await counters(what as keyof typeof COUNTED)
    const there = kept
      .map(({ kind, rows, paise }) => ({ kind, rows, paise }))
      .filter((count) => count.rows !== 0)
      .sort((one, other) => (one.kind < other.kind ? -1 : 1))
    expect(there, what).toEqual(rows)
  }
}

const FORM = {
  fullname: 'Asha Rao',
  email: 'asha@example.org',
  phone: '98200 11111',
  type_of_complaint: 'Cruelty',
  location_of_incident: 'Pune',
  date_of_incident: '2026-03-31',
  description: 'A dog is kept on a chain without water.',
}
const COMPLAINT = { form: FORM, files: [], idempotencyKey: null, contentHash: null, language: 'en' as const }

// CMP-11, RPT-7
test('the counters of lists and reports follow every inserted, changed and deleted row', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => aUser(db)))
  const [owner, leaving, admin] = [users[0], users[1], await aUser(db, 'admin')]
  if (!owner || !leaving) throw new Error('users')
  await Promise.all([...users, ...users].map((user) => aPet(db, user)))
  const tag = await aBlankTag(db)
  await aBlankTag(db)
  const pet = await aPet(db, owner)
  await insertPet(db, petForm({ petName: 'Kaju' }), tag, owner.id)
  await Promise.all(Array.from({ length: 20 }, () => insertComplaint(db, COMPLAINT)))
  const plan = await aPlan(db)
  await sql`insert into memberships (plan_id, username, name, email, phone, address, why_join, plan_name, category, duration_months,
    price_paise, features, details_key) select ${plan.id}, 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'regular', 12, 0, 'a', n::text
    from generate_series(1, 5) n`.execute(db)
  await expectKeptAsCounted()

  await db.deleteFrom('pets').where('id', '=', pet.id).execute()
  await deleteUser(db, leaving.id, admin.id, {
    requireDeletable: async () => {},
    eraseUser: async (transaction) =>
      void (await eraseRecords(transaction, { userId: leaving.id, contact: {}, isChecked: false })),
  })
  await sql`update complaints set status = 'closed' where id % 3 = 0`.execute(db)
  await sql`update complaints set payment_status = 'paid', payment_paise = 100, razorpay_payment_id = 'pay_' || id where id % 2 = 0`.execute(
    db,
  )
  await sql`update memberships set status = 'cancelled' where id % 2 = 0`.execute(db)
  await sql`update memberships set status = 'cancelled', details_key = 'expired ' || id where id % 3 = 0`.execute(db)
  await db.deleteFrom('complaints').where('id', '<', 4).execute()
  await expectKeptAsCounted()
})

test('a rolled-back transaction is not counted', async () => {
  const before = await counters('complaints')
  await db
    .transaction()
    .execute(async (transaction) => {
      await transaction.insertInto('complaints').values(FORM).execute()
      throw new Error('taken back')
    })
    .catch(() => {})
  expect(await counters('complaints')).toEqual(before)
})
