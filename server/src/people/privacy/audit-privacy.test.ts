import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin } from '../../../test/factories.ts'
import { aFoundReport, REPORT } from '../../../test/found.ts'
import { aComplaint, payingApp } from '../../../test/paying-app.ts'
import { erasePerson } from '../../../test/rights.ts'
import { aProtectedUser } from '../../../test/second-factor.ts'
import { DAYS_KEPT, forgetOld } from './erasing/forget-old.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const rows = () => app.db.selectFrom('audit').selectAll().orderBy('id').execute()

// DSK-4
test('an erasure removes from the audit only what admins wrote about the person', async () => {
  const user = await aProtectedUser(app)
  const email = user.email
  const [theirs, others] = [await aComplaint(app, { email }), await aComplaint(app, { phone: '+91 98111 22333' })]
  const reveal = (id: number) =>
    app.call(caseCalls.reveal, { params: { id: String(id) }, body: { reason: 'Her brother asked' } }, admin)
  await reveal(theirs)
  await reveal(others)
  const lost = { params: { id: String(user.id) }, body: { reason: 'Asha lost her phone' } }
  await app.call(userCalls.endSecondFactor, lost, admin)
  const before = await rows()
  expect(before.map(({ reason }) => reason)).toEqual(['Her brother asked', 'Her brother asked', 'Asha lost her phone'])
  await erasePerson(app, { email })
  const [first, second, third] = before
  expect(await rows()).toEqual([{ ...first, reason: 'Erased' }, second, { ...third, reason: 'Erased' }])
})

/** A conversation about a pet of this owner, which an admin has read; returns why the audit says so. */
async function aReadConversation(owner: { id: number; token: string }): Promise<() => Promise<string | null>> {
  const { id } = await aFoundReport(app, owner)
  const params = { id: String(id) }
  await app.call(foundCalls.reportAbuse, { params, body: { reason: 'Asks for money' } }, owner)
  const opened = await app.call(foundCalls.openReported, { params, body: { reason: 'Asha asked us to look' } }, admin)
  expect(opened.status).toBe(200)
  return async () => {
    const read = (await rows()).find((row) => row.action === 'conversation-read' && row.object_id === params.id)
    return read?.reason ?? null
  }
}

// DSK-4, TRU-4
test('why an admin read a conversation goes with its owner and with its finder', async () => {
  const [owner, other] = [await aConfirmedUser(app.db), await aConfirmedUser(app.db)]
  const [theirs, others] = [await aReadConversation(owner), await aReadConversation(other)]
  expect([await theirs(), await others()]).toEqual(['Asha asked us to look', 'Asha asked us to look'])

  await erasePerson(app, { email: owner.email })
  expect([await theirs(), await others()]).toEqual(['Erased', 'Asha asked us to look'])

  await erasePerson(app, { phone: REPORT.contact })
  expect(await others()).toBe('Erased')
})

// DSK-4
test('a row is deleted when its time is over, and not a day before', async () => {
  await app.pool.query(
    `insert into audit (at, admin_id, admin_username, action, object_kind, request_id)
     select now() - make_interval(days => $1) + n * interval '1 day', 1, 'meera', 'tags-generated', 'tag', n::text
     from unnest(array[-1, 1]) n`,
    [DAYS_KEPT.audit],
  )
  await forgetOld(app)
  const left = await app.db.selectFrom('audit').select('request_id').where('action', '=', 'tags-generated').execute()
  expect(left).toEqual([{ request_id: '1' }])
})
