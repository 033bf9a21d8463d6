import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useLayoutEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import classes from './admin-search.module.css'

// Loaded when somebody searches.
const SearchBox = lazyPart(async () => (await import('./search-box.tsx')).SearchBox)

/** The button in the header, and the box that it opens, like Ctrl-K or ⌘-K, and `/` while `areKeysOn`. */
export function AdminSearch({ areKeysOn }: { areKeysOn: () => boolean }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  useSearchKeys(open, areKeysOn)
  return (
    <>
      <Button
        className={classes.open ?? ''}
        variant="default"
        px={12}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        leftSection={<IconSearch size={20} aria-hidden />}
        onClick={open}
      >
        <span className={classes.word}>{text('adminSearch.open')}</span>
        <kbd className={classes.key} aria-hidden>
          /
        </kbd>
      </Button>
      {isOpen && <SearchBox onClose={() => setOpen(false)} />}
    </>
  )
}

const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/**
 * Opens the search with Ctrl-K or ⌘-K, and with `/` outside of fields while `areKeysOn`: a key alone disturbs people who speak to their
 * computer (WCAG 2.1.4). Under an open dialog, the keys belong to the dialog.
 */
function useSearchKeys(open: () => void, areKeysOn: () => boolean): void {
  // Before the page is painted: whoever sees the button can use its keys.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('dialog[open], [aria-modal="true"]')) return
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
