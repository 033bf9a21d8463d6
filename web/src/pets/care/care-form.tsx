import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { CareForm as CareFormSchema, type CareRecord } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS, CARE_KINDS, type CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { ChangedMeanwhile, useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../platform/ui/form/keep-focus.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import classes from './care-page.module.css'
import { type CareValues, careLabels, careValuesOf, defaultValidUntil, NEW_CARE, useSaveCare } from './care-values.ts'

const errorsOf = schemaErrors(CareFormSchema)

/** `record` is null for a new one. */
export function CareForm({
  petId,
  record,
  onClose,
}: {
  petId: string
  record: CareRecord | null
  onClose: () => void
}) {
  const text = useText()
  const { save } = useSaveCare(petId)
  const { form, isRestored, baseVersion, rebase, forgetDraft } = useDraftedForm<CareValues>({
    initial: record ? careValuesOf(record) : NEW_CARE,
    draft: useOwnDraft(`care-${petId}-${record?.id ?? 'new'}`),
    version: record?.version ?? null,
    errorsOf,
  })
  const conflict = useConflict({ form, rebase, valuesOf: careValuesOf })

  const { formProps, isBusy, failure } = useSubmit(form, text('care.saveFailed'), async (values) => {
    const version = Number(baseVersion()) || undefined
    if ((await conflict.saveOrCompare(values, () => save({ record, values, version }))) === null) return
    await forgetDraft()
    showSuccess(text('care.saved'))
    onClose()
  })

  async function cancel() {
    await forgetDraft()
    onClose()
  }

  return (
    <form {...formProps} className={classes.form} aria-label={text(record ? 'care.editRecord' : 'care.add')}>
      {conflict.shown && <ChangedMeanwhile labels={careLabels(text)} {...conflict.shown} />}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <CareFields form={form} />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onMouseDown={keepFocus} onClick={cancel}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
          {text('care.save')}
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useDraftedForm<CareValues>>['form']

function CareFields({ form }: { form: Form }) {
  const text = useText()
  const labels = careLabels(text)
  const kinds = CARE_KINDS.map((value) => ({ value, label: text(CARE_KIND_TEXTS[value]) }))

  /** Changes what the usual end depends on; an end that somebody entered stays. */
  function change(changed: Partial<CareValues>) {
    const values = form.getValues()
    const isUsual = values.valid_until === defaultValidUntil(values)
    form.setValues({ ...changed, ...(isUsual && { valid_until: defaultValidUntil({ ...values, ...changed }) }) })
  }

  return (
    <>
      <NativeSelect
        label={labels.kind}
        required
        data={kinds}
        {...form.getInputProps('kind')}
        onChange={(event) => change({ kind: event.currentTarget.value as CareKind })}
      />
      <Textarea
        label={labels.product}
        rows={2}
        placeholder={text('care.productExample')}
        {...form.getInputProps('product')}
      />
      <div className={classes.days}>
        <TextInput
          label={labels.day}
          type="date"
          max={lastBegunDay()}
          {...form.getInputProps('day')}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <TextInput label={labels.valid_until} type="date" {...form.getInputProps('valid_until')} />
      </div>
      <p className={classes.hint}>{text('care.validUntilHint')}</p>
      <TextInput label={labels.vet} {...form.getInputProps('vet')} />
      <Textarea label={labels.note} rows={2} description={text('care.noteHint')} {...form.getInputProps('note')} />
    </>
  )
}
