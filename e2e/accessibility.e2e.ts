import { expectAccessible, expectRoomForLargeText, PAGE_LOOKS, STATE_LOOKS } from './axe.ts'
import { type Demo, EVERY_PAGE, findDemo, openPage } from './every-page.ts'
import { test } from './fixtures.ts'
import { expectFocusInView } from './focus-in-view.ts'

// Every page with the demo data. The other states of pages are in accessible-states.e2e.ts.

test.use({ ownProgram: 'demo', isDemo: true, reuseContext: true })

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

for (const entry of EVERY_PAGE) {
  // APP-14
  test(`${entry.name} is accessible, shows what has the focus, has room for large text`, async ({ page }) => {
    await openPage(page, demo, entry)
    await expectAccessible(page, entry.person === 'admin' ? PAGE_LOOKS : STATE_LOOKS)
    await expectFocusInView(page)
    await expectRoomForLargeText(page)
  })
}
