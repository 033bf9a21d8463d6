import type { ListedPrivacyRequest } from '@petsetu/contract/privacy.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatLongDay } from '../../languages/page-text.ts'
import { useText } from '../../languages/use-text.tsx'
import classes from './request-cells.module.css'

type Props = { request: ListedPrivacyRequest }

/** Names the person of a request. After an erasure, neither the address nor the name is known any more. */
export function Person({ request: { email, username } }: Props) {
  const text = useText()
  if (!email) return <span className={classes.soft}>{text('privacyRequests.erased')}</span>
  return (
    <span className={classes.person}>
      <strong>{email}</strong>
      <span className={classes.soft}>
        {username === null ? text('privacyRequests.byCode') : text('privacyRequests.byAccount', { username })}
      </span>
    </span>
  )
}

/** Shows the kind of the request, and the person's words. */
export function RequestText({ request: { kind, note } }: Props) {
  const text = useText()
  return (
    <span className={classes.person}>
      <span>{text(`privacyKinds.${kind}`)}</span>
      {note && <span className={classes.note}>{note}</span>}
    </span>
  )
}

export function DueDay({ request: { due_on, is_overdue } }: Props) {
  const text = useText()
  const day = formatLongDay(due_on)
  if (!is_overdue) return day
  return (
    <span className={classes.overdue}>
      <IconAlertTriangle size={18} aria-hidden /> {text('privacyRequests.overdue', { day })}
    </span>
  )
}
