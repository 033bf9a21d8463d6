import { TextInput } from '@mantine/core'
import { REASON_MAX } from '@petsetu/contract/platform/reason.ts'
import type { ReactNode, RefObject } from 'react'
import type { DraftName } from '../../lib/drafts/drafts.ts'
import { useDraftedForm } from '../../lib/drafts/use-drafted-form.ts'
import { useSubmit } from '../form/use-submit.ts'
import classes from './dialog.module.css'
import type { DialogHandle } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'

type Props = {
  ref: RefObject<DialogHandle | null>
  title: string
  explanation: string
  label: string
  maxLength?: number
  /** Words that somebody else has written before; they stay as they are. */
  given?: string | null
  submitLabel: string
  isDangerous?: boolean
  failureText: string
  draft: DraftName
  onSubmit: (body: { reason: string }) => Promise<unknown>
  /** Takes the place of the question. */
  answer?: ReactNode
  onClose: () => void
}

/** Asks for the reason for something that is kept together with its reason. */
export function ReasonDialog({
  ref,
  title,
  explanation,
  label,
  draft,
  given = null,
  answer,
  onClose,
  ...props
}: Props) {
  const { maxLength = REASON_MAX, submitLabel, isDangerous = false, failureText, onSubmit } = props
  const { form, forgetDraft } = useDraftedForm({ initial: { reason: given ?? '' }, draft, errorsOf: () => ({}) })
  const submit = useSubmit(form, failureText, async (body) => {
    await onSubmit(body)
    await forgetDraft()
  })

  function close() {
    void forgetDraft()
    onClose()
  }

  return (
    <FormDialog
      ref={ref}
      title={title}
      {...submit}
      failure={submit.otherFailure}
      submitLabel={submitLabel}
      isDangerous={isDangerous}
      answer={answer}
      onClose={close}
    >
      <p className={classes.text}>{explanation}</p>
      <TextInput
        label={label}
        maxLength={maxLength}
        required
        readOnly={given !== null}
        mb={16}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
