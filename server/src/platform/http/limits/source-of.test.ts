import { expect, test } from 'vitest'
import { networkOf, sourceOf } from './source-of.ts'

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
