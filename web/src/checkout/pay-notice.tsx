import { Notice } from '../ui/feedback/notice.tsx'
import type { PayMessage } from './pay-message.ts'

/** The state of a payment. It takes the focus unless a field does. */
export function PayNotice({ message, takesFocus = false }: { message: PayMessage | null; takesFocus?: boolean }) {
  if (!message) return null
  return (
    <Notice key={message.text} kind={message.kind} takesFocus={takesFocus && !message.namesFields}>
      <p>{message.text}</p>
      {message.more && <p>{message.more}</p>}
    </Notice>
  )
}
