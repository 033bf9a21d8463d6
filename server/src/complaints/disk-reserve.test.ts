import { expect, test } from 'vitest'
import { aPng, attachmentFiles, complaintParts, filePart, sendForm } from '../../test/attachments.ts'
import { testApp } from '../../test/harness.ts'

const app = await testApp({ DISK_RESERVE_MB: '1000000' })

// CMP-2, V5.2.1
test('a nearly full disk refuses files with 503, and complaints without one are filed', async () => {
  const refused = await sendForm(app, [...complaintParts(), filePart(aPng())])
  expect(refused.status).toBe(503)
  expect(refused.body.message).toMatch(/without a file/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(app.logged()).toMatch(/MB are free on the disk/)
  expect(await attachmentFiles(app)).toEqual([])
  expect((await sendForm(app, complaintParts())).status).toBe(201)
})
