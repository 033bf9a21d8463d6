import { Button, TextInput } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownAccount, useOwnAccount } from '../auth/own-account.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import classes from './account-page.module.css'

export function PhoneForm() {
  const text = useText()
  const account = useOwnAccount()
  return (
    <Loaded query={account} skeleton={<FormSkeleton />} failure={text('accountEmail.loadFailed')}>
      {({ phone }) => <PhoneFields phone={phone ?? ''} />}
    </Loaded>
  )
}

function PhoneFields({ phone }: { phone: string }) {
  const text = useText()
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const { form, startFrom } = useDraftedForm({
    initial: { phone },
    draft: useOwnDraft('phone'),
    errorsOf: useLazyValidation(async () => (await import('./account-checks.ts')).PhoneForm),
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('accountPhone.failed'), async (body) => {
    setDone(false)
    const { reply } = await request(accountCalls.setPhone, { body })
    queries.setQueryData(ownAccount.queryKey, reply.data)
    startFrom({ phone: reply.data.phone ?? '' })
    setDone(true)
  })
  return (
    <form {...formProps} className={classes.form}>
      <TextInput
        label={text('labels.phone')}
        description={text('accountPhone.hint')}
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phone')}
      />
      {failure && <Notice kind="failed">{failure}</Notice>}
      {isDone && <Notice kind="done">{text('accountPhone.saved')}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('accountPhone.save')}
      </Button>
    </form>
  )
}
