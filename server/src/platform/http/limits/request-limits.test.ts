import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'

const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = (await testApp()).server

// API-5, V2.1.3
test('headers have 15 seconds, a request 15 minutes, and an idle connection 30 seconds', () => {
  expect([headersTimeout, requestTimeout, timeout, keepAliveTimeout]).toEqual([15_000, 900_000, 30_000, 5_000])
})

// A phone whose line carries a quarter of a megabit a second needs 14 minutes for five files of 5 MiB.
// CMP-2, CASE-1
test('five files of the largest size arrive in time from a slow phone', () => {
  const seconds = (ATTACHMENTS_MAX * ATTACHMENT_BYTES_MAX * 8) / 250_000
  expect(requestTimeout / 1_000).toBeGreaterThan(seconds)
})
