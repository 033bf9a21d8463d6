import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type DeskPayment, DeskPaymentForm, type DeskSubject, deskCalls } from '@petsetu/contract/desk.ts'
import { DeskMode } from '@petsetu/contract/desk-values.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { useOwnDraft } from '../auth/use-own-draft.ts'
import { useText } from '../languages/use-text.tsx'
import { requestData } from '../lib/request-data.ts'
import { typedRupees } from '../lib/typed-rupees.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import { MODE_TEXTS } from '../shared/desk-modes.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/form/use-save.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { CALLS_WITH_DESK_MONEY } from './calls-with-desk-money.ts'
import classes from './desk.module.css'
import { PURPOSE_TEXTS } from './desk-texts.ts'

const errorsOf = schemaErrors(DeskPaymentForm)

type Values = { mode: DeskMode; amount: string; reference: string; bank: string; cheque_date: string }

type Props = { subject: DeskSubject; onTaken: (payment: DeskPayment) => void; onClose: () => void }

/** Records the amount and the way of a payment. */
export function TakeMoneyForm({ subject, onTaken, onClose }: Props) {
  const text = useText()
  const { form, forgetDraft, formProps, isBusy, failure } = useTakeMoney(subject, onTaken)
  const { mode } = form.getValues()

  async function leave() {
    await forgetDraft()
    onClose()
  }

  return (
    <form {...formProps} aria-label={text('desk.take')}>
      <p className={classes.wrapped}>
        <strong>{subject.payer}</strong> · {text(PURPOSE_TEXTS[subject.purpose])} {subject.subject_id}
      </p>
      <div className={classes.fields}>
        <NativeSelect
          label={text('desk.mode')}
          data={DeskMode.options.map((value) => ({ value, label: text(MODE_TEXTS[value]) }))}
          {...form.getInputProps('mode')}
        />
        <TextInput label={text('desk.amount')} inputMode="decimal" required {...form.getInputProps('amount')} />
        {mode !== 'cash' && (
          <TextInput
            label={text(mode === 'cheque' ? 'desk.chequeNumber' : 'desk.upiReference')}
            required
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        )}
        {mode === 'cheque' && (
          <>
            <TextInput label={text('desk.bank')} required {...form.getInputProps('bank')} />
            <TextInput label={text('desk.chequeDate')} type="date" {...form.getInputProps('cheque_date')} />
          </>
        )}
      </div>
      {mode === 'cheque' && <p className={classes.hint}>{text('desk.chequeHint')}</p>}
      {failure && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy}>
          {text('desk.record')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={leave}>
          {text('controls.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The fields of a payment at the desk. What is due is filled in already. */
function useTakeMoney(subject: DeskSubject, onTaken: Props['onTaken']) {
  const text = useText()
  const bodyOf = ({ mode, amount, reference, bank, cheque_date }: Values) => ({
    purpose: subject.purpose,
    subject_id: subject.subject_id,
    mode,
    amount: typedRupees(amount),
    // Only the fields that this mode shows: the error of a hidden one would be hidden, too.
    ...(mode !== 'cash' && { reference }),
    ...(mode === 'cheque' && { bank, cheque_date }),
  })
  const { form, forgetDraft } = useDraftedForm<Values>({
    initial: {
      ...{ mode: 'cash', reference: '', bank: '', cheque_date: '' },
      amount: String(subject.amount ?? FILING_FEE_RUPEES_MIN),
    },
    draft: useOwnDraft(`take-${subject.purpose}-${subject.subject_id}`),
    errorsOf: (values) => errorsOf(bodyOf(values)),
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: deskCalls.take,
    send: (values: Values, options) => requestData(deskCalls.take, { body: bodyOf(values) }, options),
    rowOf: () => `${subject.purpose} ${subject.subject_id}`,
    invalidates: CALLS_WITH_DESK_MONEY,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('desk.takeFailed'), async (values) => {
    const payment = await save(values)
    await forgetDraft()
    onTaken(payment)
  })
  return { form, forgetDraft, formProps, isBusy, failure }
}
