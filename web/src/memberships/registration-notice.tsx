import { Notice } from '../ui/notice.tsx'
import classes from './registering.module.css'
import type { RegistrationMessage } from './registration-message.ts'

export function RegistrationNotice({ message }: { message: RegistrationMessage | null }) {
  if (!message) return null
  return (
    <Notice key={message.text} kind={message.kind} takesFocus={!message.namesFields}>
      <p className={classes.sentence}>{message.text}</p>
      {message.more && <p className={classes.sentence}>{message.more}</p>}
    </Notice>
  )
}
