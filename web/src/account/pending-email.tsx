import { Button } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/account.ts'
import { ownAccount } from '../auth/own-account.ts'
import { useText } from '../languages/use-text.tsx'
import { requestData } from '../lib/request-data.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSave } from '../ui/form/use-save.ts'

/** The address that becomes the account's once it is confirmed, and a button to keep the present one. */
export function PendingEmail({ email }: { email: string }) {
  const text = useText()
  const cancellation = useSave<null, Awaited<ReturnType<typeof cancel>>>({
    call: accountCalls.cancelEmailChange,
    send: cancel,
    onSaved: (account, _, queries) => queries.setQueryData(ownAccount.queryKey, account),
    success: (account) => text('accountEmail.cancelled', { email: account.email }),
    failure: { fallback: text('accountEmail.cancelFailed') },
  })
  return (
    <Notice kind="info">
      {text('accountEmail.pending', { email })}
      <br />
      <Button variant="subtle" px={10} ml={-10} loading={cancellation.isBusy} onClick={() => cancellation.start(null)}>
        {text('accountEmail.cancelChange')}
      </Button>
    </Notice>
  )
}

const cancel = () => requestData(accountCalls.cancelEmailChange, {})
