import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { CareForm as CareFormSchema, type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS, CARE_KINDS, type CareKind, defaultValidUntil } from '@petsetu/contract/pets/care-kinds.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { keyOf } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { ChangedMeanwhile, useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../../platform/ui/form/keep-focus.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'

/** `record` is null for a new one. One that somebody else has deleted is added again. */
export function CareForm({
  petId,
  record,
  isDeleted,
  onClose,
}: {
  petId: string
  record: CareRecord | null
  isDeleted: boolean
  onClose: () => void
}) {
  const text = useText()
  const { save } = useSaveCare(petId)
  const drafted = useDraftedForm<CareValues>({
    initial: record ? careValuesOf(record) : NEW_CARE,
    draft: useOwnDraft(`care-${petId}-${record?.id ?? 'new'}`),
    version: record?.version ?? null,
    errorsOf,
  })
  const { form, isRestored, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: careValuesOf })

  const { formProps, isBusy, failure } = useSubmit(form, text('care.saveFailed'), async (values) => {
    const send = (version: number | undefined) => save({ record: isDeleted ? null : record, values, version })
    if ((await conflict.saveOrCompare(values, send)) === null) return
    await forgetDraft()
    showSuccess(text('care.saved'))
    onClose()
  })

  async function cancel() {
    await forgetDraft()
    onClose()
  }

  return (
    <form id="care-form" {...formProps} aria-label={text(record ? 'care.editRecord' : 'care.add')}>
      <Stack>
        {conflict.shown && <ChangedMeanwhile labels={careLabels(text)} {...conflict.shown} />}
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        {isDeleted && <Notice kind="info">{text('care.deletedMeanwhile')}</Notice>}
        <CareFields form={form} />
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Group gap="sm" mt="sm">
          <Button variant="default" disabled={isBusy} onMouseDown={keepFocus} onClick={cancel}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
            {text('care.save')}
          </Button>
        </Group>
      </Stack>
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
      <SimpleGrid minColWidth="min(100%, 200px)" autoFlow="auto-fit">
        <DayInput
          label={labels.day}
          max={lastBegunDay()}
          {...form.getInputProps('day')}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <DayInput label={labels.valid_until} {...form.getInputProps('valid_until')} />
      </SimpleGrid>
      <Text c="dimmed" mt={-8}>
        {text('care.validUntilHint')}
      </Text>
      <TextInput label={labels.vet} {...form.getInputProps('vet')} />
      <Textarea label={labels.note} rows={2} description={text('care.noteHint')} {...form.getInputProps('note')} />
    </>
  )
}

const errorsOf = schemaErrors(CareFormSchema)

/** An empty field is an empty text. */
type CareValues = Record<'product' | 'day' | 'valid_until' | 'vet' | 'note', string> & { kind: CareKind }

const NEW_CARE: CareValues = { kind: 'rabies', product: '', day: '', valid_until: '', vet: '', note: '' }

function careValuesOf({ kind, product, day, valid_until, vet, note }: CareRecord): CareValues {
  return {
    kind,
    product: product ?? '',
    day: day ?? '',
    valid_until: valid_until ?? '',
    vet: vet ?? '',
    note: note ?? '',
  }
}

const LABELS: Record<keyof CareValues, PlainId> = {
  kind: 'labels.careKind',
  product: 'labels.careProduct',
  day: 'labels.careDay',
  valid_until: 'labels.validUntil',
  vet: 'labels.vet',
  note: 'labels.note',
}

/** Returns the label of each field of the form. */
function careLabels(text: Translate): Record<keyof CareValues, string> {
  return Object.fromEntries(Object.entries(LABELS).map(([field, id]) => [field, text(id)])) as Record<
    keyof CareValues,
    string
  >
}

type Change = { record: CareRecord | null; values: CareValues; version: number | undefined }

// A pet shows the newest records of each kind, and so does an animal of the street.
export const STALE_WITH_CARE = [
  ...[careCalls.list, careCalls.listDue, petCalls.read, petCalls.listOwn],
  ...[communityCalls.listOwn, communityCalls.listAll, communityCalls.wards],
]

/** Lets the page of an animal of the street load it anew: its form would begin with the version before. */
export function forgetAnimal(queries: QueryClient): void {
  queries.removeQueries({ queryKey: keyOf(communityCalls.read) })
}

/** Adds a record, or replaces `record`. Rejects with a `CallError`. */
function useSaveCare(petId: string) {
  return useSave({
    call: careCalls.create,
    params: { id: petId },
    send: async ({ record, values, version }: Change, options) => {
      if (!record) return request(careCalls.create, { params: { id: petId }, body: values }, options)
      const params = { id: petId, careId: String(record.id) }
      return request(careCalls.update, { params, body: { ...values, version } })
    },
    rowOf: ({ record }) => `${petId}-${record?.id ?? 'new'}`,
    invalidates: STALE_WITH_CARE,
    onSaved: (_, __, queries) => forgetAnimal(queries),
  })
}
