import { useUser } from '../people/auth/session.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { EmptyState } from '../platform/ui/feedback/empty-state.tsx'

/** Replaces what a mail leads to, if it is gone or belongs to another account than the one at this browser. */
export function NotHere(shown: { picture: 'letters' | 'pets'; message: string }) {
  const text = useText()
  const name = useUser()?.username ?? ''
  return (
    <EmptyState {...shown}>
      <p>{text('layout.otherAccount', { name })}</p>
    </EmptyState>
  )
}
