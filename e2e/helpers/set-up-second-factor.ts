import { factorCalls } from '@petsetu/contract/people/factors.ts'
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expect, type Site } from './fixtures.ts'
import { readQr } from './read-qr.ts'

/** Returns the code of an authenticator app: now, or that many time steps later. */
export const codeOf = (secret: string, stepsLater = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsLater * 30 })

export const section = (page: Page) => page.getByRole('region', { name: 'Two-step login' })

/** Sets up the second factor on the account page; returns its secret and the recovery codes. */
export async function setUp(page: Page, { password }: { password: string }, atEachStep = async () => {}) {
  await section(page)
    .getByLabel(/^Password/)
    .fill(password)
  await section(page).getByRole('button', { name: 'Set up two-step login' }).click()
  const qrCode = section(page).getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(qrCode).toBeVisible()
  await atEachStep()
  // The sections above may still be loading and move it while its picture is taken.
  let secret = ''
  await expect(async () => {
    secret = new URL((await readQr(qrCode)) ?? '').searchParams.get('secret') ?? ''
  }).toPass()
  await expect(section(page).getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible()
  await section(page)
    .getByRole('textbox', { name: 'Code' })
    .fill(await codeOf(secret))
  await section(page).getByRole('button', { name: 'Switch on' }).click()
  await expect(section(page).getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  await atEachStep()
  const recoveryCodes = await section(page).getByRole('listitem').allInnerTexts()
  await section(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page).getByText('Two-step login is on since')).toBeVisible()
  return { secret, recoveryCodes }
}

/** Gives an account a second factor, without the page. The code of the present time step is spent: the next one has `stepsLater` 1. */
export async function protect(site: Site, { password, token }: { password: string; token: string }) {
  const { begin, confirm } = factorCalls
  const begun = await site.call<{ data: { secret: string } }>('POST', begin.path, { password }, token)
  const { secret } = begun.data
  const code = await codeOf(secret)
  const { data } = await site.call<{ data: { recovery_codes: string[] } }>('POST', confirm.path, { code }, token)
  return { secret, recoveryCodes: data.recovery_codes }
}
