import { localStore } from '../lib/storage.ts'

const NAME = 'list-keys'
const OFF = 'off'

/** True if the keys of lists are on in this browser. They disturb people who speak to their computer, who switch them off. */
export function areKeysOn(): boolean {
  return localStore.get(NAME) !== OFF
}

export function switchKeys(isOn: boolean): void {
  if (isOn) localStore.remove(NAME)
  else localStore.set(NAME, OFF)
}
