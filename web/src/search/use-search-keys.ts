import { useLayoutEffect } from 'react'

const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/**
 * Opens the search with Ctrl-K or ⌘-K, and with `/` outside of fields while `areKeysOn`: a key alone disturbs people who speak to their
 * computer (WCAG 2.1.4). Under an open dialog, the keys belong to the dialog.
 */
export function useSearchKeys(open: () => void, areKeysOn: () => boolean): void {
  // Before the page is painted: whoever sees the button can use its keys.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      if (!isCommandK(event) && !(isSlash(event) && areKeysOn())) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, areKeysOn])
}

function isCommandK({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest(TYPED_INTO) !== null
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isField
}
