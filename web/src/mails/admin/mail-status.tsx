import type { ListedMail, MailFailure, MailState } from '@petsetu/contract/mails.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconHandStop, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import classes from './mails-page.module.css'

type Badge = { id: PlainId; tone: Tone; icon: ComponentType<IconProps> }

export const STATE_BADGES: Record<MailState, Badge> = {
  waiting: { id: 'mailList.waiting', tone: 'pending', icon: IconClock },
  held: { id: 'mailList.held', tone: 'brand', icon: IconHandStop },
  failed: { id: 'mailList.failed', tone: 'cancelled', icon: IconCircleX },
  sent: { id: 'mailList.sent', tone: 'active', icon: IconCircleCheck },
}

const REASONS: Record<MailFailure, PlainId> = {
  refused: 'mailList.refused',
  blocked: 'mailList.blocked',
  deferred: 'mailList.deferred',
  unreachable: 'mailList.unreachable',
  unwanted: 'mailList.unwanted',
}

/** A mail has failed without a reason after an error of ours. */
function reasonOf({ state, failure }: ListedMail): PlainId | null {
  if (state === 'held') return 'mailList.heldWhy'
  if (failure) return REASONS[failure]
  return state === 'failed' ? 'mailList.ourError' : null
}

/** The state of a mail, why it is so, and what the mail server said. */
export function MailStatus({ mail }: { mail: ListedMail }) {
  const text = useText()
  const { id, ...badge } = STATE_BADGES[mail.state]
  const reason = reasonOf(mail)
  return (
    <span className={classes.status}>
      <StatusBadge {...badge}>{text(id)}</StatusBadge>
      {reason && <span>{text(reason)}</span>}
      {mail.server_reply && <span className={classes.reply}>{mail.server_reply}</span>}
    </span>
  )
}
