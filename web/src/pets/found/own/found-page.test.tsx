import { foundCalls, type OwnThread } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'

// JRN-1, FND-2
test('a message without words is listed as what came: no photo where there is none', async () => {
  const [sample] = sampleOf(foundCalls.listOwn, { rows: 1 }).data
  const thread = (id: number, pet_name: string, last: Partial<OwnThread>) =>
    sample
      ? [{ ...sample, last_by: 'finder' as const, last_message: null, last_part: null, id, pet_name, ...last }]
      : []
  const threads = [
    ...thread(1, 'Moti', { last_part: 'photo' }),
    ...thread(2, 'Rani', { last_part: 'contact' }),
    ...thread(3, 'Tipu', { last_part: 'location' }),
    ...thread(4, 'Kalu', { last_message: 'Near the temple', last_part: 'photo' }),
  ]
  await openPage('/user/found', { as: OWNER, server: serverOfAccount().on(foundCalls.listOwn, succeed(threads)) })
  const about = (name: string) => page.getByRole('listitem').filter({ hasText: `About ${name}` })
  await expect.element(about('Moti')).toMatchTextContent('Photo from the finder')
  await expect.element(about('Rani')).toMatchTextContent('Contact')
  await expect.element(about('Tipu')).toMatchTextContent('Place')
  await expect.element(about('Kalu')).toMatchTextContent('Near the temple')
  await expect.element(page.getByText('Photo from the finder')).toBeVisible()
})
