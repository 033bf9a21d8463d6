import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import classes from './admin-search.module.css'
import { useSearchKeys } from './use-search-keys.ts'

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
