import { paths } from '@petsetu/contract/paths.ts'
import { RichText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import type { PayMessage } from './pay-state.ts'

/** The state of a payment. It takes the focus unless a field does. */
export function PayNotice({ message, takesFocus = false }: { message: PayMessage | null; takesFocus?: boolean }) {
  if (!message) return null
  return (
    <Notice key={message.text} kind={message.kind} takesFocus={takesFocus && !message.namesFields}>
      <p>{message.text}</p>
      {message.more && <p>{message.more}</p>}
      {message.asksToLogIn && <LogIn />}
    </Notice>
  )
}

/** The login leads back to this page, where the draft of the account is restored. */
function LogIn() {
  // It is only ever shown after something was sent, so never by the server.
  const next = location.pathname + location.search
  return (
    <p>
      <RichText
        id="checkout.logInAgain"
        fill={{ link: (content) => <a href={paths.login.to({}, { next })}>{content}</a> }}
      />
    </p>
  )
}
