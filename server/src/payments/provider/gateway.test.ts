import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { GatewayError, providerCircuit } from './gateway.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })

const UNREACHABLE = new GatewayError('unreachable', 'no answer')
const REFUSED = new GatewayError('refused', 'a clear no')

let asked = 0
const answers = async () => {
  asked++
  return 'an answer'
}
const fails = async (error: Error = UNREACHABLE): Promise<string> => {
  asked++
  throw error
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

async function opened() {
  const circuit = providerCircuit(10, log)
  for (let count = 0; count < 5; count++) await expect(circuit(fails)).rejects.toBe(UNREACHABLE)
  asked = 0
  return circuit
}

// PAY-8, V16.5.2
test('after five failures the circuit opens for ten seconds, then one call tests', async () => {
  const circuit = await opened()
  vi.setSystemTime(9_999)
  await expect(circuit(answers)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(asked).toBe(0)

  vi.setSystemTime(10_000)
  const { promise, resolve } = Promise.withResolvers<string>()
  const tried = circuit(() => promise)
  await expect(circuit(answers)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(asked).toBe(0)
  resolve('the first answer')
  expect(await tried).toBe('the first answer')
  expect(await circuit(answers)).toBe('an answer')
  expect(lines.join('')).toContain('provider-away')
  expect(lines.join('')).toContain('provider-back')
})

// PAY-8
test('a failed test call keeps the circuit open for as long again', async () => {
  const circuit = await opened()
  vi.setSystemTime(10_000)
  await expect(circuit(fails)).rejects.toBe(UNREACHABLE)
  vi.setSystemTime(19_999)
  await expect(circuit(answers)).rejects.toMatchObject({ kind: 'unreachable' })
  vi.setSystemTime(20_000)
  expect(await circuit(answers)).toBe('an answer')
})

// PAY-8
test('a clock that is set back keeps the circuit open for no longer', async () => {
  const circuit = await opened()
  vi.setSystemTime(-60_000)
  expect(await circuit(answers)).toBe('an answer')
})

// PAY-8
test('four failures, or five with an answer between, do not open the circuit', async () => {
  for (const between of [answers, () => fails(REFUSED).catch(() => '')]) {
    const circuit = providerCircuit(10, log)
    for (let count = 0; count < 4; count++) await expect(circuit(fails)).rejects.toBe(UNREACHABLE)
    await circuit(between)
    for (let count = 0; count < 4; count++) await expect(circuit(fails)).rejects.toBe(UNREACHABLE)
    expect(await circuit(answers)).toBe('an answer')
  }
  const circuit = providerCircuit(10, log)
  for (let count = 0; count < 9; count++) await expect(circuit(() => fails(REFUSED))).rejects.toBe(REFUSED)
})

// PAY-8, V15.2.2
test('of many hanging calls, fifty wait for the provider and the others fail at once', async () => {
  const circuit = providerCircuit(10, log)
  const { promise, resolve } = Promise.withResolvers<string>()
  const hanging = Array.from({ length: 50 }, () => circuit(() => promise))
  await expect(circuit(answers)).rejects.toMatchObject({ kind: 'unreachable' })
  resolve('at last')
  await Promise.all(hanging)
  expect(await circuit(answers)).toBe('an answer')
})
