import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type {} from '@vitest/browser-playwright'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

// MBR-2
test('of the page of the member card only the card is printed', async () => {
  const server = serverOfAccount().on(membershipCalls.card, sampleOf(membershipCalls.card))
  await openPage('/user/membership/card', { as: OWNER, server })
  const card = page.getByRole('region', { name: 'Membership card' })
  await expect.element(card.getByRole('img')).toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
  await expect.element(card.getByRole('heading')).toBeVisible()
  await expect.element(card.getByRole('img')).toBeVisible()
  for (const part of ['banner', 'contentinfo', 'navigation', 'button'] as const)
    expect(page.getByRole(part).elements()).toEqual([])
  expect(page.getByRole('main').getByRole('link').elements()).toEqual([])
})

// MBR-2
test('the text of a card begins where its code begins', async () => {
  const server = serverOfAccount().on(membershipCalls.card, sampleOf(membershipCalls.card))
  await openPage('/user/membership/card', { as: OWNER, server })
  const card = page.getByRole('region', { name: 'Membership card' })
  await expect.element(card.getByRole('img')).toBeVisible()
  const parts = [card.getByRole('heading'), card.getByRole('img')]
  const [name, code] = parts.map((part) => part.element().getBoundingClientRect())
  expect(Math.abs((name?.top ?? 0) - (code?.top ?? 100))).toBeLessThanOrEqual(12)
})

// MBR-2
test('on a phone the PDF of a card is above the bar at the end of the window', async () => {
  await setWindow(360, 740)
  const server = serverOfAccount().on(membershipCalls.card, sampleOf(membershipCalls.card))
  await openPage('/user/membership/card', { as: OWNER, server })
  const pdf = page.getByRole('button', { name: 'Download PDF' })
  await expect.element(page.getByRole('region', { name: 'Membership card' }).getByRole('img')).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Your pages' }).element().getBoundingClientRect()
  expect(pdf.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top)
})

// MBR-2, APP-14
test('the facts of a card stand in one row, and in large letters one below the other', async () => {
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  await setWindow(360, 740)
  const server = serverOfAccount().on(membershipCalls.card, sampleOf(membershipCalls.card))
  await openPage('/user/membership/card', { as: OWNER, server })
  const card = page.getByRole('region', { name: 'Membership card' })
  const leftOf = (label: string) => card.getByText(label, { exact: true }).element().getBoundingClientRect().left
  await expect.element(card.getByText('Valid until', { exact: true })).toBeVisible()
  expect(leftOf('Valid until')).toBeGreaterThan(leftOf('Membership number'))
  document.documentElement.style.fontSize = '200%'
  expect(leftOf('Valid until')).toBe(leftOf('Membership number'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
