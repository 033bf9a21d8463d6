import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { aJpeg } from '../../../test/attachments.ts'
import { aConfirmedUser, PASSWORD } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { aComplaint, aPaidComplaint, payingApp, submit } from '../../../test/paying-app.ts'
import { adminView, refund, theAdmin } from '../../../test/payment-state.ts'
import { erasePerson } from '../../../test/rights.ts'
import { finishErasures } from '../../people/privacy/erasing/erase-person.ts'
import { listErasures } from '../../people/privacy/erasing/erasures.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'
import { replayErasures } from '../../people/privacy/erasing/replay-erasures.ts'

const app = await payingApp()
const admin = await theAdmin(app)

const hold = (id: number, until: string | null, reason = 'The court hears the case') =>
  app.call(caseCalls.hold, { params: { id: String(id) }, body: { until, reason } }, admin)

async function end(id: number, outcome: 'fir_filed' | 'sent_to_authority' | 'rescued') {
  const params = { id: String(id) }
  await app.call(complaintCalls.setStatus, { params, body: { status: 'closed' } }, admin)
  const { version } = await adminView(app, id)
  return app.call(caseCalls.update, { params, body: { version, outcome } }, admin)
}

const merge = (id: number, into: number) =>
  app.call(caseCalls.merge, { params: { id: String(id) }, body: { into } }, admin)

const stored = async (id: number) =>
  (
    await app.pool.query('select fullname, email, description, hold_until, erased_at from complaints where id = $1', [
      id,
    ])
  ).rows[0]

const acts = async (id: number) => {
  const { body } = await app.call(
    auditCalls.list,
    { query: { object_kind: 'complaint', object_id: String(id) } },
    admin,
  )
  return body.data
}

const inYears = (years: number) => addMonths(today(), 12 * years)

// TRU-3
test('a case that the police or an authority has is held, and no other one', async () => {
  for (const outcome of ['fir_filed', 'sent_to_authority'] as const) {
    const id = await aComplaint(app)
    const { body } = await end(id, outcome)
    expect(body.data.hold).toEqual({ until: inYears(3), cause: outcome, reason: null, is_erasure_waiting: false })
    expect(await acts(id)).toContainEqual(
      expect.objectContaining({
        action: 'complaint-changed',
        after: expect.objectContaining({ hold_until: inYears(3) }),
      }),
    )
  }
  const rescued = await aComplaint(app)
  expect((await end(rescued, 'rescued')).body.data.hold).toBeNull()
})

// TRU-3
test('a hold that somebody has changed meanwhile is left, with 409', async () => {
  const id = await aComplaint(app)
  const from = (was: string | null, until: string | null) =>
    app.call(caseCalls.hold, { params: { id: String(id) }, body: { was, until, reason: 'The court' } }, admin)
  expect((await from(null, inYears(2))).status).toBe(200)
  for (const until of [inYears(1), null]) expect((await from(inYears(1), until)).status).toBe(409)
  expect(await stored(id)).toMatchObject({ hold_until: inYears(2) })
  expect((await from(inYears(2), null)).status).toBe(200)
})

// TRU-3
test('a repeated change of a hold whose reply was lost is no conflict', async () => {
  const id = await aComplaint(app)
  const until = inYears(2)
  const change = (was: string | null, to: string | null, reason = 'The court hears the case') =>
    app.call(caseCalls.hold, { params: { id: String(id) }, body: { was, until: to, reason } }, admin)
  for (let times = 0; times < 2; times++)
    expect((await change(null, until)).body.data.hold).toMatchObject({ until, reason: 'The court hears the case' })
  expect((await change(null, until, 'Another reason')).error.code).toBe('changed_meanwhile')
  for (let times = 0; times < 2; times++) expect((await change(until, null)).body.data.hold).toBeNull()
  expect((await acts(id)).map(({ action }) => action)).toEqual(['complaint-released', 'complaint-held'])
})

