import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import './signed-in-styles.ts'

// The library's <header> of a dialog would count as a second banner of the page.
const DIALOG_PARTS = { header: { role: 'presentation' } }

/** Questions and messages over the page: what all signed-in pages share, and public ones never load. */
export function SignedInParts({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider
      modalProps={{ centered: true, closeButtonProps: { 'aria-label': 'Close' }, attributes: DIALOG_PARTS }}
    >
      <Notifications position="bottom-center" />
      {children}
    </ModalsProvider>
  )
}
