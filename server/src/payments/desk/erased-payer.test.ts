import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { expect, test } from 'vitest'
import { aCheque, bounceAtDesk, clearAtDesk, takeAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { aConfirmedUser } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { aComplaint, aRegistration, payingApp } from '../../../test/paying-app.ts'
import { theAdmin } from '../../../test/payment-state.ts'
import { erasePerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { eraseRecords, finishErasures } from '../../people/privacy/erasing/erase-person.ts'
import { identityOf } from '../../people/privacy/records-of.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const app = await payingApp()

type Subject = { purpose: 'membership' | 'complaint'; subject_id: number; amount: number }

const SUBJECTS = {
  async membership(email: string): Promise<Subject> {
    const user = await aConfirmedUser(app.db)
    await app.pool.query('update users set email = $1, email_key = $1 where id = $2', [email, user.id])
    const { membershipId } = await aRegistration(app, { email, as: user, plan: { price: 700 } })
    return { purpose: 'membership', subject_id: membershipId, amount: 700 }
  },
  async complaint(email: string): Promise<Subject> {
    return {
      purpose: 'complaint',
      subject_id: await aComplaint(app, { email, fullname: NAMES.complaint }),
      amount: 100,
    }
  },
}

/** The payers of both, as the forms of the tests name them. */
const NAMES = { membership: 'Arjun Mehta', complaint: 'Kavita Rao' }

const TABLES = {
  membership: 'select name, email, phone from memberships where id = $1',
  complaint: 'select fullname as name, email, phone from complaints where id = $1',
}

async function rowOf({ purpose, subject_id }: Subject) {
  const { rows } = await app.pool.query(TABLES[purpose], [subject_id])
  return rows[0]
}

/** A cheque whose payer was erased while it was at the bank. */
async function anErasedCheque(purpose: Subject['purpose'], email: string) {
  const subject = await SUBJECTS[purpose](email)
  const { id } = (await takeAtDesk(app, { ...subject, ...aCheque() })).body.data
  await erasePerson(app, { email })
  expect(await rowOf(subject)).toEqual({ name: NAMES[purpose], email: '', phone: '' })
  return { subject, id }
}

for (const purpose of ['membership', 'complaint'] as const) {
  const erased = { name: 'Erased', email: '', phone: '' }

  // RCP-1, RCP-2, TRU-3
  test(`a ${purpose}’s cheque that the bank pays after an erasure has its payer’s name`, async () => {
    const { subject, id } = await anErasedCheque(purpose, `${purpose}-cleared@example.org`)
    const waiting = await app.call(deskCalls.list, { query: { limit: '100' } }, await theAdmin(app))
    expect(waiting.body.data.find((payment) => payment.id === id)).toMatchObject({ payer: NAMES[purpose] })
    const { receipt_path } = (await clearAtDesk(app, id)).body.data
    const params = { token: receipt_path?.split('/').at(-1) ?? '' }
    const { body } = await app.call(receiptCalls.read, { params })
    expect(body.data).toMatchObject({ paid_by: NAMES[purpose], mode: 'cheque', amount: subject.amount })
    // From now on only the receipt names the payer.
    await finishErasures(app)
    expect(await rowOf(subject)).toEqual(erased)
    expect((await app.call(receiptCalls.read, { params })).body.data).toMatchObject({ paid_by: NAMES[purpose] })
  })

  // RCP-2, TRU-3
  test(`a cheque that bounced or is void names no erased payer of a ${purpose}`, async () => {
    for (const [end, word] of [
      [bounceAtDesk, 'bounced'],
      [voidAtDesk, 'void'],
    ] as const) {
      const { subject, id } = await anErasedCheque(purpose, `${purpose}-${word}@example.org`)
      await finishErasures(app)
      expect(await rowOf(subject)).toMatchObject({ name: NAMES[purpose] })
      expect((await end(app, id)).status).toBe(200)
      await finishErasures(app)
      expect(await rowOf(subject)).toEqual(erased)
    }
    expect(await storedText(app.pool, { except: ['receipts'] })).not.toContain(NAMES[purpose])
  })
}

// RCP-1, TRU-3
test('no cheque is taken for what is just being erased', async () => {
  const email = 'erased-meanwhile@example.org'
  const { amount, ...subject } = await SUBJECTS.membership(email)
  const taking = await inTransaction(app.db, async (transaction) => {
    await eraseRecords(transaction, await identityOf(transaction, { email }))
    const reply = takeAtDesk(app, { ...subject, amount, ...aCheque() })
    await expect.poll(() => lockWaits(app.direct)).toBe(1)
    return { reply }
  })
  expect((await taking.reply).error.code).toBe('membership_not_payable')
})