// TRU-3
test('a case whose hold is over can be held again from the page, which shows none', async () => {
  const id = await aComplaint(app)
  await hold(id, inYears(1))
  await app.pool.query('update complaints set hold_until = current_date - 2 where id = $1', [id])
  expect((await adminView(app, id)).hold).toBeNull()
  const body = { was: null, until: inYears(2), reason: 'The court hears the appeal' }
  const held = await app.call(caseCalls.hold, { params: { id: String(id) }, body }, admin)
  expect(held.status).toBe(200)
  expect(held.body.data.hold).toMatchObject({ until: inYears(2), reason: 'The court hears the appeal' })
})

// TRU-3
test('a hold that was ended stays ended when the closed case is changed otherwise', async () => {
  const id = await aComplaint(app)
  const params = { id: String(id) }
  await end(id, 'fir_filed')
  await hold(id, null, 'The court has decided')
  const { version } = await adminView(app, id)
  const body = { version, priority: 'low', outcome: 'fir_filed' } as const
  const { status } = await app.call(caseCalls.update, { params, body }, admin)
  expect(status).toBe(200)
  expect(await adminView(app, id)).toMatchObject({ priority: 'low', outcome: 'fir_filed', hold: null })
})

// TRU-3
test('an admin holds a case and ends the hold, each with a reason in the audit', async () => {
  const id = await aComplaint(app)
  const until = inYears(1)
  expect((await hold(id, until)).body.data.hold).toMatchObject({
    until,
    cause: 'admin',
    reason: 'The court hears the case',
  })
  expect((await hold(id, null, 'The court has decided')).body.data.hold).toBeNull()
  expect(await acts(id)).toMatchObject([
    { action: 'complaint-released', reason: 'The court has decided', after: { hold_until: null } },
    { action: 'complaint-held', reason: 'The court hears the case', after: { hold_until: until } },
  ])
  expect((await hold(id, until, ' ')).status).toBe(400)
  expect((await hold(id, '2026-01-01')).error).toMatchObject({ code: 'invalid_fields' })
  expect((await hold(999_999, until)).status).toBe(404)
})

// TRU-3
test('an erasure leaves a held complaint whole, and is carried out when the hold ends', async () => {
  const email = 'held@example.org'
  const [held, other] = [
    await aComplaint(app, { email }),
    await aComplaint(app, { email, description: 'Another dog.' }),
  ]
  await end(held, 'fir_filed')
  await erasePerson(app, { email })
  await forgetOld(app)
  expect(await stored(held)).toMatchObject({ fullname: 'Kavita Rao', email, erased_at: null })
  expect((await adminView(app, held)).hold).toMatchObject({ is_erasure_waiting: true })
  expect(await stored(other)).toMatchObject({ fullname: 'Erased', email: '' })

  await app.pool.query('update complaints set hold_until = current_date - 2 where id = $1', [held])
  await forgetOld(app)
  expect(await stored(held)).toMatchObject({
    fullname: 'Erased',
    email: '',
    description: 'Erased',
    erased_at: expect.any(Date),
  })
})

// TRU-3
test('a hold that is set while its person is erased keeps the complaint', async () => {
  const email = 'at-once@example.org'
  const id = await aComplaint(app, { email })
  const { erased } = await app.db.transaction().execute(async (holding) => {
    const until = { hold_until: inYears(1), hold_cause: 'admin' as const }
    await holding.updateTable('complaints').set(until).where('id', '=', id).execute()
    const erased = erasePerson(app, { email })
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    return { erased }
  })
  await erased
  expect(await stored(id)).toMatchObject({ fullname: 'Kavita Rao', email, erased_at: null })
  expect((await adminView(app, id)).hold).toMatchObject({ is_erasure_waiting: true })
})

// TRU-3
test('a hold that is set while the end of another is carried out keeps the complaint', async () => {
  const email = 'held-anew@example.org'
  const id = await aComplaint(app, { email })
  await hold(id, inYears(1))
  await erasePerson(app, { email })
  await hold(id, null, 'The court has decided')
  const { finished } = await app.db.transaction().execute(async (holding) => {
    const until = { hold_until: inYears(2), hold_cause: 'admin' as const }
    await holding.updateTable('complaints').set(until).where('id', '=', id).execute()
    const finished = finishErasures(app)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    return { finished }
  })
  await finished
  expect(await stored(id)).toMatchObject({ fullname: 'Kavita Rao', email, erased_at: null })
})

