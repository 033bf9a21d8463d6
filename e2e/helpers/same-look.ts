import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// The pages before sign-in have a style sheet of their own, those after it a component library: side by side nobody sees the difference.

/** Pages that take files. */
export const FILE_PAGES = [
  ...['complaint', 'follow-complaint', 'found-form', 'finder-thread'],
  ...['add-pet', 'edit-pet', 'edit-pet-as-admin', 'imports', 'settings', 'settlements'],
]

/** The buttons that open a form with a file field. */
const OPENERS: Record<string, string> = { settlements: 'Import a settlement report' }

/** A file is taken by a button of ours, not the browser's own. */
export async function expectOwnFileButtons(page: Page, pageName: string): Promise<void> {
  const opener = OPENERS[pageName]
  if (opener) await page.getByRole('button', { name: opener }).click()
  const inputs = page.locator('input[type="file"]')
  await expect(inputs).not.toHaveCount(0)
  expect(await inputs.evaluateAll(shownOwnButtons)).toEqual([])
}

/** The fields of which the browser shows its own button. It runs in the page. */
function shownOwnButtons(inputs: Element[]): string[] {
  return inputs
    .filter((input) => {
      const { display: button } = getComputedStyle(input, '::file-selector-button')
      const { display, visibility, opacity } = getComputedStyle(input)
      return display !== 'none' && visibility !== 'hidden' && opacity !== '0' && button !== 'none'
    })
    .map(({ outerHTML }) => outerHTML)
}

const BEFORE = [
  ...['login', 'register', 'forgot-password', 'reset-password', 'complaint', 'track-complaint', 'follow-complaint'],
  ...[
    'regular-membership',
    'donate',
    'pay-link',
    'found-form',
    'finder-thread',
    'lost-pets',
    'privacy-request',
    'terms',
  ],
]
const AFTER = [
  ...['my-pets', 'add-pet', 'edit-pet', 'lost-pet', 'found-thread', 'account', 'my-complaints'],
  ...['all-pets', 'imports', 'users', 'user', 'generate-qr', 'enter-complaint', 'complaint-detail', 'settings', 'desk'],
  ...['add-plan', 'settlements'],
]

/** The height, the size of letters and the radius of the corners, in pixels. */
const FIELD = '44 16px 8px'
const BUTTON = '44 16px 8px 600'
// Its letters follow the width of the window.
const HEADINGS = { 1280: '33.6px 600', 360: '25.92px 600' }

export const PAGES_ALIKE = [...BEFORE, ...AFTER]

/** The pages of forms before sign-in, whose title stands in one band. */
export const BAND_PAGES = [
  ...['login', 'register', 'forgot-password', 'reset-password', 'confirm-email', 'undo-email-change'],
  ...['complaint', 'pay-complaint', 'track-complaint', 'follow-complaint', 'found-form', 'finder-thread'],
  ...['donate', 'regular-membership', 'premium-membership', 'pay-link', 'pay-link-unknown'],
  ...['mail-preferences', 'privacy-request'],
]

/** Its distance from the header, its height, and its distance from what follows, in pixels. */
const BANDS = { 1280: '0 112 24', 360: '0 80 16' }

/** The title and its drawing stand in the same band on every page of forms, on a laptop and on a phone. */
export async function expectSameBand(page: Page): Promise<void> {
  for (const [width, look] of Object.entries(BANDS)) {
    await page.setViewportSize({ width: Number(width), height: 800 })
    const band = page.getByRole('main').locator('header', { has: page.getByRole('heading', { level: 1 }) })
    await expect(band.locator('img')).toBeVisible()
    expect(await band.evaluate(bandLook), `the band at ${width} px`).toBe(look)
  }
}

/** It runs in the page. */
function bandLook(band: Element): string {
  const { top, height, bottom } = band.getBoundingClientRect()
  const above = document.querySelector('body header')?.getBoundingClientRect().bottom ?? 0
  const below = band.nextElementSibling?.getBoundingClientRect().top ?? 0
  return `${top - above} ${height} ${below - bottom}`
}

/** The heading, the fields of one line and the main buttons look as on every page, on a laptop and on a phone. */
export async function expectSameLook(page: Page): Promise<void> {
  for (const [width, heading] of Object.entries(HEADINGS)) {
    await page.setViewportSize({ width: Number(width), height: 800 })
    const shown = await page.evaluate(looksOf)
    expect(shown.headings, `the heading at ${width} px`).toEqual([heading])
    expect(
      shown.fields.filter((look) => look !== FIELD),
      `the fields at ${width} px`,
    ).toEqual([])
    expect(
      shown.buttons.filter((look) => look !== BUTTON),
      `the main buttons at ${width} px`,
    ).toEqual([])
  }
}

/** Expects that the page has a field and a button, so that there is something to compare. */
export async function expectFieldAndButton(page: Page): Promise<void> {
  const { fields, buttons } = await page.evaluate(looksOf)
  expect(fields).toContain(FIELD)
  expect(buttons).toContain(BUTTON)
}

/** The looks of the page's heading, its fields of one line and the buttons that send its forms. It runs in the page. */
function looksOf() {
  const all = (selector: string) =>
    // A small copy of another page, such as a tag's, is not part of this one.
    [...document.querySelectorAll(selector)].filter(
      (element) => element.getBoundingClientRect().height > 0 && !element.closest('[inert]'),
    )
  const sizesOf = (element: Element) => {
    const { fontSize, borderTopLeftRadius } = getComputedStyle(element)
    return `${element.getBoundingClientRect().height} ${fontSize} ${borderTopLeftRadius}`
  }
  const weightOf = (element: Element) => getComputedStyle(element).fontWeight
  return {
    headings: all('main h1').map((h1) => `${getComputedStyle(h1).fontSize} ${weightOf(h1)}`),
    fields: all(
      'main form :is(input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), select)',
    ).map(sizesOf),
    buttons: all('main form button[type="submit"]').map((button) => `${sizesOf(button)} ${weightOf(button)}`),
  }
}
