import { paths } from '@petsetu/contract/paths.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconMessageReport } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { useNewThreads } from '../shared/new-threads.ts'
import classes from './new-messages.module.css'

/** Counts the finders who wait for an answer, and leads to what they wrote. It shows nothing while nobody waits. */
export function NewMessages() {
  const text = useText()
  const [first, ...others] = useNewThreads()
  if (!first) return null
  const to = others.length > 0 ? paths.found.to({}) : paths.foundThread.to({ id: first.id })
  return (
    <Link className={classes.messages ?? ''} to={to}>
      <IconMessageReport size={20} stroke={1.75} aria-hidden />
      <span>{text('layout.newMessages', counted(others.length + 1))}</span>
    </Link>
  )
}
