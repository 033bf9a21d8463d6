import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

const remove = (user: { id: number }) => app.call(userCalls.delete, { params: { id: String(user.id) } }, admin)

// DSK-4
test('the audit names the account that an admin deleted', async () => {
  const user = await aUser(app.db)
  expect((await remove(user)).status).toBeLessThan(300)
  const { body } = await app.call(auditCalls.list, { query: { action: 'user-deleted' } }, admin)
  expect(body.data[0]).toMatchObject({
    object_kind: 'user',
    object_id: String(user.id),
    before: { username: user.username, role: 'user' },
  })
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
