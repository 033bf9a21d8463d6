import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPet, aPlan, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

async function member(name: string, fields: { username: string; email: string; phone?: string; planDays?: number }) {
  const user = await aUser(app.db)
  const { username, email, phone = null, planDays = 30 } = fields
  await app.pool.query(
    'update users set username = $2, username_key = lower($2), email = $3, email_key = lower($3), phone = $4 where id = $1',
    [user.id, username, email, phone],
  )
  const plan = await aPlan(app.db)
  await app.pool.query(
    `insert into memberships (plan_id, user_id, username, name, email, phone, address, why_join, plan_name, category, duration_months,
       price_paise, features, status, start_date, expiry_date, details_key)
     values ($1, $2, $3, $4, $5, '1', 'Pune', 'To help', 'Guardian', 'regular', 12, 0, '', 'active', current_date - 365, current_date + $6::int, $3)`,
    [plan.id, user.id, username, name, email, planDays],
  )
  return user
}

const asha = await member('Asha 100% Rao', { username: 'sunny_dog', email: 'x1@mail.test', phone: '+91 98765-43210' })
const imran = await member('Imran Khan', { username: 'moon%cat', email: 'x2@mail.test', planDays: -20 })
const bela = await member('Bela_Das', { username: 'Aster', email: 'per_son@mail.test' })

const seenBefore = ({ id }: { id: number }, interval: string | null) =>
  app.pool.query('update users set last_seen_at = now() - $2::interval where id = $1', [id, interval])

const ask = (query: object) => app.call(userCalls.listAll, { query }, admin)
const found = async (search: string) => (await ask({ search, page: '1' })).body.map(({ id }) => id)

// DSK-3
test('users are found by username, e-mail, phone and membership name, by no wildcard', async () => {
  expect(await found('SUNNY')).toEqual([asha.id])
  expect(await found('x2@MAIL')).toEqual([imran.id])
  for (const phone of ['98765 43210', '+919876543210', '(98765) 432']) expect(await found(phone)).toEqual([asha.id])
  expect(await found('imran kh')).toEqual([imran.id])
  expect(await found('100%')).toEqual([asha.id])
  expect(await found('a_d')).toEqual([bela.id])
  expect(await found('y_d')).toEqual([asha.id])
  expect(await found('r_s')).toEqual([bela.id])
  expect(await found('n%c')).toEqual([imran.id])
  expect(await found('%')).toEqual([imran.id])
  expect(await found("' or 1=1 --")).toEqual([])
})

// DSK-3
test('a page of users says when each joined and was seen, with pets and membership', async () => {
  await aPet(app.db, asha)
  await aPet(app.db, asha)
  await seenBefore(asha, '3 days')
  const [row] = (await ask({ search: 'sunny', page: '1' })).body
  expect(row).toMatchObject({ pets: 2, membership: 'Guardian' })
  const daysAgo = (instant: string | null | undefined) =>
    Math.round((Date.now() - Date.parse(instant ?? '')) / 86_400_000)
  expect([daysAgo(row?.joinedAt), daysAgo(row?.lastSeenAt)]).toEqual([0, 3])

  await seenBefore(imran, null)
  const [other] = (await ask({ search: 'moon', page: '1' })).body
  expect(other).toMatchObject({ pets: 0, membership: null, lastSeenAt: null })

  // The time outlives the sessions.
  await app.pool.query('delete from sessions where user_id = $1', [imran.id])
  await seenBefore(imran, '9 days')
  const [known] = (await ask({ search: 'moon', page: '1' })).body
  expect(daysAgo(known?.lastSeenAt)).toBe(9)
})

// DSK-3, API-3
test('users come in the order that is asked for; an unknown order gets 400', async () => {
  const names = async (sort: string, page = '1') =>
    (await ask({ sort, page, limit: '2' })).body.map(({ username }) => username)
  expect(await names('oldest')).toEqual([admin.username, 'sunny_dog'])
  expect(await names('newest')).toEqual(['Aster', 'moon%cat'])
  expect(await names('username')).toEqual([admin.username, 'Aster'])
  expect(await names('username', '2')).toEqual(['moon%cat', 'sunny_dog'])
  expect(await names('username-desc')).toEqual(['sunny_dog', 'moon%cat'])
  expect(await names('email')).toEqual([admin.username, 'Aster'])
  expect(await names('email-desc')).toEqual(['moon%cat', 'sunny_dog'])
  for (const sort of ['password_hash', 'id; drop table users', '', 'Username']) {
    const reply = await ask({ sort, page: '1' })
    expect.soft([reply.status, Object.keys(reply.error.errors ?? {})], sort).toEqual([400, ['sort']])
  }
})

// DSK-3
test('users come by when they were last seen, and those never seen come last', async () => {
  await seenBefore(asha, '2 days')
  await seenBefore(bela, '5 days')
  await seenBefore(imran, null)
  const order = async (sort: string) => (await ask({ sort, page: '1' })).body.map(({ username }) => username)
  const names = async () => (await order('seen')).filter((name) => name !== admin.username)
  expect(await names()).toEqual(['moon%cat', 'Aster', 'sunny_dog'])
  expect((await order('seen-desc')).toReversed()).toEqual(await order('seen'))

  // The session is looked at again only once it was not used for ten minutes.
  await app.call(petCalls.listOwn, { query: {} }, bela)
  expect(await names()).toEqual(['moon%cat', 'Aster', 'sunny_dog'])
  await app.pool.query("update sessions set last_used_at = now() - interval '11 minutes' where user_id = $1", [bela.id])
  await app.call(petCalls.listOwn, { query: {} }, bela)
  expect(await names()).toEqual(['moon%cat', 'sunny_dog', 'Aster'])

  await app.call(authCalls.signin, { body: { username: 'moon%cat', password: 'not this one' } })
  expect(await names()).toEqual(['moon%cat', 'sunny_dog', 'Aster'])
  await app.call(authCalls.signin, { body: { username: 'moon%cat', password: PASSWORD } })
  expect(await names()).toEqual(['sunny_dog', 'Aster', 'moon%cat'])
})

// DSK-3, MEM-10
test('a running membership that the confirmed address proves is the account’s', async () => {
  const plan = await aPlan(app.db)
  const bought = (planName: string, inDays: number) =>
    app.pool.query(
      `insert into memberships (plan_id, username, name, email, phone, address, why_join, plan_name, category, duration_months,
         price_paise, features, status, start_date, expiry_date, details_key)
       values ($1, 'Visitor', 'Imran Khan', 'X2@Mail.test', '1', 'Pune', 'To help', $2, 'regular', 12,
         0, '', 'active', current_date + $3::int, current_date + $3::int + 365, $2)`,
      [plan.id, planName, inDays],
    )
  const shown = async () => {
    const [row] = (await ask({ search: 'moon', page: '1' })).body
    const { body } = await app.call(userCalls.read, { params: { id: String(imran.id) } }, admin)
    return [row?.membership, body.membership, body.membershipId]
  }
  await bought('Running', -5)
  await bought('Later', 20)
  expect(await shown()).toEqual([null, null, null])
  await app.pool.query('update users set email_confirmed_at = now() where id = $1', [imran.id])
  const { rows } = await app.pool.query("select id::integer as id from memberships where plan_name = 'Running'")
  expect(await shown()).toEqual(['Running', 'Running', rows[0]?.id])
})
