import { Button } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { showFailure, showSuccess } from '../../platform/ui/feedback/toast.ts'

/** Sends the link that confirms the account's e-mail address once more. */
export function SendAgainButton({ email }: { email: string }) {
  const text = useText()
  const [send, isBusy] = useBusy(async () => {
    try {
      await request(accountCalls.sendConfirmation, {})
      showSuccess(text('accountEmail.sentAgain', { email }))
    } catch (error) {
      showFailure(messageOf(error, text('accountEmail.sendFailed')))
    }
  })
  return (
    <Button variant="subtle" px={10} ml={-10} loading={isBusy} onClick={send}>
      {text('accountEmail.sendAgain')}
    </Button>
  )
}
