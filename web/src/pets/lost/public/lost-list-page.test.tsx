import catalogues from 'catalogues:lost'
import type { LostList } from '@petsetu/contract/site/public-pages.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showAlone } from '../../../../test/show-alone.tsx'
import { LostListPage } from './lost-list-page.tsx'

const LIST: LostList = {
  kind: 'list',
  area: '',
  areas: Array.from({ length: 20 }, (_, index) => ({ area: `Sector ${index + 1}, Shivaji Nagar, Pune`, pets: 1 })),
  pets: [
    {
      petId: 'ABCDEFGHJKLM',
      petName: 'Bruno',
      petType: 'Dog',
      species: 'dog',
      photo: null,
      since: '2026-10-03',
      area: 'Kothrud, Pune',
      reward: null,
    },
  ],
  page: 1,
  last: 1,
}

// FND-4
test('on a phone the areas are one line that scrolls, and the first pet is in view', async () => {
  await showAlone(<LostListPage list={LIST} />, catalogues, 360)
  const pet = page.getByRole('link', { name: 'Bruno' })
  await expect.element(pet).toBeVisible()
  expect(pet.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640)
  const areas = page.getByRole('navigation').getByRole('list').element()
  expect(areas.getBoundingClientRect().height).toBeLessThanOrEqual(72)
  expect(areas.scrollWidth).toBeGreaterThan(areas.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
