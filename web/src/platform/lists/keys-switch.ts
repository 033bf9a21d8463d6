import { localStore } from '../lib/storage/storage.ts'

const NAME = 'list-keys'
const OFF = 'off'

/** True if the keys of lists are on in this browser. They disturb people who speak to their computer, who switch them off. */
export function areKeysOn(): boolean {
  return localStore.get(NAME) !== OFF
}

const FIELDS = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]'
const OPEN_LAYERS = 'dialog[open], [aria-modal="true"], [role="menu"]'

/** True if this key press is meant for a list or a case: nobody types, no dialog or menu is open, and the keys are on. */
export function isShortcut({ defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !areKeysOn()) return false
  return !document.activeElement?.matches(FIELDS) && !document.querySelector(OPEN_LAYERS)
}

export function switchKeys(isOn: boolean): void {
  if (isOn) localStore.remove(NAME)
  else localStore.set(NAME, OFF)
}
