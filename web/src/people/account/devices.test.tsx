import { type Device, deviceCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

const now = new Date().toISOString()
const HERE: Device = {
  id: 1,
  browser: 'Chrome',
  system: 'Linux',
  is_this_device: true,
  last_used_at: now,
  created_at: now,
}
const elsewhere = (id: number): Device => ({ ...HERE, id, browser: null, system: null, is_this_device: false })

const devices = page.getByRole('region', { name: 'Logged-in devices' })
const here = devices.getByRole('listitem').filter({ hasText: 'This device' })
const unknown = devices.getByRole('listitem').filter({ hasText: 'Unknown browser' })

/** Opens the account page of somebody who is logged in on these devices; a device that logs out leaves the list. */
async function openAccount(loggedIn: Device[]) {
  let left = loggedIn
  const server = serverOfAccount()
    .on(deviceCalls.signOut, ({ params }) => {
      left = left.filter(({ id }) => id !== params.id)
    })
    .on(deviceCalls.signOutOthers, () => {
      left = left.filter((device) => device.is_this_device)
    })
    .on(deviceCalls.list, () => succeed(left))
  return {
    server: await openPage('/account#devices', { as: OWNER, server }),
    endsElsewhere: (id: number) => {
      left = left.filter((device) => device.id !== id)
      server.on(deviceCalls.signOut, rejected(404, 'device_not_found', 'This device is no longer logged in.'))
    },
  }
}

// ACC-5
test('the account page names the logged-in devices and their last use', async () => {
  await openAccount([HERE, elsewhere(2)])
  await expect.element(here).toMatchTextContent('Chrome on Linux')
  await expect.element(here).toMatchTextContent('Last used: today')
  await expect.element(unknown).toBeVisible()
})

// ACC-5, PSH-2
test('notices of a device that is not logged in any more end with all other devices', async () => {
  let elsewhere = 1
  const server = serverOfAccount()
    .on(deviceCalls.list, () => ({ ...succeed([HERE]), ...(elsewhere > 0 && { notices_elsewhere: elsewhere }) }))
    .on(deviceCalls.signOutOthers, () => {
      elsewhere = 0
    })
  await openPage('/account#devices', { as: OWNER, server })
  const told = devices.getByText(/^1 device on which your login has expired still shows notices\./)
  await expect.element(told).toBeVisible()
  await devices.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(devices.getByRole('button', { name: 'Log out all other devices' })).not.toBeInTheDocument()
})

// ACC-5
test('a person logs one other device out', async () => {
  const { server } = await openAccount([HERE, elsewhere(2)])
  await unknown.getByRole('button', { name: /^Log out/ }).click()
  await expect.element(unknown).not.toBeInTheDocument()
  await expect.element(here).toBeVisible()
  expect(server.requests(deviceCalls.signOut)).toMatchObject([{ params: { id: 2 } }])
})

// ACC-5
test('a device that was logged out in another tab counts as logged out', async () => {
  const { endsElsewhere } = await openAccount([HERE, elsewhere(2)])
  await expect.element(unknown).toBeVisible()
  endsElsewhere(2)
  await unknown.getByRole('button', { name: /^Log out/ }).click()
  await expect.element(page.getByText('The device has been logged out.')).toBeVisible()
  await expect.element(unknown).not.toBeInTheDocument()
})

// ACC-5
test('a person logs all other devices out, and stays logged in here', async () => {
  const { server } = await openAccount([HERE, elsewhere(2), elsewhere(3)])
  await expect.element(devices.getByRole('listitem')).toHaveLength(3)
  await devices.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect.element(devices.getByRole('listitem')).toHaveLength(1)
  await expect.element(here).toBeVisible()
  await expect.element(devices.getByRole('button', { name: 'Log out all other devices' })).not.toBeInTheDocument()
  expect(server.requests(deviceCalls.signOutOthers)).toHaveLength(1)
})

// ACC-5
test('to log this device out leads to the login, and ends the session on the server', async () => {
  const { server } = await openAccount([HERE])
  await here.getByRole('button', { name: /^Log out/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect.poll(() => server.requests(authCalls.signout)).toHaveLength(1)
  expect(server.requests(authCalls.signout)[0]?.headers.get('authorization')).toBe(`Bearer ${OWNER.accessToken}`)
})
