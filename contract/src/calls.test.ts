import { expect, test } from 'vitest'
import { allCalls } from './calls.ts'
import type { Call } from './platform/call.ts'

// API-1
test('no two calls have the same method and address', () => {
  const names = allCalls.map((call) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(names).size).toBe(names.length)
})

// API-1, AUTH-2, PET-11, PET-19, TAG-2, ADM-3, ADM-4
test('the calls have exactly the documented paths', () => {
  const names = allCalls.map((call) => `${call.method} ${call.path}`)
  for (const promised of [
    'POST /auth/signin',
    'POST /auth/signup',
    'POST /auth/signout',
    'POST /pets',
    'GET /pets',
    'GET /pets/{id}',
    'PUT /pets/{id}',
    'DELETE /pets/{id}',
    'GET /admin/pets',
    'DELETE /admin/pets/{id}',
    'GET /admin/users',
    'DELETE /admin/users/{id}',
    'GET /admin/generate-pet-id',
  ])
    expect(names).toContain(promised)
})

// AUTH-10
test('every call below /admin and /api/admin is for admins only', () => {
  for (const call of allCalls.filter((call) => /^(\/api)?\/admin\b/.test(call.path)))
    expect(call.access, call.path).toBe('admin')
})

// PAY-2, PAY-6, V7.4.1
test('only confirmed payments and news from outside ignore a session that has ended', () => {
  const names = allCalls.filter((call: Call) => call.ignoresDeadToken).map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual([
    'POST /api/complaints/payment/verify',
    'POST /api/donations/verify-payment',
    'POST /api/mail/bounces',
    'POST /api/memberships/verify-payment',
    'POST /api/pay-links/verify-payment',
    'POST /api/payments/order-state',
  ])
})

// API-4
test('every call names each parameter of its path, and says what it does', () => {
  for (const call of allCalls) {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect.soft(Object.keys(call.params?.shape ?? {}), call.path).toEqual(inPath)
    expect.soft(call.summary).toMatch(/^[A-Z]/)
    if (call.method === 'GET' || call.method === 'DELETE') expect.soft(call.body, call.path).toBeUndefined()
  }
})
