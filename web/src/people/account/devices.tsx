import { Button, Text } from '@mantine/core'
import { type Device, deviceCalls } from '@petsetu/contract/people/account.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { CallError, request } from '../../platform/lib/requests/request.ts'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { leaveAccount } from '../auth/own-account.ts'
import { Listed } from './account-parts.tsx'

export function Devices() {
  const text = useText()
  const devices = useQuery(callQuery(deviceCalls.list, {}))
  const signOutDevice = useSignOutDevice()
  const signOutOthers = useSignOutOthers()
  return (
    <Loaded query={devices} skeleton={<TableSkeleton rows={2} />} failure={text('devices.listFailed')}>
      {({ data: rows, notices_elsewhere: noticesElsewhere = 0 }) => (
        <>
          <Text c="dimmed" mb="sm">
            {text('devices.hint')}
          </Text>
          <PlainList gap={0} mb="sm">
            {rows.map((device) => (
              <ListedDevice
                key={device.id}
                device={device}
                isBusy={signOutDevice.isSaving(device.id)}
                onSignOut={() => (device.is_this_device ? void leaveAccount(text) : signOutDevice.start(device))}
              />
            ))}
          </PlainList>
          {noticesElsewhere > 0 && (
            <Text mb="sm">{text('devices.noticesElsewhere', pluralValues(noticesElsewhere))}</Text>
          )}
          {(rows.length > 1 || noticesElsewhere > 0) && (
            <Button
              variant="default"
              fullWidth
              loading={signOutOthers.isBusy}
              onClick={() => signOutOthers.start(null)}
            >
              {text('devices.logOutOthers')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

type ListedProps = { device: Device; isBusy: boolean; onSignOut: () => void }

function ListedDevice({ device, isBusy, onSignOut }: ListedProps) {
  const text = useText()
  const language = useLanguage()
  const browser = browserOf(device, text)
  const name = device.is_this_device ? text('devices.thisDevice') : browser
  return (
    <Listed
      name={name}
      browser={device.is_this_device ? browser : null}
      hint={text('devices.lastUsed', { when: formatDaysAgo(device.last_used_at, language) })}
    >
      <Button
        variant="subtle"
        px={8}
        loading={isBusy}
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={onSignOut}
      >
        <RichText id="devices.logOut" fill={{ name: () => screenReaderOnly(name) }} />
      </Button>
    </Listed>
  )
}

function browserOf({ browser, system }: Device, text: Translate): string {
  if (!browser) return text('devices.unknown')
  // As in 'Samsung Internet for Android'.
  return system && !browser.includes(system) ? text('devices.browserOnSystem', { browser, system }) : browser
}

function useSignOutDevice() {
  const text = useText()
  return useSave({
    call: deviceCalls.signOut,
    send: endSession,
    rowOf: (device) => device.id,
    invalidates: [deviceCalls.list],
    success: () => text('devices.loggedOut'),
    failure: { fallback: text('devices.logOutFailed') },
  })
}

async function endSession({ id }: Device): Promise<void> {
  try {
    await request(deviceCalls.signOut, { params: { id: String(id) } })
  } catch (error) {
    // It has been signed out already, perhaps in another tab.
    if (!(error instanceof CallError && error.code === 'device_not_found')) throw error
  }
}

function useSignOutOthers() {
  const text = useText()
  return useSave({
    call: deviceCalls.signOutOthers,
    send: (_: null) => request(deviceCalls.signOutOthers, {}),
    invalidates: [deviceCalls.list],
    success: () => text('devices.othersLoggedOut'),
    failure: { fallback: text('devices.logOutFailed') },
  })
}
