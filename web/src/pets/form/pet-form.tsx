import { Button } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import card from '../../ui/layout/card.module.css'
import classes from './pet-form.module.css'
import { PetFormFields } from './pet-form-fields.tsx'
import { describeValue, labelsIn, type PetFormValues } from './pet-form-values.ts'
import { FormPreview } from './preview/form-preview.tsx'
import type { StoredPet } from './preview/previewed-pet.ts'
import { ShownChoices } from './shown-choices.tsx'
import { type Saved, usePetForm } from './use-pet-form.ts'

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

export function PetForm({ above, initial, stored = null, site, version = null, draftName, saveLabel, onSave }: Props) {
  const text = useText()
  const petForm = usePetForm({ initial, version, draftName, onSave })
  const { form, formProps, isRestored, isBusy, failure, message, conflict, startOver } = petForm
  const preview = { values: form.values, stored, site }
  return (
    <div className={classes.columns}>
      {(message || above) && (
        <div>
          {message && (
            <Notice kind="done" takesFocus>
              {message}
            </Notice>
          )}
          {above}
        </div>
      )}
      <form {...formProps} className={classes.contents}>
        <div className={classes.form}>
          {conflict && (
            <ChangedMeanwhile
              labels={labelsIn(text)}
              describe={(field, value) => describeValue(text, field, value)}
              {...conflict}
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
