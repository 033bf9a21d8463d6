import { expectAccessible, expectRoomForLargeText, PAGE_LOOKS, STATE_LOOKS } from '../helpers/axe.ts'
import { type Demo, EVERY_PAGE, findDemo, openPage, pageNamed } from '../helpers/every-page.ts'
import { expect, test } from '../helpers/fixtures.ts'
import { expectFocusInView } from '../helpers/focus-in-view.ts'
import {
  BAND_PAGES,
  expectFieldAndButton,
  expectOwnFileButtons,
  expectSameBand,
  expectSameLook,
  FILE_PAGES,
  PAGES_ALIKE,
} from '../helpers/same-look.ts'

// Every page with the demo data. The other states of pages are in accessible-states.e2e.ts.

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

for (const entry of EVERY_PAGE) {
  // APP-14, LIT-5
  test(`${entry.name} looks as everywhere, is accessible, has room for large text`, async ({ page }) => {
    await openPage(page, demo, entry)
    if (FILE_PAGES.includes(entry.name)) await expectOwnFileButtons(page, entry.name)
    if (PAGES_ALIKE.includes(entry.name)) await expectSameLook(page)
    if (BAND_PAGES.includes(entry.name)) await expectSameBand(page)
    await expectAccessible(page, entry.person === 'admin' ? PAGE_LOOKS : STATE_LOOKS)
    await expectFocusInView(page)
    await expectRoomForLargeText(page)
  })
}

// LIT-5
test('the pages whose looks are compared exist, with fields and buttons', async ({ page }) => {
  for (const name of ['login', 'add-plan']) {
    await openPage(page, demo, pageNamed(name))
    await expectFieldAndButton(page)
  }
  expect(EVERY_PAGE.map((entry) => entry.name)).toEqual(
    expect.arrayContaining([...PAGES_ALIKE, ...FILE_PAGES, ...BAND_PAGES]),
  )
})
