import type { ReactNode } from 'react'
import { Confirmation } from '../ui/confirm.tsx'
import { Messages } from '../ui/messages.tsx'
import { Asking } from './asking.tsx'
import './signed-in-styles.ts'

/** The answers that pages share, questions and messages over the page: what all signed-in pages share, and public ones never load. */
export function SignedInParts({ children }: { children: ReactNode }) {
  return (
    <Asking>
      {children}
      <Confirmation />
      <Messages />
    </Asking>
  )
}
