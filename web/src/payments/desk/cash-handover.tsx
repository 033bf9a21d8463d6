import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { cashSheetCalls, HandoverForm, type HandoverKind } from '@petsetu/contract/payments/books.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { typedRupees } from '../../platform/lib/amounts.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { FieldRow, SectionHeading } from '../../shared/sections.tsx'

const errorsOf = schemaErrors(HandoverForm)

type Values = { kind: HandoverKind; amount: string; note: string }

const bodyOf = ({ amount, ...values }: Values) => ({ ...values, amount: typedRupees(amount) })

/** Records one's own cash that went to the bank or to another admin, or came from there. */
export function CashHandover() {
  const text = useText()
  const { form, clear } = useDraftedForm<Values>({
    initial: { kind: 'handed_over', amount: '', note: '' },
    draft: useOwnDraft('hand-over'),
    errorsOf: (values) => errorsOf(bodyOf(values)),
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: cashSheetCalls.handOver,
    send: (values: Values, options) => requestData(cashSheetCalls.handOver, { body: bodyOf(values) }, options),
    invalidates: [cashSheetCalls.read],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('desk.changeFailed'), async (values) => {
    const { closing } = await save(values)
    clear()
    showSuccess(text('desk.inHand', { amount: formatRupees(closing) }))
  })
  return (
    <form {...formProps} aria-label={text('desk.handOver')}>
      <Stack align="flex-start" mt="xs">
        <SectionHeading order={3}>{text('desk.handOver')}</SectionHeading>
        <FieldRow>
          <NativeSelect
            label={text('desk.direction')}
            data={[
              { value: 'handed_over', label: text('desk.handedOver') },
              { value: 'received', label: text('desk.received') },
            ]}
            {...form.getInputProps('kind')}
          />
          <TextInput label={text('desk.amount')} inputMode="decimal" required {...form.getInputProps('amount')} />
          <TextInput label={text('desk.fromOrTo')} required maxLength={200} {...form.getInputProps('note')} />
        </FieldRow>
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Button type="submit" loading={isBusy}>
          {text('desk.record')}
        </Button>
      </Stack>
    </form>
  )
}
