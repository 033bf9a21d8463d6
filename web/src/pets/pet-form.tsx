import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { PetForm as PetFormSchema } from '@petsetu/contract/pets.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useUser } from '../auth/session.ts'
import { dropDraft, keepDraft, readDraft } from '../lib/draft.ts'
import card from '../ui/card.module.css'
import { Notice } from '../ui/notice.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import classes from './pet-form.module.css'
import { PetFormFields } from './pet-form-fields.tsx'
import { isSameForm, type PetFormValues, withDraft } from './pet-form-values.ts'

/** After saving: what the form starts from again and what is said; or the address that the browser goes on to. */
export type Saved = { values: PetFormValues; message: ReactNode } | { leadsTo: string }

type Props = {
  initial: PetFormValues
  /** Names the draft of what is not saved yet: one for each pet, for each tag and for a new pet. */
  draftName: string
  saveLabel: 'Add Pet' | 'Update Pet'
  /** Rejects with a `CallError` when saving failed; everything typed then stays. */
  onSave: (values: PetFormValues) => Promise<Saved>
}

export function PetForm({ initial, draftName, saveLabel, onSave }: Props) {
  const { form, restored, cancel, startFrom, leaveFor } = useDraftedForm(initial, draftName)
  const [message, setMessage] = useState<ReactNode>(null)

  const failureText = 'Failed to save pet information. Please try again.'
  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, failureText, async (values) => {
    setMessage(null)
    const saved = await onSave(values)
    if ('leadsTo' in saved) return leaveFor(saved.leadsTo)
    startFrom(saved.values)
    setMessage(saved.message)
    scrollTo({ top: 0 })
  })

  function startOver() {
    forgetFailure()
    setMessage(null)
    cancel()
  }

  return (
    <form {...formProps} className={classes.form}>
      {message && (
        <Notice kind="done" takesFocus>
          {message}
        </Notice>
      )}
      {restored && !message && <Notice kind="info">What you had typed before is back. Cancel clears it.</Notice>}
      <div className={`${card.card} ${classes.card}`}>
        <p className={classes.legend}>Fields marked * are required.</p>
        <PetFormFields form={form} />
      </div>
      {failure && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy}>
          {saveLabel}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={startOver}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The form, with a draft that exists exactly while the fields differ from what they started from. */
function useDraftedForm(initial: PetFormValues, draftName: string) {
  // A draft belongs to the person, too: the next one to sign in at this browser must not find it.
  const name = `${useUser()?.id}:${draftName}`
  const base = useRef(initial)
  const [drafted] = useState(() => withDraft(initial, readDraft<PetFormValues>(name)))
  const [restored, setRestored] = useState(!isSameForm(drafted, initial))
  const form = useForm<PetFormValues>({
    mode: 'uncontrolled',
    initialValues: drafted,
    validate: schemaResolver(PetFormSchema, { sync: true }),
    onValuesChange: (values) => (isSameForm(values, base.current) ? dropDraft(name) : keepDraft(name, values)),
  })

  function startFrom(values: PetFormValues) {
    base.current = values
    setRestored(false)
    form.setInitialValues(values)
    form.reset()
  }

  // The form is done with, so Back shall not lead to it. It stays busy until the browser has gone.
  function leaveFor(address: string): Promise<never> {
    dropDraft(name)
    location.replace(address)
    return new Promise(() => {})
  }

  return { form, restored, startFrom, leaveFor, cancel: () => startFrom(base.current) }
}
