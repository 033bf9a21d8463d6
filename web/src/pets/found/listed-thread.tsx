import { Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { FoundThread, OwnThread } from '@petsetu/contract/pets/found.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { formatShortTime } from '@petsetu/languages/medium-days.ts'
import { IconCircleCheck, IconMessage, IconPaw } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { lastWords } from '../../shared/pets/own-threads.ts'
import classes from './listed-thread.module.css'

/** A list of threads, one below the other: their order is that of time. */
export function ThreadList({ children }: { children: ReactNode }) {
  return <ul className={`${card.card} ${classes.list}`}>{children}</ul>
}

/**
 * A thread in a list; the children are what can be done with it. The owner sees the last words and what is unread; an admin sees why the
 * thread was reported.
 */
export function ListedThread({ thread, children }: { thread: FoundThread | OwnThread; children?: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const { id, pet_name: name, pet_photo: photo, last_message_at: last, closed_at, is_new, unread } = thread
  const isOwn = 'last_message' in thread
  const isUnread = isOwn && is_new && !closed_at
  const words = isOwn && lastWords(thread, text)
  const finder = finderOf(thread)
  return (
    <li className={classes.thread} data-new={isUnread || undefined}>
      <ThreadPhoto photo={photo} />
      <div className={classes.about}>
        <div className={classes.head}>
          <Link to={paths.foundThread.to({ id })}>
            <Text span size="lg" fw={600}>
              {name}
            </Text>
          </Link>
          <time dateTime={last}>{formatShortTime(last, language)}</time>
        </div>
        {finder && (
          <Text lineClamp={2} c="dimmed">
            {finder}
          </Text>
        )}
        {words && (
          <Text lineClamp={2} fw={isUnread ? 600 : 400}>
            {words}
          </Text>
        )}
        {!isOwn && thread.abuse_reason && <Text>{thread.abuse_reason}</Text>}
        {isUnread && (
          <StatusBadge tone="active" icon={IconMessage}>
            {text('conversation.newCount', pluralValues(unread))}
          </StatusBadge>
        )}
        {closed_at && (
          <StatusBadge tone="expired" icon={IconCircleCheck}>
            {text('conversation.closed')}
          </StatusBadge>
        )}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}

/** Tells the threads about one pet apart: by who found it, and where, unless the last message is that place. */
function finderOf(thread: FoundThread | OwnThread): string {
  if (!('finder_name' in thread)) return ''
  const { finder_name: name, finder_place: place, last_message: words } = thread
  return [name, place !== words && place].filter(Boolean).join(' · ')
}

/** The pet that a thread is about, beside its name. */
export function ThreadPhoto({ photo }: { photo: FoundThread['pet_photo'] }) {
  if (!photo)
    return (
      <span className={classes.photo}>
        <IconPaw size={30} stroke={1.5} aria-hidden />
      </span>
    )
  return (
    <img
      className={classes.photo}
      src={photo.urls.small}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      style={{ background: photo.color }}
    />
  )
}
