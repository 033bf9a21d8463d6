import { Text } from '@mantine/core'
import { useState } from 'react'

// A shorter text fits the lines that a row has for it.
const SHORT_MAX = 36

/** A text that somebody wrote, in a row that stays low: its first lines, and the whole of it once the reader opens it. */
export function FoldedText({ children, lines = 2 }: { children: string; lines?: 1 | 2 }) {
  const [isOpen, setOpen] = useState(false)
  if (children.length <= SHORT_MAX) return <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text
        component="summary"
        inherit
        maw="48ch"
        {...(!isOpen && { lineClamp: lines })}
        style={{ cursor: 'pointer', overflowWrap: 'anywhere', whiteSpace: isOpen ? 'pre-line' : 'normal' }}
      >
        {children}
      </Text>
    </details>
  )
}
