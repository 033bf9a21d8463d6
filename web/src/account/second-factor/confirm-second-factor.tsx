import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { factorCalls } from '@petsetu/contract/factors.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { QrCanvas } from '../../shared/qr-canvas.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLazyValidation } from '../../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import account from '../account-page.module.css'
import classes from './second-factor.module.css'

export type NewSecondFactor = { secret: string; uri: string }

type Props = {
  begun: NewSecondFactor
  onCodes: (codes: string[]) => void
  onChanged: () => unknown
  onCancel: () => void
}

/** Shows the secret as a QR code, as a link for the phone that one is on, and as text; a code of the app switches it on. */
export function ConfirmSecondFactor({ begun, onCodes, onChanged, onCancel }: Props) {
  const text = useText()
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: useLazyValidation(async () => (await import('../../auth/auth-checks.ts')).CodeForm),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('secondFactor.failed'), async (body) => {
    onCodes((await request(factorCalls.confirm, { body })).reply.data.recovery_codes)
    onChanged()
  })
  return (
    <form {...formProps} className={account.form}>
      <p ref={start} tabIndex={-1} className={account.text}>
        {text('secondFactor.scan')}
      </p>
      <div className={classes.qrCode}>
        <QrCanvas value={begun.uri} label={text('secondFactor.qrCode')} />
      </div>
      <a href={begun.uri} className={classes.openApp}>
        {text('secondFactor.openApp')}
      </a>
      <p className={account.text}>
        {text('secondFactor.typeSecret')} <code className={classes.secret}>{inGroups(begun.secret)}</code>
      </p>
      <TextInput
        label={text('labels.code')}
        description={text('secondFactor.typeCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      {failure && !form.errors.code && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('secondFactor.switchOn')}
      </Button>
      <Button variant="default" fullWidth onClick={onCancel}>
        {text('controls.cancel')}
      </Button>
    </form>
  )
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
