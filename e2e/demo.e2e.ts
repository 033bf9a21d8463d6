import type { Membership } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test, tokenOf } from './fixtures.ts'

test.use({ ownProgram: 'demo', isDemo: true, reuseContext: true })

// MEM-12
test('nobody of the demo has two running memberships', async ({ site }) => {
  for (const username of ['meera', 'arjun', 'kavita', 'imran', 'sunita', 'joseph', 'lakshmi', 'rohan']) {
    const token = await tokenOf(site, { username, password: 'demo-password' })
    const { data } = await site.call<{ data: Membership[] }>('GET', '/api/memberships/history', null, token)
    expect(data.filter(({ status }) => status === 'active').length, username).toBeLessThanOrEqual(1)
  }
})
