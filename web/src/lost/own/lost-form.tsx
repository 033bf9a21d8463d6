import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { today } from '@petsetu/contract/dates.ts'
import { LostForm as LostFormSchema } from '@petsetu/contract/lost.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { ownerOf, useUser } from '../../auth/session.ts'
import { useText } from '../../languages/use-text.tsx'
import { useDraftedForm } from '../../lib/use-drafted-form.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showSuccess } from '../../ui/feedback/toast.ts'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import classes from './lost-pet-page.module.css'
import { type LostValues, lostFormOf, lostValuesOf } from './lost-values.ts'
import { type OwnPet, useMarkLost } from './use-lost.ts'

const problemsOf = schemaErrors(LostFormSchema)
const errorsOf = (values: LostValues) => problemsOf(lostFormOf(values))

/** What everybody reads about the lost pet. */
export function LostForm({ pet }: { pet: OwnPet }) {
  const text = useText()
  const { save } = useMarkLost()
  const { form, isRestored, startFrom, forgetDraft } = useDraftedForm<LostValues>({
    initial: lostValuesOf(pet),
    draft: { owner: ownerOf(useUser()), form: `lost-${pet.petId}` },
    errorsOf,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('lostPet.saveFailed'), async (values) => {
    const { reply } = await save({ pet, form: lostFormOf(values) })
    await forgetDraft()
    startFrom(lostValuesOf(reply))
    showSuccess(text('lostPet.saved', { name: pet.petName }))
  })
  return (
    <form {...formProps} className={classes.form}>
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
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
      <TextInput label={text('labels.lostSince')} required type="date" max={today()} {...form.getInputProps('since')} />
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
