import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type {} from '@vitest/browser-playwright'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'

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
