import { readFile } from 'node:fs/promises'
import { aPhoto } from '../server/test/a-photo.ts'
import { ADMIN, expect, logIn, test } from './fixtures.ts'

test('CASE-7 an admin takes out the original of a picture: the reason is asked for, the file is saved as it came, and the history says so', async ({
  page,
  site,
}) => {
  const picture = await aPhoto({ width: 640, height: 480 })
  const body = new FormData()
  const complaint = {
    fullname: `Original ${process.pid}`,
    email: 'original@example.org',
    phone: '+91 98220 44556',
    type_of_complaint: 'Cruelty',
    location_of_incident: 'Kothrud, Pune',
    date_of_incident: '2026-01-31',
    description: 'A dog is chained in the sun without water.',
  }
  for (const [field, text] of Object.entries(complaint)) body.set(field, text)
  body.set('file', new Blob([picture]), 'dog.jpg')
  const reply = await fetch(`${site.url}/api/complaints/submit`, { method: 'POST', body })
  const { data } = (await reply.json()) as { data: { complaint_id: number } }

  await logIn(page, ADMIN)
  await page.goto(`/admin/complaints/${data.complaint_id}`)
  await page.getByRole('button', { name: 'Take out the original of picture 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take out the original of picture 1?' })
  await dialog.getByLabel('Reason to see the original').fill('The police asked for it')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the original' }).click(),
  ])
  await expect(dialog).toBeHidden()
  expect(download.suggestedFilename()).toMatch(new RegExp(`^complaint-${data.complaint_id}-\\d+\\.jpg$`))
  expect((await readFile(await download.path())).equals(picture)).toBe(true)
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'The police asked for it' })).toContainText('internal')
})
