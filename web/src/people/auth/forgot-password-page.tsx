import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { recoveryCalls } from '@petsetu/contract/people/recovery.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useLazyValidation } from '../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { useOwnDraft } from './use-own-draft.ts'

export function ForgotPasswordPage() {
  const text = useText()
  const [answer, setAnswer] = useState<string | null>(null)
  const { form, forgetDraft } = useDraftedForm({
    initial: { login: '' },
    draft: useOwnDraft('forgot-password'),
    errorsOf: useLazyValidation(async () => (await import('./auth-checks.ts')).ForgotPassword),
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('recover.sendFailed'), async (body) => {
    const { reply } = await request(recoveryCalls.forgotPassword, { body })
    await forgetDraft()
    setAnswer(reply.message)
  })
  return (
    <SignInCard
      title={text('titles.forgotPassword')}
      hint={text('recover.forgotHint')}
      footer={
        <RichText
          id="recover.backToLogin"
          fill={{ link: (content) => <Link to={paths.login.to({})}>{content}</Link> }}
        />
      }
    >
      {answer !== null ? (
        <Notice kind="done" takesFocus>
          {answer}
        </Notice>
      ) : (
        <form {...formProps} className={classes.form}>
          <TextInput
            label={text('labels.login')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.getInputProps('login')}
          />
          {failure && <Notice kind="failed">{failure}</Notice>}
          <Button type="submit" fullWidth loading={isBusy}>
            {text('recover.send')}
          </Button>
        </form>
      )}
    </SignInCard>
  )
}
