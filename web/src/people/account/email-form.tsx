import { Button, TextInput } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { ownAccount, useOwnAccount } from '../auth/own-account.ts'
import { PasswordField } from '../auth/password/password-field.tsx'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { AccountForm, AccountStack } from './account-parts.tsx'
import { SendAgainButton } from './send-again-button.tsx'

/** A link again for an address that is not confirmed, and a form to change it. */
export function EmailForm() {
  const text = useText()
  const account = useOwnAccount()
  return (
    <Loaded query={account} skeleton={<FormSkeleton />} failure={text('accountEmail.loadFailed')}>
      {({ email, email_confirmed: isConfirmed, pending_email: pending }) => (
        <AccountStack>
          {!isConfirmed && (
            <div>
              <SendAgainButton email={email} />
            </div>
          )}
          {pending !== null && <PendingEmail email={pending} />}
          <ChangeEmailForm own={email} pending={pending} />
        </AccountStack>
      )}
    </Loaded>
  )
}

/** `pending` is the new address that has got a link; null if none has, or the change was cancelled. */
function ChangeEmailForm({ own, pending }: { own: string; pending: string | null }) {
  const text = useText()
  const queries = useQueryClient()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, clear } = useDraftedForm({
    initial: { email: '', current_password: '' },
    draft: useOwnDraft('email-change'),
    errorsOf: useLazyValidation(async () => (await import('./account-checks.ts')).EmailChange),
    checksOnBlur: false,
    neverKept: ['current_password'],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountEmail.changeFailed'), async (body) => {
    setSentTo(null)
    const { reply } = await request(accountCalls.changeEmail, { body })
    queries.setQueryData(ownAccount.queryKey, reply.data)
    clear()
    // Whoever types the own address, which is not confirmed yet, gets the link that confirms it.
    setSentTo(reply.data.pending_email ?? reply.data.email)
  })
  return (
    <AccountForm {...formProps}>
      <TextInput
        label={text('accountEmail.newEmail')}
        type="email"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={text('accountEmail.password')}
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {sentTo !== null && sentTo === pending && (
        <Notice kind="done">{text('accountEmail.sent', { email: sentTo })}</Notice>
      )}
      {sentTo === own && <Notice kind="done">{text('accountEmail.sentAgain', { email: own })}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('accountEmail.change')}
      </Button>
    </AccountForm>
  )
}

/** The address that becomes the account's once it is confirmed, and a button to keep the present one. */
function PendingEmail({ email }: { email: string }) {
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
