import { Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { FoundThread } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import card from '../../platform/ui/layout/card.module.css'

/** A thread in a list; the children are what can be done with it. */
export function ListedThread({ thread, children }: { thread: FoundThread; children?: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const { id, pet_name: name, last_message_at: last, closed_at, is_new } = thread
  return (
    <Stack component="li" className={card.card} gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Link to={paths.foundThread.to({ id })} style={{ lineHeight: '44px' }}>
        <Text span size="lg" fw={600}>
          {text('conversation.about', { name })}
        </Text>
      </Link>
      <Text c="dimmed">{text('conversation.lastMessage', { when: formatLongTime(last, language) })}</Text>
      {closed_at && <Text c="dimmed">{text('conversation.closed')}</Text>}
      {is_new && !closed_at && (
        <Text c="var(--active)" fw={600}>
          {text('conversation.isNew')}
        </Text>
      )}
      {children}
    </Stack>
  )
}
