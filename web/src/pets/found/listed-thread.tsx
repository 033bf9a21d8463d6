import { paths } from '@petsetu/contract/paths.ts'
import type { FoundThread } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import card from '../../platform/ui/layout/card.module.css'
import classes from './listed-thread.module.css'

/** A thread in a list; the children are what can be done with it. */
export function ListedThread({ thread, children }: { thread: FoundThread; children?: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const { id, pet_name: name, last_message_at: last, closed_at, is_new } = thread
  return (
    <li className={`${card.card} ${classes.thread}`}>
      <Link to={paths.foundThread.to({ id })}>{text('conversation.about', { name })}</Link>
      <p>{text('conversation.lastMessage', { when: formatLongTime(last, language) })}</p>
      {closed_at && <p>{text('conversation.closed')}</p>}
      {is_new && !closed_at && <p className={classes.isNew}>{text('conversation.isNew')}</p>}
      {children}
    </li>
  )
}
