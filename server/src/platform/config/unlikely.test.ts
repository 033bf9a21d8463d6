import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { unlikelyNames, unlikelySettings } from './unlikely.ts'

const PRODUCTION = {
  ...{ NODE_ENV: 'production', RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'key-secret' },
  RAZORPAY_WEBHOOK_SECRET: 'webhook',
}
const told = (env: Record<string, string>) => unlikelySettings(readConfig(env)).map((line) => line.split(':')[0])

// CFG-1, TAG-3
test('in production an address that only this machine opens is told', () => {
  const alone = ['PUBLIC_URL leads to this machine alone']
  expect(told(PRODUCTION)).toEqual(alone)
  expect(told({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:8080' })).toEqual(alone)
  expect(told({})).toEqual([])
})

// CFG-1
test('in production an address without https is told', () => {
  expect(told({ ...PRODUCTION, PUBLIC_URL: 'http://pets.example.org' })).toEqual(['PUBLIC_URL is not https'])
  expect(told({ PUBLIC_URL: 'http://192.168.1.7:3000' })).toEqual([])
})

// CFG-1
test('a name in .env that nothing reads is told, because it is a setting mistyped', () => {
  const names = ['SMTP_URL', 'TRUSTED_PROXY', 'TZ', 'NODE_EXTRA_CA_CERTS', 'DATABASE_OWNER_PASSWORD', 'HTTPS_PROXY']
  expect(unlikelyNames(names)).toEqual(['TRUSTED_PROXY in .env is the name of no setting: .env.example has them all'])
})

// CFG-1
test('https without a trusted proxy is told, because visitors share their limits', () => {
  const secure = { PUBLIC_URL: 'https://pets.example.org' }
  const shared = ['TRUSTED_PROXIES names no proxy although PUBLIC_URL is https']
  expect([told(secure), told({ ...PRODUCTION, ...secure })]).toEqual([shared, shared])
  expect(told({ ...PRODUCTION, ...secure, TRUSTED_PROXIES: '127.0.0.1' })).toEqual([])
})
