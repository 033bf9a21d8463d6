import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { accountCalls } from '@petsetu/contract/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownAccount } from '../auth/own-account.ts'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import classes from './account-page.module.css'

export function PhoneForm() {
  const text = useText()
  const account = useQuery(ownAccount)
  if (account.isPending) return <FormSkeleton />
  if (account.isLoadingError) return <ErrorBox message={text('accountEmail.loadFailed')} onRetry={account.refetch} />
  return <PhoneFields phone={account.data.phone ?? ''} />
}

function PhoneFields({ phone }: { phone: string }) {
  const text = useText()
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { phone },
    validate: useLazyValidation(async () => (await import('./account-checks.ts')).PhoneForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountPhone.failed'), async (body) => {
    setDone(false)
    const { reply } = await request(accountCalls.setPhone, { body })
    queries.setQueryData(ownAccount.queryKey, reply.data)
    setDone(true)
  })
  return (
    <form {...formProps} className={classes.form}>
      <TextInput
        label={text('labels.phone')}
        description={text('accountPhone.hint')}
        type="tel"
        autoComplete="tel"
        key={form.key('phone')}
        {...form.getInputProps('phone')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isDone && <Notice kind="done">{text('accountPhone.saved')}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('accountPhone.save')}
      </Button>
    </form>
  )
}
