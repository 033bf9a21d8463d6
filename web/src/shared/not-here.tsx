import { useText } from '../platform/languages/use-text.tsx'
import { EmptyState } from '../platform/ui/feedback/empty-state.tsx'

type Props = { picture: 'letters' | 'pets'; message: string; username: string | undefined }

/** Replaces what a mail leads to, if it is gone or belongs to another account than the one at this browser. */
export function NotHere({ picture, message, username: name = '' }: Props) {
  const text = useText()
  return (
    <EmptyState picture={picture} message={message}>
      <p>{text('layout.otherAccount', { name })}</p>
    </EmptyState>
  )
}
