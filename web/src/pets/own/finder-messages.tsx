import { paths } from '@petsetu/contract/paths.ts'
import type { FoundThread } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { IconMessageReport } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import classes from './finder-messages.module.css'

/** Above all pets: which finders wait for an answer. */
export function FinderBanner({ threads }: { threads: FoundThread[] }) {
  return (
    <div className={classes.banner}>
      <Notice kind="info">
        {threads.map((thread) => (
          <p key={thread.id}>
            <FinderWrote thread={thread} />
          </p>
        ))}
      </Notice>
    </div>
  )
}

/** On the card of a pet: that its finder waits for an answer. */
export function FinderLink({ thread }: { thread: FoundThread }) {
  return (
    <p className={classes.card}>
      <IconMessageReport size={18} stroke={1.75} aria-hidden />
      <FinderWrote thread={thread} />
    </p>
  )
}

function FinderWrote({ thread: { id, pet_name: name, last_message_at } }: { thread: FoundThread }) {
  const text = useText()
  const when = formatLongTime(last_message_at, useLanguage())
  return <Link to={paths.foundThread.to({ id })}>{text('conversation.finderWrote', { name, when })}</Link>
}
