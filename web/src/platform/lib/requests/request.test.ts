import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { isTimeout, type Message, request, setIdentity } from './request.ts'

const silent = createServer(() => {})
silent.listen(0, '127.0.0.1')
await once(silent, 'listening')
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

const { port } = silent.address() as AddressInfo
const call = { method: 'GET', path: `http://127.0.0.1:${port}/` } as Call

// APP-13
test('a call without an answer fails after a while, with the message of its page', async () => {
  const failure = await request(call, {}, { timeoutMs: 50 }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 0, serverMessage: null })
  expect(isTimeout(failure)).toBe(true)
})

// APP-13
test('a cancelled call is not reported as a failure', async () => {
  const cancelling = new AbortController()
  const answer = request(call, {}, { signal: cancelling.signal }).catch((error: unknown) => error)
  cancelling.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
})

// APP-13
test('in a browser without AbortSignal.any a call ends by its time-out and by its page', async () => {
  const any = vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  const cancelling = new AbortController()
  const options = { signal: cancelling.signal, timeoutMs: 50 }
  expect(isTimeout(await request(call, {}, options).catch((error: unknown) => error))).toBe(true)
  const answer = request(call, {}, { signal: cancelling.signal }).catch((error: unknown) => error)
  cancelling.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
  any.mockRestore()
})

// APP-11
test('every call carries the token where one is stored, and none where none is', async () => {
  const sent: Message[] = []
  const send = async (message: Message) => {
    sent.push(message)
    return new Response(null, { status: 204 })
  }
  const callAll = async (token: string | null) => {
    setIdentity({ token: () => token, onRefused: () => {}, onForbidden: () => {} })
    for (const { method, path } of allCalls) {
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']))
      await request({ method, path } as Call, { params }, { send })
    }
    return sent.splice(0).map(({ headers }) => headers.authorization)
  }
  expect(new Set(await callAll('token-of-asha'))).toEqual(new Set(['Bearer token-of-asha']))
  expect(new Set(await callAll(null))).toEqual(new Set([undefined]))
})
