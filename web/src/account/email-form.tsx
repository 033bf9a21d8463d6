import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { accountCalls } from '@petsetu/contract/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownAccount } from '../auth/own-account.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import classes from './account-page.module.css'
import { PendingEmail } from './pending-email.tsx'
import { SendAgainButton } from './send-again-button.tsx'

/** The e-mail address of the account, and a form to change it. */
export function EmailForm() {
  const text = useText()
  const account = useQuery(ownAccount)
  if (account.isPending) return <FormSkeleton />
  if (account.isLoadingError) return <ErrorBox message={text('accountEmail.loadFailed')} onRetry={account.refetch} />
  const { email, email_confirmed: isConfirmed, pending_email: pending } = account.data
  return (
    <div className={classes.form}>
      <div>
        <p className={classes.fact}>
          {text(isConfirmed ? 'accountEmail.confirmed' : 'accountEmail.unconfirmed', { email })}
        </p>
        {!isConfirmed && <SendAgainButton email={email} />}
      </div>
      {pending !== null && <PendingEmail email={pending} />}
      <ChangeEmailForm />
    </div>
  )
}

function ChangeEmailForm() {
  const text = useText()
  const queries = useQueryClient()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', current_password: '' },
    validate: useLazyValidation(async () => (await import('./account-checks.ts')).EmailChange),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountEmail.changeFailed'), async (body) => {
    setSentTo(null)
    const { reply } = await request(accountCalls.changeEmail, { body })
    queries.setQueryData(ownAccount.queryKey, reply.data)
    form.reset()
    setSentTo(reply.data.pending_email)
  })
  return (
    <form {...formProps} className={classes.form}>
      <TextInput
        label={text('accountEmail.newEmail')}
        type="email"
        autoComplete="email"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={text('accountEmail.password')}
        autoComplete="current-password"
        key={form.key('current_password')}
        {...form.getInputProps('current_password')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {sentTo !== null && <Notice kind="done">{text('accountEmail.sent', { email: sentTo })}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('accountEmail.change')}
      </Button>
    </form>
  )
}
