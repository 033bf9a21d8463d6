import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { factorCalls } from '@petsetu/contract/factors.ts'
import { useState } from 'react'
import { PasswordField } from '../../auth/password-field.tsx'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLazyValidation } from '../../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import classes from '../account-page.module.css'
import { ConfirmSecondFactor, type NewSecondFactor } from './confirm-second-factor.tsx'

type Props = {
  username: string
  isRequired: boolean
  onCodes: (codes: string[]) => void
  onChanged: () => unknown
}

/** Asks for the password, then shows the secret and asks for a code. */
export function SetUpSecondFactor({ username, isRequired, onCodes, onChanged }: Props) {
  const text = useText()
  const [begun, setBegun] = useState<NewSecondFactor | null>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: useLazyValidation(async () => (await import('../../auth/auth-checks.ts')).PasswordForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('secondFactor.failed'), async (body) => {
    setBegun((await request(factorCalls.begin, { body })).reply.data)
    form.reset()
  })
  if (begun)
    return <ConfirmSecondFactor begun={begun} onCodes={onCodes} onChanged={onChanged} onCancel={() => setBegun(null)} />
  return (
    <form {...formProps} className={classes.form}>
      {isRequired && <Notice kind="info">{text('secondFactor.required')}</Notice>}
      <p className={classes.text}>{text('secondFactor.explanation')}</p>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={text('labels.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {failure && !form.errors.password && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" variant="default" fullWidth loading={isBusy}>
        {text('secondFactor.begin')}
      </Button>
    </form>
  )
}
