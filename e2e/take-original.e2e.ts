import { readFile } from 'node:fs/promises'
import { aPhoto } from '../server/test/a-photo.ts'
import { fileComplaint } from './complaints.ts'
import { ADMIN, expect, logIn, test } from './fixtures.ts'

test('CASE-7 an admin takes out the original of a picture: the reason is asked for, the file is saved as it came, and the history says so', async ({
  page,
  site,
}) => {
  const picture = await aPhoto({ width: 640, height: 480 })
  const id = await fileComplaint(site, {}, new File([picture], 'dog.jpg'))

  await logIn(page, ADMIN)
  await page.goto(`/admin/complaints/${id}`)
  await page.getByRole('button', { name: 'Take out the original of picture 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take out the original of picture 1?' })
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
