import { Button, TextInput } from '@mantine/core'
import { type PrivacyRequestKind, privacyCalls } from '@petsetu/contract/privacy.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import { PrivacyFields } from '../shared/privacy-fields.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import group from '../ui/form/field-group.module.css'
import { useLazyValidation } from '../ui/form/use-lazy-validation.ts'
import { useSubmit } from '../ui/form/use-submit.ts'

type Props = {
  email: string
  /** The server's answer when it was asked for the code; null after the page was loaded anew. */
  answer: string | null
  onSent: (dueOn: string) => Promise<void>
  onOtherEmail: () => void
}
type Values = { email: string; code: string; kind: PrivacyRequestKind; note: string }

/** The code that was sent, and what is asked for. */
export function RequestByCode({ email, answer, onSent, onOtherEmail }: Props) {
  const text = useText()
  const initial: Values = { email, code: '', kind: 'export', note: '' }
  const { form, forgetDraft } = useDraftedForm({
    initial,
    draft: useOwnDraft('privacy-by-code'),
    errorsOf: useLazyValidation(async () => (await import('./privacy-checks.ts')).PrivacyRequestByCode),
    checksOnBlur: false,
    neverKept: ['email', 'code'],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequest.failed'), async (body) => {
    const { reply } = await request(privacyCalls.requestByCode, { body })
    await forgetDraft()
    await onSent(reply.data.due_on)
  })
  return (
    <form {...formProps} className={group.group}>
      {answer !== null && (
        <Notice kind="info" takesFocus>
          {answer}
        </Notice>
      )}
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
