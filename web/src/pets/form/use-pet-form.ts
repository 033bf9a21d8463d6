import { PetForm as PetFormSchema } from '@petsetu/contract/pets/pet-form.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useConflict } from '../../platform/ui/form/use-conflict.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { bodyOf, formValuesOf, type PetFormValues } from './pet-form-values.ts'

/** The values and the message after saving. */
export type Saved = { values: PetFormValues; version?: number; message?: string }

type Options = {
  initial: PetFormValues
  version: number | null
  draftName: string
  onSave: (values: PetFormValues, version: number | undefined) => Promise<Saved>
}

const check = schemaErrors(PetFormSchema)
const errorsOf = (values: PetFormValues) => check(bodyOf(values))

/** The fields of a pet with their draft, and saving them, also where somebody else has saved the pet meanwhile. */
export function usePetForm({ initial, version, draftName, onSave }: Options) {
  const text = useText()
  const draft = useOwnDraft(draftName)
  const drafted = useDraftedForm<PetFormValues>({ initial, draft, version, errorsOf })
  const { form, isRestored, baseVersion, startFrom, rebase, clear, forgetDraft } = drafted
  const conflict = useConflict({ form, rebase, valuesOf: (pet: Pet) => formValuesOf(pet) })
  const [message, setMessage] = useState<string | null>(null)

  const failureText = text('petForm.failed')
  const { formProps, isBusy, failure, forgetFailure } = useSubmit(form, failureText, async (values) => {
    setMessage(null)
    const saved = await conflict.saveOrCompare(values, () => onSave(values, Number(baseVersion()) || undefined))
    if (saved === null) return
    await forgetDraft()
    startFrom(saved.values, saved.version ?? null)
    setMessage(saved.message ?? null)
  })

  function startOver() {
    forgetFailure()
    conflict.forgetConflict()
    setMessage(null)
    clear()
  }

  return { form, formProps, isRestored, isBusy, failure, message, conflict: conflict.shown, startOver }
}
