import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { PasswordField } from '../../auth/password-field.tsx'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLazyValidation } from '../../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import account from '../account-page.module.css'

export type Change = 'codes' | 'off'

const EXPLANATIONS = { codes: 'secondFactor.renewExplanation', off: 'secondFactor.offExplanation' } as const
const BUTTONS = { codes: 'secondFactor.renewCodes', off: 'secondFactor.switchOff' } as const

type Props = {
  change: Change
  username: string
  onSubmit: (values: { password: string; code: string }) => Promise<void>
  onCancel: () => void
}

/** The password and a code, which it takes to change a second factor. */
export function ChangeSecondFactorForm({ change, username, onSubmit, onCancel }: Props) {
  const text = useText()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: useLazyValidation(async () => (await import('../../auth/auth-checks.ts')).PasswordAndCodeForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('secondFactor.failed'), onSubmit)
  const hasFieldError = form.errors.password || form.errors.code
  return (
    <form {...formProps} className={account.form}>
      <p className={account.text}>{text(EXPLANATIONS[change])}</p>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        ref={first}
        label={text('labels.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <TextInput
        label={text('secondFactor.codeOrRecoveryCode')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      {failure && !hasFieldError && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text(BUTTONS[change])}
      </Button>
      <Button variant="default" fullWidth onClick={onCancel}>
        {text('controls.cancel')}
      </Button>
    </form>
  )
}
