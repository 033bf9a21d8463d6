import { Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { FoundThread, OwnThread } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconCircleCheck, IconMessage, IconPaw } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import card from '../../platform/ui/layout/card.module.css'
import classes from './listed-thread.module.css'

/** A list of threads, one below the other: their order is that of time. */
export function ThreadList({ children }: { children: ReactNode }) {
  return <ul className={`${card.card} ${classes.list}`}>{children}</ul>
}

/** A thread in a list; the children are what can be done with it. */
export function ListedThread({ thread, children }: { thread: FoundThread | OwnThread; children?: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const { id, pet_name: name, pet_photo: photo, last_message_at: last, closed_at, is_new } = thread
  return (
    <li className={classes.thread} data-new={(is_new && !closed_at) || undefined}>
      <ThreadPhoto photo={photo} />
      <div className={classes.about}>
        <Link to={paths.foundThread.to({ id })}>
          <Text span size="lg" fw={600}>
            {text('conversation.about', { name })}
          </Text>
        </Link>
        {'last_message' in thread && <LastMessage thread={thread} />}
        <Text c="dimmed">{text('conversation.lastMessage', { when: formatLongTime(last, language) })}</Text>
      </div>
      {is_new && !closed_at && (
        <StatusBadge tone="active" icon={IconMessage}>
          {text('conversation.isNew')}
        </StatusBadge>
      )}
      {closed_at && (
        <StatusBadge tone="expired" icon={IconCircleCheck}>
          {text('conversation.closed')}
        </StatusBadge>
      )}
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}

const PART_TEXTS = {
  photo: 'conversation.photo',
  contact: 'conversation.contact',
  location: 'conversation.place',
} as const satisfies Record<NonNullable<OwnThread['last_part']>, PlainId>

/** The beginning of the last message, on one line. */
function LastMessage({ thread: { last_by, last_message, last_part } }: { thread: OwnThread }) {
  const text = useText()
  const words = last_message ?? (last_part && text(PART_TEXTS[last_part]))
  if (!words) return null
  return (
    <Text truncate maw="100%">
      {last_by === 'owner' ? `${text('conversation.you')}: ${words}` : words}
    </Text>
  )
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
