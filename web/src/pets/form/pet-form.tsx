import { Button } from '@mantine/core'
import { type Pet, PetForm as PetFormSchema } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { type ReactNode, useState } from 'react'
import { ownerOf, useUser } from '../../auth/session.ts'
import { useText } from '../../languages/use-text.tsx'
import { leaveFor } from '../../lib/leave-for.ts'
import { useDraftedForm } from '../../lib/use-drafted-form.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useConflict } from '../../ui/form/use-conflict.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import card from '../../ui/layout/card.module.css'
import classes from './pet-form.module.css'
import { PetFormFields } from './pet-form-fields.tsx'
import { bodyOf, describeValue, formValuesOf, labelsIn, type PetFormValues } from './pet-form-values.ts'
import { FormPreview } from './preview/form-preview.tsx'
import type { StoredPet } from './preview/previewed-pet.ts'
import { ShownChoices } from './shown-choices.tsx'

/** What happens after saving: the form shows these values and a message, or the browser goes to another page. */
export type Saved = { values: PetFormValues; version?: number; message: ReactNode } | { leadsTo: string }

type Props = {
  /** Stands above the form, in its column. */
  above?: ReactNode
  initial: PetFormValues
  /** The pet that is edited, for the preview; null for a new one. */
  stored?: StoredPet | null
  site: Site
  /** The version of the pet that `initial` shows; null for a new one. */
  version?: number | null
  /** One for each pet, for each blank tag, and for a new pet. */
  draftName: string
  saveLabel: 'petForm.add' | 'petForm.update'
  /** `version` is the one that the values are based on. Rejects with a `CallError` if saving fails; the input is then kept. */
  onSave: (values: PetFormValues, version: number | undefined) => Promise<Saved>
}

const check = schemaErrors(PetFormSchema)
const errorsOf = (values: PetFormValues) => check(bodyOf(values))

export function PetForm({ above, initial, stored = null, site, version = null, draftName, saveLabel, onSave }: Props) {
  const text = useText()
  const draft = { owner: ownerOf(useUser()), form: draftName }
  const drafted = useDraftedForm<PetFormValues>({ initial, draft, version, errorsOf })
  const { form, isRestored, baseVersion, startFrom, rebase, clear, forgetDraft } = drafted
  const conflict = useConflict({ form, rebase, valuesOf: (pet: Pet) => formValuesOf(pet) })
  const [message, setMessage] = useState<ReactNode>(null)

  const failureText = text('petForm.failed')
  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, failureText, async (values) => {
    setMessage(null)
    const saved = await conflict.saveOrCompare(values, () => onSave(values, Number(baseVersion()) || undefined))
    if (saved === null) return
    await forgetDraft()
    if ('leadsTo' in saved) return leaveFor(saved.leadsTo)
    startFrom(saved.values, saved.version ?? null)
    setMessage(saved.message)
    scrollTo({ top: 0 })
  })

  function startOver() {
    forgetFailure()
    conflict.forgetConflict()
    setMessage(null)
    clear()
  }

  const preview = { values: form.values, stored, site }
  return (
    <div className={classes.columns}>
      {above && <div>{above}</div>}
      <form {...formProps} className={classes.contents}>
        <div className={classes.form}>
          {message && (
            <Notice kind="done" takesFocus>
              {message}
            </Notice>
          )}
          {conflict.shown && (
            <ChangedMeanwhile
              labels={labelsIn(text)}
              describe={(field, value) => describeValue(text, field, value)}
              {...conflict.shown}
            />
          )}
          {isRestored && !message && <Notice kind="info">{text('forms.restored')}</Notice>}
          <div className={`${card.card} ${classes.card}`}>
            <p className={classes.legend}>{text('forms.required')}</p>
            <PetFormFields form={form} />
            <ShownChoices value={form.values.shown} onChange={(shown) => form.setFieldValue('shown', shown)} />
          </div>
          <FormPreview place="below" {...preview} />
          {failure && <Notice kind="failed">{failure}</Notice>}
          <div className={classes.buttons}>
            <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
              {text(saveLabel)}
            </Button>
            <Button variant="default" disabled={isBusy} onMouseDown={keepFocus} onClick={startOver}>
              {text('controls.cancel')}
            </Button>
          </div>
        </div>
        <FormPreview place="beside" {...preview} />
      </form>
    </div>
  )
}