// TRU-3
test('a hold that is set while other closed cases are erased keeps what is left', async () => {
  const email = 'several@example.org'
  const [first, second] = [
    await aComplaint(app, { email }),
    await aComplaint(app, { email, description: 'Another dog.' }),
  ]
  await erasePerson(app, { email })
  await app.pool.query("update complaints set status = 'closed' where id = any($1)", [[first, second]])
  const { finished } = await app.db.transaction().execute(async (slow) => {
    await slow.selectFrom('complaints').select('id').where('id', '=', first).forUpdate().execute()
    const finished = finishErasures(app)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    await hold(second, inYears(1))
    return { finished }
  })
  await finished
  expect(await stored(first)).toMatchObject({ description: 'Erased' })
  expect(await stored(second)).toMatchObject({ description: 'Another dog.' })
})

// TRU-3
test('a hold that is set while its closed case is emptied keeps text and files', async () => {
  const email = 'emptied@example.org'
  const file = { bytes: aJpeg(), name: 'owl.jpg' }
  const reply = await submit(app, { fields: { email, description: 'A dog in chains.' }, file })
  const { complaint_id: id } = ((await reply.json()) as { data: { complaint_id: number } }).data
  await erasePerson(app, { email })
  await app.pool.query("update complaints set status = 'closed' where id = $1", [id])
  const { finished } = await app.db.transaction().execute(async (holding) => {
    const until = { hold_until: inYears(1), hold_cause: 'admin' as const }
    await holding.updateTable('complaints').set(until).where('id', '=', id).execute()
    const finished = finishErasures(app)
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    return { finished }
  })
  await finished
  expect(await stored(id)).toMatchObject({ description: 'A dog in chains.' })
  const { rows } = await app.pool.query<{ name: string }>('select name from complaint_files where complaint_id = $1', [
    id,
  ])
  expect(rows).toHaveLength(1)
  expect(await app.attachments.read(rows[0]?.name ?? '')).not.toBeNull()

  await hold(id, null, 'The court has decided')
  await finishErasures(app)
  expect(await stored(id)).toMatchObject({ description: 'Erased' })
  expect(await app.attachments.read(rows[0]?.name ?? '')).toBeNull()
})

// TRU-3
test('a released complaint loses the mails about its payment, too', async () => {
  const email = 'repaid@example.org'
  const { complaintId, checkout } = await aPaidComplaint(app, 100, { email })
  await hold(complaintId, inYears(1))
  await erasePerson(app, { email })
  await refund(app, checkout.razorpay_payment_id)
  const mailed = async () => (await app.pool.query('select about from mails where to_address = $1', [email])).rows
  expect(await mailed()).toContainEqual({ about: expect.stringMatching(/^payment/) })
  await hold(complaintId, null)
  await forgetOld(app)
  expect(await mailed()).toEqual([])
})

// TRU-3
test('a released complaint loses what an admin wrote about it, too', async () => {
  const email = 'released@example.org'
  const id = await aComplaint(app, { email })
  await hold(id, inYears(1), 'Kavita told the judge')
  await erasePerson(app, { email })
  expect(await acts(id)).toMatchObject([{ reason: 'Kavita told the judge' }])
  await hold(id, null, 'Kavita is done')
  await forgetOld(app)
  expect((await acts(id)).map(({ reason }) => reason)).toEqual(['Erased', 'Erased'])
  expect(await stored(id)).toMatchObject({ fullname: 'Erased' })
})

