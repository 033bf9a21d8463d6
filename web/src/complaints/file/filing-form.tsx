import { Button } from '@mantine/core'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { usePayState } from '../../checkout/pay-flow.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import card from '../../ui/layout/card.module.css'
import { ComplaintFields, FeeField } from './complaint-fields.tsx'
import { DifferentContent } from './different-content.tsx'
import { DocumentsField } from './documents-field.tsx'
import classes from './filing.module.css'
import { forgetFilingKey } from './filing-key.ts'
import { feeOf, submitLabel } from './pay-label.ts'
import type { useFiling } from './use-filing.ts'
import { useSilence } from './use-silence.ts'

type Props = { filing: ReturnType<typeof useFiling>; payee: string; isOnline: boolean }

export function FilingForm({ filing, payee, isOnline }: Props) {
  const text = useText()
  const { element, form, documents, file } = filing
  const { message, activity } = usePayState('complaint')
  const { amount } = form.values
  const isBusy = activity !== null
  const isSilent = useSilence(activity === 'create' && !filing.isDifferent, filing.sentShare)

  async function fileAnother() {
    forgetFilingKey()
    await file(form.getValues())
  }

  return (
    <form
      className={classes.page}
      noValidate
      onSubmit={form.onSubmit(filing.submit, (errors) => focusFirstError(element.current, errors))}
    >
      <div className={`${card.card} ${classes.card}`}>
        <p className={classes.legend}>{text('forms.required')}</p>
        <ComplaintFields form={form}>
          <DocumentsField documents={documents} />
        </ComplaintFields>
        <FieldGroup heading={text('complaintForm.feeHeading')}>
          <FeeField form={form} />
        </FieldGroup>
        <PrivacyNotice id="notice.complaint" />
        {filing.isDifferent ? (
          <DifferentContent
            isBusy={isBusy}
            onCorrect={() => file(form.getValues(), true)}
            onFileAnother={fileAnother}
          />
        ) : (
          <PayNotice message={message} />
        )}
        {isOnline && (filing.hasNoAnswer || isSilent) && (
          <Notice kind="info">
            <p className={classes.sentence}>{text('unsent.noAnswer')}</p>
            <Button variant="default" onClick={() => void filing.keep()}>
              {text('unsent.keep')}
            </Button>
          </Notice>
        )}
        {activity === 'create' && documents.chosen.length > 0 && (
          <progress className={classes.progress} value={filing.sentShare} aria-label={text('complaintForm.upload')} />
        )}
        <PayActivity purpose="complaint" />
        <PayTerms payee={payee} item={text('checkout.filingFee')} amount={feeOf(amount)}>
          <Button className={classes.submit ?? ''} type="submit" loading={isBusy}>
            {isOnline ? submitLabel(amount, text) : text('unsent.keep')}
          </Button>
        </PayTerms>
      </div>
    </form>
  )
}
