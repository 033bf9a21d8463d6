import catalogues from 'catalogues:member'
import type { MemberView } from '@petsetu/contract/site/public-pages.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SITE } from '../../../../test/open-page.tsx'
import { showAlone } from '../../../../test/show-alone.tsx'
import { MemberPage } from './member-page.tsx'

const MEMBER = { name: 'Arjun M.', plan: 'Friend', validUntil: '2027-01-04' }

const VIEWS: [state: string, view: MemberView][] = [
  ['Valid', { kind: 'valid', ...MEMBER }],
  ['Expired', { kind: 'expired', ...MEMBER }],
  ['Not found', { kind: 'missing' }],
]

for (const [state, view] of VIEWS) {
  // MBR-2, APP-14
  test(`the band that says '${state}' is told from afar, and its words are readable`, async () => {
    await showAlone(<MemberPage member={view} site={SITE} />, catalogues, 360)
    const band = page.getByText(state, { exact: true })
    await expect.element(band).toBeVisible()
    const { color, backgroundColor } = getComputedStyle(band.element())
    const card = getComputedStyle(page.getByRole('article').element()).backgroundColor
    expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(backgroundColor, card)).toBeGreaterThanOrEqual(4.5)
  })
}

// MBR-2
test('a card that is not valid names whom to ask, with the ways to reach them', async () => {
  const call = page.getByRole('link', { name: '+91 20 5550 0100' })
  await showAlone(<MemberPage member={{ kind: 'expired', ...MEMBER }} site={SITE} />, catalogues, 360)
  await expect.element(call).toHaveAttribute('href', 'tel:+912055500100')
  await expect.element(page.getByRole('article').getByText(SITE.foundationName)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
    const part = Number(text) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
