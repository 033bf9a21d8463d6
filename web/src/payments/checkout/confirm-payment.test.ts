import { expect, test } from 'vitest'
import { CallError } from '../../platform/lib/requests/request.ts'
import { confirmPayment } from './confirm-payment.ts'

const LATER = new CallError(503, {
  status: 'error',
  code: 'payment_in_progress',
  message: 'Payment received, confirmation in progress.',
})

/** Answers with these errors one after the other, then with success. */
function server(...errors: Error[]) {
  const left = [...errors]
  const heard: string[] = []
  const pauses: number[] = []
  return {
    heard,
    pauses,
    verify: async () => {
      const error = left.shift()
      if (error) throw error
    },
    waiting: {
      onDelay: (error: CallError) => heard.push(error.message),
      pause: async (ms: number) => {
        pauses.push(ms)
      },
    },
  }
}

test('a server that cannot reach the provider is asked again with growing pauses', async () => {
  const { verify, waiting, pauses, heard } = server(LATER, LATER, LATER)
  await confirmPayment(verify, waiting)
  expect(pauses).toEqual([2_000, 4_000, 8_000])
  expect(heard).toEqual(Array(3).fill(LATER.message))
})

test('after the last pause it stops', async () => {
  const { verify, waiting, pauses } = server(...Array<Error>(6).fill(LATER))
  await expect(confirmPayment(verify, waiting)).rejects.toBe(LATER)
  expect(pauses).toHaveLength(5)
})

test('a rejection is final at once', async () => {
  const refusal = new CallError(400, null)
  const { verify, waiting, pauses } = server(refusal)
  await expect(confirmPayment(verify, waiting)).rejects.toBe(refusal)
  expect(pauses).toEqual([])
})

test('after a lost answer there are two more attempts, soon and without a message', async () => {
  const lost = new CallError(0, null)
  const { verify, waiting, pauses, heard } = server(lost, lost, lost)
  await expect(confirmPayment(verify, waiting)).rejects.toBe(lost)
  expect(pauses).toEqual([1_000, 2_000])
  expect(heard).toEqual([])
})
