import { Notice } from '../ui/feedback/notice.tsx'
import type { PayMessage } from './pay-message.ts'

/** How far a payment came; it takes the focus where no field does. */
export function PayNotice({ message, takesFocus = false }: { message: PayMessage | null; takesFocus?: boolean }) {
  if (!message) return null
  return (
    <Notice key={message.text} kind={message.kind} takesFocus={takesFocus && !message.namesFields}>
      <p>{message.text}</p>
      {message.more && <p>{message.more}</p>}
    </Notice>
  )
}
