import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { useUnreadMessages } from '../shared/pets/new-threads.ts'

/** Counts the messages that the owner has not seen yet; shows nothing while there are none. */
export function UnreadMessages({ className }: { className: string | undefined }) {
  const text = useText()
  const unread = useUnreadMessages()
  if (unread === 0) return null
  return (
    <>
      <span className={className} aria-hidden>
        {formatCount(unread)}
      </span>{' '}
      <span className="visually-hidden">{text('layout.newMessages', pluralValues(unread))}</span>
    </>
  )
}
