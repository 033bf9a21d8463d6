import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useText } from '../../../platform/languages/use-text.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import classes from './community-admin.module.css'

type Props = {
  submitLabel: string
  isDangerous?: boolean
  /** Rejects with a `CallError` if it fails; the input is then kept. */
  onSubmit: (login: string) => Promise<unknown>
}

/** One field for an account, and a button beside it. */
export function AccountForm({ submitLabel, isDangerous, onSubmit }: Props) {
  const text = useText()
  const form = useForm({ initialValues: { login: '' } })
  const { formProps, isBusy, failure } = useSubmit(form, text('communityList.failed'), async ({ login }) => {
    await onSubmit(login)
    form.reset()
  })
  return (
    <form {...formProps} className={classes.account}>
      <TextInput label={text('labels.login')} autoComplete="off" {...form.getInputProps('login')} />
      <Button type="submit" variant={isDangerous ? 'outline' : 'default'} loading={isBusy}>
        {submitLabel}
      </Button>
      {failure && <Notice kind="failed">{failure}</Notice>}
    </form>
  )
}
