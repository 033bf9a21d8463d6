import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { expect, test } from 'vitest'
import { aPaidDonation, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()
// A hundred requests are as many as one node has in progress.
await app.sandbox.injectFault({ webhooks: 'lost' })

// RCP-1, V15.1.3
test('a hundred people who ask for their receipts at once all get them', { timeout: 180_000 }, async () => {
  const { receiptPath } = await aPaidDonation(app, { amount: 500 })
  const address = receiptCalls.pdf.path.replace('{token}', receiptPath.split('/').at(-1) ?? '')
  const replies = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const reply = await app.fetch(address)
      return [reply.status, (await reply.bytes()).length > 1_000]
    }),
  )
  expect(replies).toEqual(Array.from({ length: 100 }, () => [200, true]))
})
