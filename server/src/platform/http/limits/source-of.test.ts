import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'
import { prolongSigninLimit } from '../../../../test/throttles.ts'
import { networkOf, sourceOf, trustedProxies } from './source-of.ts'

// AUTH-13
test('an IPv4 address is counted alone, an IPv6 address together with its /64 network', () => {
  expect(sourceOf('203.0.113.7')).toBe('203.0.113.7')
  expect(sourceOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  const oneNetwork = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:9', '2001:db8:1:2:a::']
  expect(new Set(oneNetwork.map(sourceOf)).size).toBe(1)
  expect(sourceOf('2001:db8:1:3::1')).not.toBe(sourceOf('2001:db8:1:2::1'))
  expect(sourceOf('::1')).not.toBe(sourceOf('2001:db8::1'))
})

// AUTH-13
test('the network of an address is its /24, for IPv6 its /64', () => {
  expect(networkOf('203.0.113.7')).toBe(networkOf('203.0.113.200'))
  expect(networkOf('203.0.113.7')).toBe(networkOf('::ffff:203.0.113.200'))
  expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.114.7'))
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:3:4:5:6'))
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:1::'))
  expect(networkOf('2001:db8:1::1')).not.toBe(networkOf('2001:db8:2::1'))
})

// AUTH-13
test('a request whose client has gone is counted like one with an invalid address', () => {
  expect(sourceOf(undefined)).toBe(sourceOf('nowhere'))
  expect(networkOf(undefined)).toBe(networkOf('nowhere'))
})

const app = await testApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })

let count = 0

/** Signs in with a new username each time, so that only the limit per address can reject it. */
async function signin(forwardedFor: string | null, from = '127.0.0.1'): Promise<number> {
  const reply = await plainRequest(app.url, {
    method: 'POST',
    path: authCalls.signin.path,
    headers: { 'content-type': 'application/json', ...(forwardedFor !== null && { 'x-forwarded-for': forwardedFor }) },
    body: JSON.stringify({ username: `nobody-${++count}`, password: 'x' }),
    from,
  })
  return reply.status
}

/** Uses up the limit of an address, writing it in each of these ways in turn. */
async function useUp(writings: (string | null)[], from?: string): Promise<void> {
  for (let time = 0; time < 30; time++) {
    const writing = writings[time % writings.length] ?? null
    expect(await signin(writing, from), `${writing} the ${time}th time`).toBe(401)
    if (time === 0) await prolongSigninLimit(app.pool)
  }
}

// V4.1.3, V15.3.4
test('the address that a trusted proxy names is the one that is counted', async () => {
  await useUp(['203.0.113.7'])
  expect(await signin('203.0.113.7')).toBe(429)
  expect(await signin('203.0.113.8')).toBe(401)
  expect(await signin(null)).toBe(401)
})

// AUTH-13, V4.1.3, V15.3.4
test('forwarded headers from the visitor change nothing', async () => {
  // The proxy appends the address that it saw; everything before it was made up by the visitor.
  await useUp(['203.0.113.21', '198.51.100.1, 203.0.113.21', '10.0.0.9, 8.8.8.8, 203.0.113.21, 10.0.0.9'])
  expect(await signin('192.0.2.200, 203.0.113.21')).toBe(429)

  await useUp(['203.0.113.31', '203.0.113.32', null], '127.0.0.5')
  expect(await signin('203.0.113.33', '127.0.0.5')).toBe(429)
  expect(await signin('203.0.113.31')).toBe(401)
})

// AUTH-13, V2.4.1
test('another address of one IPv6 /64, notation or port counts as the same visitor', async () => {
  await useUp([
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002::9',
    '[2001:db8:1:2::1]:4711',
    '[2001:db8:1:2::2]:4712',
  ])
  expect(await signin('2001:db8:1:2:3:4:5:6')).toBe(429)
  expect(await signin('2001:db8:1:3::1')).toBe(401)

  await useUp(['203.0.113.41:1001', '203.0.113.41:1002', '::ffff:203.0.113.41'])
  expect(await signin('203.0.113.41')).toBe(429)
})

// V4.1.3
test('all invalid forwarded addresses share one count', async () => {
  await useUp(['unknown', '_hidden', '"; drop table users', 'x'.repeat(2_000)])
  expect(await signin('something else')).toBe(429)
})

// V4.1.3
test('a proxy is known by its address or network, also with IPv4 as IPv6', () => {
  const isTrusted = trustedProxies(['10.0.0.7', '192.168.0.0/16', 'fd00::/8', '::1'])
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '192.168.255.1', 'fd12::1', '::1'])
    expect.soft(isTrusted(address), address).toBe(true)
  for (const address of ['10.0.0.8', '192.169.0.1', 'fe80::1', '::2', '', 'unknown', '10.0.0.7:80'])
    expect.soft(isTrusted(address), address).toBe(false)
  expect(trustedProxies([])('127.0.0.1')).toBe(false)
})
