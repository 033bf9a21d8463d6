import { Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { FoundThread } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { IconMessage, IconPaw } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import card from '../../platform/ui/layout/card.module.css'
import classes from './listed-thread.module.css'

/** A list of threads, one below the other: their order is that of time. */
export function ThreadList({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} className={classes.list ?? ''}>
      {children}
    </Stack>
  )
}

/** A thread in a list; the children are what can be done with it. */
export function ListedThread({ thread, children }: { thread: FoundThread; children?: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const { id, pet_name: name, pet_photo: photo, last_message_at: last, closed_at, is_new } = thread
  return (
    <li className={`${card.card} ${classes.thread}`}>
      {photo ? (
        <img
          className={classes.photo}
          src={photo.urls.small}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          style={{ background: photo.color }}
        />
      ) : (
        <span className={classes.photo}>
          <IconPaw size={30} stroke={1.5} aria-hidden />
        </span>
      )}
      <div className={classes.about}>
        <Link to={paths.foundThread.to({ id })}>
          <Text span size="lg" fw={600}>
            {text('conversation.about', { name })}
          </Text>
        </Link>
        <Text c="dimmed">{text('conversation.lastMessage', { when: formatLongTime(last, language) })}</Text>
        {closed_at && <Text c="dimmed">{text('conversation.closed')}</Text>}
      </div>
      {is_new && !closed_at && (
        <StatusBadge tone="active" icon={IconMessage}>
          {text('conversation.isNew')}
        </StatusBadge>
      )}
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}
