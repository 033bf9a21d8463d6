import catalogues from 'catalogues:lost'
import type { LostList } from '@petsetu/contract/site/public-pages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { TextProvider } from '../../../platform/languages/use-text.tsx'
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
  await page.viewport(360, 740)
  onTestFinished(() => page.viewport(1280, 800))
  document.documentElement.lang = 'en'
  const i18n = createI18n('en', (await catalogues.en()).default)
  const place = document.createElement('div')
  // The padding of each page.
  place.style.padding = '0 16px'
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <TextProvider i18n={i18n}>
      <LostListPage list={LIST} />
    </TextProvider>,
  )
  await expect.element(page.getByRole('link', { name: 'Bruno' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Bruno' }).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
  const areas = page.getByRole('navigation').getByRole('list').element()
  expect(areas.getBoundingClientRect().height).toBeLessThanOrEqual(72)
  expect(areas.scrollWidth).toBeGreaterThan(areas.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
