import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin, aPet, aUser, PASSWORD } from '../../../test/factories.ts'
import { importedFile, PET_HEADINGS, petLine } from '../../../test/imports.ts'
import { aComplaint, aRegistration, payingApp, submit } from '../../../test/paying-app.ts'
import { forgetOld } from '../privacy/erasing/forget-old.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const remove = (user: { id: number }) => app.call(userCalls.delete, { params: { id: String(user.id) } }, admin)

// DSK-4, TRU-2
test('of a deleted account the audit has the number, and of an admin also the name', async () => {
  const [user, colleague] = [await aUser(app.db), await anAdmin(app.db)]
  for (const account of [user, colleague]) expect((await remove(account)).status).toBeLessThan(300)
  const { body } = await app.call(auditCalls.list, { query: { action: 'user-deleted' } }, admin)
  expect(body.data).toMatchObject([
    {
      object_kind: 'user',
      object_id: String(colleague.id),
      before: { username: colleague.username, role: 'admin' },
    },
    { object_kind: 'user', object_id: String(user.id), personal_fields: ['username'] },
  ])
  expect(body.data[1]?.before).toEqual({ role: 'user' })
})

// MAIL-5, TRU-2
test('the mails to an account that an admin deletes go with it', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  for (const { token } of [user, other]) {
    const body = { currentPassword: PASSWORD, newPassword: 'another-marigold-9' }
    await app.call(authCalls.changePassword, { body }, { token })
  }
  const statesOf = async (email: string) =>
    (await app.db.selectFrom('mails').select('state').where('to_address', '=', email).execute()).map(
      ({ state }) => state,
    )
  await app.pool.query(
    `insert into mails (kind, about, user_id, to_address, address_key, language, message_id, state)
     values ('refund', 'payment 1', $1, $2, $2, 'en', '<1@example.org>', 'sent')`,
    [user.id, user.email],
  )
  expect((await statesOf(user.email)).sort()).toEqual(['held', 'sent'])
  await remove(user)
  expect(await statesOf(user.email)).toEqual([])
  expect(await statesOf(other.email)).toEqual(['held'])
})

// TRU-2, TRU-3, ADM-4
test('an admin’s deletion of a user erases the person, and is noted for a restore', async () => {
  const user = await aConfirmedUser(app.db)
  const { membershipId } = await aRegistration(app, { as: user, email: user.email })
  const held = await aComplaint(app, { email: user.email, fullname: 'Anand Held' })
  const other = await aComplaint(app, { email: user.email, fullname: 'Anand Other' })
  await app.pool.query("update complaints set hold_until = '2199-12-31', hold_cause = 'fir_filed' where id = $1", [
    held,
  ])
  await app.call(privacyCalls.request, { body: { kind: 'export' } }, user)
  await remove(user)
  const { rows: erased } = await app.pool.query('select subjects, waits from erasures where user_id = $1', [user.id])
  expect(erased).toMatchObject([
    { subjects: { membership: [membershipId], complaint: [other] }, waits: [{ id: held }] },
  ])
  const { rows: complaints } = await app.pool.query('select fullname from complaints order by id')
  expect(complaints).toEqual([{ fullname: 'Anand Held' }, { fullname: 'Erased' }])
  const { rows: members } = await app.pool.query('select username, email from memberships')
  expect(members).toEqual([{ username: 'Erased', email: '' }])
  expect((await app.pool.query('select id from privacy_requests')).rows).toEqual([])
  const { rows: mails } = await app.pool.query('select kind from mails where to_address = $1', [user.email])
  expect(mails).toEqual([{ kind: 'erasure-waits' }])
})

// MAIL-4, TRU-3
test('a deleted user without a language is told of a held complaint in its language', async () => {
  const user = await aConfirmedUser(app.db)
  await submit(app, { fields: { email: user.email }, language: 'hi' })
  await app.pool.query("update complaints set hold_until = '2199-12-31', hold_cause = 'fir_filed' where email = $1", [
    user.email,
  ])
  const params = { id: String(user.id) }
  expect((await app.call(userCalls.delete, { params }, admin, { 'accept-language': 'mr' })).status).toBe(204)
  const { rows } = await app.pool.query('select kind, language from mails where to_address = $1', [user.email])
  expect(rows).toEqual([{ kind: 'erasure-waits', language: 'hi' }])
})

// TRU-2
test('an admin whose account another admin deletes is not erased from the audit', async () => {
  const leaving = await anAdmin(app.db)
  const user = await aUser(app.db)
  await app.call(userCalls.endSessions, { params: { id: String(user.id) } }, leaving)
  const { rows: before } = await app.pool.query('select id from erasures')
  expect((await remove(leaving)).status).toBe(204)
  expect((await app.pool.query('select id from erasures')).rows).toEqual(before)
  const { body } = await app.call(auditCalls.list, { query: { action: 'sessions-ended' } }, admin)
  expect(body.data[0]).toMatchObject({ admin: leaving.username })
})

