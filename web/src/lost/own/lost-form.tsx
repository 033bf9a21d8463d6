import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { lastBegunDay } from '@petsetu/contract/is-day.ts'
import { LostForm as LostFormSchema } from '@petsetu/contract/lost.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { useText } from '../../languages/use-text.tsx'
import { useDraftedForm } from '../../lib/use-drafted-form.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showSuccess } from '../../ui/feedback/toast.ts'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import { RestoredNotice } from '../../ui/form/restored-notice.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import classes from './lost-pet-page.module.css'
import { type LostValues, lostFormOf, lostValuesOf } from './lost-values.ts'
import { type OwnPet, useMarkLost } from './use-lost.ts'

const problemsOf = schemaErrors(LostFormSchema)
const errorsOf = (values: LostValues) => problemsOf(lostFormOf(values))

/** Edits the public notice about the lost pet. */
export function LostForm({ pet }: { pet: OwnPet }) {
  const text = useText()
  const { form, isRestored, startFrom, clear, forgetDraft } = useDraftedForm<LostValues>({
    initial: lostValuesOf(pet),
    draft: useOwnDraft(`lost-${pet.petId}`),
    errorsOf,
  })
  const { save } = useMarkLost(forgetDraft)
  const { formProps, isBusy, failure } = useSubmit(form, text('lostPet.saveFailed'), async (values) => {
    startFrom(lostValuesOf(await save({ pet, form: lostFormOf(values) })))
    showSuccess(text('lostPet.saved', { name: pet.petName }))
  })
  return (
    <form {...formProps} className={classes.form}>
      {isRestored && <RestoredNotice onClear={clear} />}
      <Notice kind="info">{text('lostPet.everybodyReads')}</Notice>
      <LostFields form={form} />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button
        type="submit"
        variant={pet.lost ? 'default' : 'filled'}
        color="heart"
        loading={isBusy}
        onMouseDown={keepFocus}
      >
        {text(pet.lost ? 'lostPet.saveChanges' : 'lostPet.mark')}
      </Button>
    </form>
  )
}

function LostFields({ form }: { form: ReturnType<typeof useDraftedForm<LostValues>>['form'] }) {
  const text = useText()
  return (
    <>
      <TextInput
        label={text('labels.lostSince')}
        required
        type="date"
        max={lastBegunDay()}
        {...form.getInputProps('since')}
      />
      <TextInput
        label={text('labels.lostArea')}
        required
        description={text('lostPet.areaHint')}
        placeholder={text('lostPet.areaExample')}
        {...form.getInputProps('area')}
      />
      <Textarea
        label={text('lostPet.note')}
        description={text('lostPet.noteHint')}
        rows={3}
        {...form.getInputProps('note')}
      />
      <TextInput
        label={text('lostPet.reward')}
        description={text('lostPet.rewardHint')}
        inputMode="numeric"
        {...form.getInputProps('reward')}
      />
      <Checkbox
        label={text('lostPet.listed')}
        description={text('lostPet.listedHint')}
        checked={form.getValues().listed === 'yes'}
        onChange={(event) => form.setFieldValue('listed', event.currentTarget.checked ? 'yes' : '')}
      />
    </>
  )
}
