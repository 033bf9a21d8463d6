import { readFile } from 'node:fs/promises'
import { aPhoto } from '../server/test/a-photo.ts'
import { fileComplaint } from './helpers/complaints.ts'
import { ADMIN, expect, openAs, test } from './helpers/fixtures.ts'

// CASE-7
test('an admin gives a reason and saves a picture as it came; the history says so', async ({ page, site }) => {
  const picture = await aPhoto({ width: 640, height: 480 })
  const id = await fileComplaint(site, {}, new File([picture], 'dog.jpg'))

  await openAs(page, site, ADMIN, `/admin/complaints/${id}`)
  await page.getByRole('button', { name: 'Download the original of picture 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download the original of picture 1?' })
  await dialog.getByLabel('Reason to see the original').fill('The police asked for it')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the original' }).click(),
  ])
  await expect(dialog).toBeHidden()
  expect(download.suggestedFilename()).toMatch(new RegExp(`^complaint-${id}-\\d+\\.jpg$`))
  expect((await readFile(await download.path())).equals(picture)).toBe(true)
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'The police asked for it' })).toContainText('internal')
})
