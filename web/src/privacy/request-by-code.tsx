import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/privacy.ts'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { PrivacyFields } from '../shared/privacy-fields.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import group from '../ui/form/field-group.module.css'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'

type Props = { email: string; answer: string; onSent: (dueOn: string) => void; onOtherEmail: () => void }
type Values = { email: string; code: string; kind: PrivacyRequestKind; note: string }

/** The code that was sent, and what is asked for. */
export function RequestByCode({ email, answer, onSent, onOtherEmail }: Props) {
  const text = useText()
  const initialValues: Values = { email, code: '', kind: 'export', note: '' }
  const form = useForm({
    initialValues,
    validate: useLazyValidation(async () => (await import('./privacy-checks.ts')).PrivacyRequestByCode),
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.failed'), async (body) => {
    const { reply } = await request(privacyCalls.requestByCode, { body })
    onSent(reply.data.due_on)
  })
  return (
    <form {...formProps} className={group.group}>
      <Notice kind="info" takesFocus>
        {answer}
      </Notice>
      <TextInput
        label={text('labels.code')}
        description={text('privacyRequest.codeHint', { email })}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        {...form.getInputProps('code')}
      />
      <PrivacyFields bind={(field) => form.getInputProps(field)} />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button type="submit" fullWidth loading={isBusy}>
        {text('privacyRequest.send')}
      </Button>
      <Button variant="subtle" onClick={onOtherEmail}>
        {text('privacyRequest.otherEmail')}
      </Button>
    </form>
  )
}