// TRU-3, DSK-4
test('what admins wrote about a complaint after its erasure goes once it is closed', async () => {
  const email = 'open@example.org'
  const id = await aComplaint(app, { email })
  await erasePerson(app, { email })
  await hold(id, inYears(1), 'Kavita told the judge')
  await app.pool.query('update complaints set hold_until = current_date - 2 where id = $1', [id])
  await app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status: 'closed' } }, admin)

  await forgetOld(app)

  expect((await acts(id)).map(({ reason }) => reason)).toEqual([null, 'Erased'])
  const { rows } = await app.pool.query('select hold_reason from complaints where id = $1', [id])
  expect(rows).toEqual([{ hold_reason: 'Erased' }])
})

// TRU-3
test('whoever deletes the account is told what stays, why and until when', async () => {
  const user = await aConfirmedUser(app.db)
  const id = await aComplaint(app, { email: user.email })
  await hold(id, inYears(2))
  const { reference } = await adminView(app, id)
  const { body } = await app.call(accountCalls.listKept, {}, user)
  expect(body.data).toEqual([{ reference, until: inYears(2), cause: 'admin', reason: 'The court hears the case' }])
  await app.call(accountCalls.delete, { body: { password: PASSWORD } }, user)
  const mails = await app.pool.query("select to_address, text from mails where kind = 'erasure-waits'")
  expect(mails.rows).toMatchObject([{ to_address: user.email }])
  expect(mails.rows[0].text).toContain(`Complaint ${reference} stays until`)
  expect(mails.rows[0].text).toContain('Why: The court hears the case')
  expect(mails.rows[0].text).toContain('Payments stay in our books: who paid')
  expect(mails.rows[0].text).not.toContain('except for this')
})

// TRU-3, CASE-5
test('a merge with a held complaint holds all of the case, and repeats no reason', async () => {
  for (const isFirstHeld of [true, false]) {
    const [first, second, third] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
    await merge(third, second)
    const [held, other] = isFirstHeld ? [first, second] : [second, first]
    await hold(held, inYears(2), 'Kavita told the judge')
    await hold(other, inYears(1), 'The vet is heard')
    expect((await merge(second, first)).status).toBe(200)
    expect((await adminView(app, held)).hold).toMatchObject({ until: inYears(2), reason: 'Kavita told the judge' })
    expect((await adminView(app, other)).hold).toMatchObject({ until: inYears(2), reason: 'The vet is heard' })
    expect((await adminView(app, third)).hold).toMatchObject({ until: inYears(2), cause: 'admin', reason: null })
    expect(await acts(third)).toContainEqual(
      expect.objectContaining({
        action: 'complaint-held',
        after: expect.objectContaining({ hold_until: inYears(2) }),
        reason: null,
      }),
    )
  }
})

// TRU-3, CASE-5
test('a merge of complaints that nothing holds any more holds none', async () => {
  const [first, second] = [await aComplaint(app), await aComplaint(app)]
  await hold(second, inYears(1))
  await app.pool.query('update complaints set hold_until = current_date - 2 where id = $1', [second])
  await merge(second, first)
  expect((await adminView(app, first)).hold).toBeNull()
})

// TRU-3, CASE-5
test('an erasure waits for a duplicate of a case that the police has', async () => {
  const email = 'duplicate@example.org'
  const [first, second] = [await aComplaint(app), await aComplaint(app, { email })]
  await merge(second, first)
  await end(first, 'fir_filed')
  await erasePerson(app, { email })
  await forgetOld(app)
  expect(await stored(second)).toMatchObject({ fullname: 'Kavita Rao', email, erased_at: null })
  await hold(second, null, 'The court has decided')
  await forgetOld(app)
  expect(await stored(second)).toMatchObject({ fullname: 'Erased', description: 'Erased' })
  expect(await stored(first)).toMatchObject({ fullname: 'Kavita Rao', hold_until: inYears(3) })
})

