import { Button } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../platform/languages/use-text.tsx'
import { keepingFocus } from '../../platform/lib/lost-focus.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { showFailure, showSuccess } from '../../platform/ui/feedback/toast.ts'
import { ownAccount, refreshAccount } from '../auth/own-account.ts'

/** Sends the link that confirms the account's e-mail address once more. */
export function SendAgainButton({ email }: { email: string }) {
  const text = useText()
  const queries = useQueryClient()
  const [send, isBusy] = useBusy(
    keepingFocus(async () => {
      try {
        await request(accountCalls.sendConfirmation, {})
        // To an address that was confirmed meanwhile, on another device for example, nothing is sent: the button goes.
        await refreshAccount(queries)
        if (!queries.getQueryData(ownAccount.queryKey)?.email_confirmed)
          showSuccess(text('accountEmail.sentAgain', { email }))
      } catch (error) {
        showFailure(messageOf(error, text('accountEmail.sendFailed')))
      }
    }),
  )
  return (
    <Button variant="subtle" px={10} ml={-10} loading={isBusy} onClick={send}>
      {text('accountEmail.sendAgain')}
    </Button>
  )
}
