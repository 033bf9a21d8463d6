import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pets.example.org',
  RAZORPAY_KEY_ID: 'rzp_live_Nobody00000001',
  RAZORPAY_KEY_SECRET: 'kept-to-ourselves-01',
  RAZORPAY_WEBHOOK_SECRET: 'kept-to-ourselves-02',
  SECRET_KEY: '5c'.repeat(32),
}
const MAIL = { SMTP_URL: 'smtps://pets:kept-by-us@mail.example.org', MAIL_FROM: 'Pets <pets@example.org>' }

// MAIL-2, CFG-1
test('a wrong SMTP_URL stops the start with one line, which does not show the password', () => {
  for (const SMTP_URL of [
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://pets:hush@mail.example.org:99999',
  ]) {
    expect(() => readConfig({ SMTP_URL }), SMTP_URL).toThrow(/^SMTP_URL [^\n]+$/)
    expect(() => readConfig({ SMTP_URL })).not.toThrow(/hush/)
  }
})

// MAIL-2, CFG-1
test('production refuses a sender at localhost once there is a mail server', () => {
  expect(readConfig({ ...PRODUCTION, ...MAIL }).mailFrom).toBe(MAIL.MAIL_FROM)
  expect(readConfig(PRODUCTION).smtpUrl).toBeNull()
  for (const MAIL_FROM of ['', 'Pets <pets@localhost>', 'pets@LOCALHOST']) {
    expect(() => readConfig({ ...PRODUCTION, ...MAIL, MAIL_FROM }), MAIL_FROM).toThrow(/^MAIL_FROM must [^\n]+$/)
  }
})

// MAIL-2, CFG-1
test('production refuses NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const env = { ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect(() => readConfig(env)).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED=0 is refused in production[^\n]+$/)
  expect(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).isProduction).toBe(false)
  expect(readConfig({ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).isProduction).toBe(true)
})

// MAIL-3, CFG-1
test('the secret for bounces has 16 characters or more, and is no sample in production', () => {
  expect(() => readConfig({ MAIL_BOUNCE_SECRET: 'short' })).toThrow(/^MAIL_BOUNCE_SECRET must have [^\n]+$/)
  const sample = { ...PRODUCTION, MAIL_BOUNCE_SECRET: 'an-example-of-a-secret' }
  expect(() => readConfig(sample)).toThrow(/^MAIL_BOUNCE_SECRET must hold [^\n]+$/)
})
