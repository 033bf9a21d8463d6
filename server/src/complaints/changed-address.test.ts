import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { lockWaits } from '../../test/lock-waits.ts'
import { aComplaint } from '../../test/paying-app.ts'
import { unpaidMail } from './complaint-mails.ts'

const app = await testApp()

// CASE-2
test('a mail that is made while the address is corrected goes to the new one', async () => {
  const id = await aComplaint(app, { email: 'typo@example.org' })
  const { mail } = await app.db.transaction().execute(async (correction) => {
    await correction.selectFrom('complaints').select('id').where('id', '=', id).forUpdate().execute()
    const made = app.db.transaction().execute((transaction) => unpaidMail(transaction, id))
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    await correction.updateTable('complaints').set({ email: 'right@example.org' }).where('id', '=', id).execute()
    return { mail: made }
  })
  expect((await mail)?.to).toBe('right@example.org')
})
