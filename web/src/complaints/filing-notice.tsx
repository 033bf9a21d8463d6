import { Notice } from '../ui/notice.tsx'
import classes from './filing.module.css'
import type { FilingMessage } from './filing-message.ts'

export function FilingNotice({ message, takesFocus = false }: { message: FilingMessage | null; takesFocus?: boolean }) {
  if (!message) return null
  return (
    <Notice key={message.text} kind={message.kind} takesFocus={takesFocus}>
      <p className={classes.sentence}>{message.text}</p>
      {message.more && <p className={classes.sentence}>{message.more}</p>}
    </Notice>
  )
}
