import { expectAccessible, expectRoomForLargeText, PAGE_LOOKS } from './axe.ts'
import { type Demo, EVERY_PAGE, findDemo, openPage } from './every-page.ts'
import { test } from './fixtures.ts'

// Every page with the demo data. The other states of pages are in accessible-states.e2e.ts.

test.use({ ownProgram: 'demo', isDemo: true, reuseContext: true })

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

for (const entry of EVERY_PAGE) {
  test(`APP-14 ${entry.name} is accessible, from 320 px up, light and dark, and with large text`, async ({ page }) => {
    await openPage(page, demo, entry)
    await expectAccessible(page, PAGE_LOOKS)
    await expectRoomForLargeText(page)
  })
}
