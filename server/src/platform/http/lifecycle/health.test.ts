import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'

const app = await testApp()

// API-5
test('/healthz says that the process lives, /readyz that it can serve; none is cached', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const reply = await app.fetch(path)
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok' }])
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
})