// DSK-6, ADM-4
test('pets that an admin imported stay when the account goes, and its own pets do not', async () => {
  const [leaving, owner] = [await anAdmin(app.db), await aUser(app.db)]
  const own = await aPet(app.db, leaving)
  const file = [
    `${PET_HEADINGS},Account`,
    `${petLine('Imported')},`,
    `${petLine('Of an owner')},${owner.username}`,
  ].join('\n')
  await importedFile(app, 'pets', file, leaving)
  expect((await remove(leaving)).status).toBe(204)
  const { rows } = await app.pool.query('select pet_name, user_id from pets order by id')
  expect(rows).toEqual([
    { pet_name: 'Imported', user_id: admin.id },
    { pet_name: 'Of an owner', user_id: owner.id },
  ])
  expect((await app.pool.query('select 1 from pets where id = $1', [own.id])).rows).toEqual([])
})

// DSK-6, ADM-4
test('imported pets stay when the second admin goes, and once the import is forgotten', async () => {
  const [first, second, third] = [await anAdmin(app.db), await anAdmin(app.db), await anAdmin(app.db)]
  const { id } = await importedFile(app, 'pets', `${PET_HEADINGS}\n${petLine('Twice handed over')}`, first)
  const ownerOf = async () => {
    const { rows } = await app.pool.query("select user_id from pets where pet_name = 'Twice handed over'")
    return rows
  }
  for (const [leaving, by] of [
    [first, second],
    [second, third],
  ] as const) {
    expect((await app.call(userCalls.delete, { params: { id: String(leaving.id) } }, by)).status).toBe(204)
    expect(await ownerOf()).toEqual([{ user_id: by.id }])
  }
  await app.pool.query("update imports set created_at = now() - interval '1097 days' where id = $1", [id])
  await forgetOld(app)
  expect((await app.pool.query('select from imports where id = $1', [id])).rowCount).toBe(0)
  expect((await remove(third)).status).toBe(204)
  expect(await ownerOf()).toEqual([{ user_id: admin.id }])
  await app.pool.query("delete from pets where pet_name = 'Twice handed over'")
  await forgetOld(app)
  expect((await app.pool.query('select from import_records where import_id is null')).rowCount).toBe(0)
})

/** Notes for each later statement that changes pets how many it changed. */
async function noteStatements(): Promise<() => Promise<number[]>> {
  await app.pool.query(`
    create table noted_statements (pets integer);
    create function note_statement() returns trigger language plpgsql as $$
      begin insert into noted_statements select count(*) from old_rows having count(*) > 0; return null; end $$;
    create trigger note_deletion after delete on pets referencing old table as old_rows for each statement execute function note_statement();
    create trigger note_update after update on pets referencing old table as old_rows for each statement execute function note_statement()`)
  return async () => {
    const { rows } = await app.pool.query<{ pets: number }>('delete from noted_statements returning pets')
    return rows.map(({ pets }) => pets)
  }
}

/** Gives the account so many pets, each with a tag of its own. */
async function havePets(userId: number, count: number): Promise<void> {
  await app.pool.query(
    `with bound as (
       insert into tags (pet_id, bound_at)
       select left(translate(upper(md5($1::bigint || ' ' || n)), '01', 'GH'), 12), now() from generate_series(1, $2) n returning pet_id)
     insert into pets (pet_id, user_id, pet_name, pet_type, pet_age, pet_gender, location, address, contact_details)
     select pet_id, $1, 'One of many', 'Dog', '1 year', 'male', 'Pune', 'Lake Road', '98200 11111' from bound`,
    [userId, count],
  )
}

// API-5, ADM-4
test('no statement deletes or hands over more than a thousand pets of an account', async () => {
  const [user, leaving] = [await aUser(app.db), await anAdmin(app.db)]
  await havePets(user.id, 2_300)
  await havePets(leaving.id, 2_300)
  await app.pool.query(
    `insert into import_records (kind, record_id) select 'pet', id from pets where user_id = $1 order by id limit 1200`,
    [leaving.id],
  )
  const statements = await noteStatements()
  expect((await remove(user)).status).toBe(204)
  expect(await statements()).toEqual([1_000, 1_000, 300])
  expect((await remove(leaving)).status).toBe(204)
  // Those that were imported, and then the others.
  expect(await statements()).toEqual([1_000, 200, 1_000, 100])
  const { rows } = await app.pool.query("select user_id, count(*) from pets where pet_name = 'One of many' group by 1")
  expect(rows).toEqual([{ user_id: admin.id, count: 1_200 }])
})