// TRU-3, CASE-5
test('an outcome of a duplicate that says that the police has it holds the case, too', async () => {
  const [first, second] = [await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  await end(second, 'fir_filed')
  for (const id of [first, second])
    expect((await adminView(app, id)).hold).toMatchObject({ until: inYears(3), cause: 'fir_filed' })
})

// TRU-3, CASE-5
test('an admin’s hold also holds those merged into it, and a shorter one shortens none', async () => {
  const [first, second, third] = [await aComplaint(app), await aComplaint(app), await aComplaint(app)]
  await merge(second, first)
  await merge(third, first)
  await hold(first, inYears(2), 'Kavita told the judge')
  for (const id of [second, third])
    expect((await adminView(app, id)).hold).toMatchObject({ until: inYears(2), cause: 'admin', reason: null })
  await hold(second, inYears(3), 'The vet is heard')
  for (const id of [first, third]) expect((await adminView(app, id)).hold).toMatchObject({ until: inYears(3) })
  expect((await adminView(app, first)).hold).toMatchObject({ reason: 'Kavita told the judge' })
  await hold(first, inYears(1), 'The court is faster')
  expect((await adminView(app, first)).hold).toMatchObject({ until: inYears(1) })
  expect((await adminView(app, second)).hold).toMatchObject({ until: inYears(3), reason: 'The vet is heard' })
})

// CASE-5, PRV-4
test('an erased duplicate keeps its text until the first complaint is closed', async () => {
  const email = 'duplicate-of-an-open-case@example.org'
  const [first, second] = [await aComplaint(app), await aComplaint(app, { email, description: 'A dog is tied up.' })]
  await merge(second, first)
  await erasePerson(app, { email })
  await forgetOld(app)
  expect(await stored(second)).toMatchObject({ fullname: 'Erased', email: '', description: 'A dog is tied up.' })
  await end(first, 'rescued')
  await forgetOld(app)
  expect(await stored(second)).toMatchObject({ description: 'Erased' })
})

// TRU-3, CASE-5
test('whoever deletes an account reads why a merged complaint stays', async () => {
  const user = await aConfirmedUser(app.db)
  const [first, second] = [await aComplaint(app), await aComplaint(app, { email: user.email })]
  await hold(first, inYears(2), 'Kavita told the judge')
  await merge(second, first)
  await app.call(accountCalls.delete, { body: { password: PASSWORD } }, user)
  const { rows } = await app.pool.query("select text from mails where kind = 'erasure-waits' and to_address = $1", [
    user.email,
  ])
  expect(rows[0].text).toContain('It may be evidence.')
  expect(rows[0].text).not.toContain('Kavita told the judge')
})

/** Brings a complaint back as a back-up has it, held until that day, and repeats its erasures as a restore does. */
async function restored(id: number, email: string, until: string) {
  const isAbout = ({ subjects, waits }: { subjects: { complaint: number[] }; waits: { id: number }[] }) =>
    subjects.complaint.includes(id) || waits.some((wait) => wait.id === id)
  const erasures = (await listErasures(app.db)).filter(isAbout)
  await app.pool.query('delete from erasures where id = any($1::uuid[])', [erasures.map((erasure) => erasure.id)])
  await app.pool.query(
    `update complaints set fullname = 'Kavita Rao', email = $2, erased_at = null, erasure_asked_at = null,
       hold_until = $3, hold_cause = 'admin', hold_reason = 'The court hears the case'
     where id = $1`,
    [id, email, until],
  )
  await replayErasures(app.db, erasures)
  return stored(id)
}

// TRU-3
test('a restore erases again what was erased once its hold had been ended', async () => {
  const email = 'ended@example.org'
  const id = await aComplaint(app, { email })
  await hold(id, inYears(1))
  await erasePerson(app, { email })
  await hold(id, null, 'The court has decided')
  await forgetOld(app)
  expect(await stored(id)).toMatchObject({ fullname: 'Erased' })
  expect(await restored(id, email, inYears(1))).toMatchObject({ fullname: 'Erased', email: '', hold_until: null })
})

// TRU-3
test('a restore holds a complaint until the day for which its erasure was to wait', async () => {
  const email = 'longer@example.org'
  const id = await aComplaint(app, { email })
  await hold(id, inYears(2))
  await erasePerson(app, { email })
  expect(await restored(id, email, inYears(1))).toMatchObject({ fullname: 'Kavita Rao', email, hold_until: inYears(2) })
})
