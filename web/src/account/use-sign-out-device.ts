import { type Device, deviceCalls } from '@petsetu/contract/devices.ts'
import { useText } from '../languages/use-text.tsx'
import { CallError, request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

export function useSignOutDevice() {
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

export function useSignOutOthers() {
  const text = useText()
  return useSave({
    call: deviceCalls.signOutOthers,
    send: (_: null) => request(deviceCalls.signOutOthers, {}),
    invalidates: [deviceCalls.list],
    success: () => text('devices.othersLoggedOut'),
    failure: { fallback: text('devices.logOutFailed') },
  })
}
