import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import { fileErrorOf } from '../../checkout/pay-messages.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { RichText, useText } from '../../languages/use-text.tsx'
import { CallError } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import card from '../../ui/layout/card.module.css'
import { BeforeYouFile } from './before-you-file.tsx'
import { ComplaintFields, FeeField } from './complaint-fields.tsx'
import type { ComplaintValues } from './complaint-values.ts'
import { DifferentContent } from './different-content.tsx'
import { DocumentField } from './document-field.tsx'
import { FiledPanel } from './filed-panel.tsx'
import classes from './filing.module.css'
import { forgetFilingKey } from './filing-key.ts'
import { feeOf, submitLabel } from './pay-label.ts'
import { SavedPanel } from './saved-panel.tsx'
import { submitComplaint } from './submit-complaint.ts'
import { useComplaintForm } from './use-complaint-form.ts'
import { useDocument } from './use-document.ts'

const flow = payFlow('complaint')

/** The form. Once the complaint is saved, the payment appears above it; once it is paid, the confirmation replaces it. */
export function Filing({ payee }: { payee: string }) {
  const text = useText()
  const { form, draft, isRestored, clear, keepPerson } = useComplaintForm()
  const { amount } = form.values
  const document = useDocument(draft)
  const [sentShare, setSentShare] = useState(0)
  const [isDifferent, setDifferent] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const { saved, done, message, activity, unconfirmed } = usePayState('complaint')
  const isBusy = activity !== null
  const isDone = done !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (!done) return
    forgetFilingKey(done.owner)
    clear()
    void document.choose(null)
    scrollTo({ top: 0 })
  }, [isDone])

  function showErrors(failure: CallError) {
    const documentError = fileErrorOf(failure, text)
    if (documentError) document.reject(documentError)
    form.setErrors(failure.fields)
    focusFirstError(element.current, { ...failure.fields, file: documentError })
  }

  function startOver() {
    forgetFilingKey()
    flow.startOver()
    keepPerson()
    void document.choose(null)
  }

  async function submit(values: ComplaintValues) {
    if (!(await document.isFit())) return focusFirstError(element.current, { file: true })
    await file(values)
  }

  async function file(values: ComplaintValues, isCorrection = false) {
    setSentShare(0)
    setDifferent(false)
    const complaint = { values, file: document.file(), onProgress: setSentShare }
    const outcome = await flow.start((signal) => submitComplaint(complaint, { signal, isCorrection }))
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    setDifferent(outcome.error.code === 'different_content')
    showErrors(outcome.error)
  }

  async function fileAnother(values: ComplaintValues) {
    forgetFilingKey()
    await file(values)
  }

  if (saved) {
    return (
      <div ref={element} className={classes.page}>
        <SavedPanel form={form} complaint={saved} payee={payee} onStartOver={startOver} />
        {form.values.description && (
          <section
            className={`${card.card} ${classes.card} ${classes.written}`}
            aria-label={text('complaintForm.written')}
          >
            <p className={classes.legend}>{text('complaintForm.writtenAsSaved')}</p>
            <ComplaintFields form={form} readOnly />
            {saved.fileName && (
              <p className={classes.legend}>{text('complaintForm.documentNamed', { name: saved.fileName })}</p>
            )}
          </section>
        )}
      </div>
    )
  }
  return (
    <div ref={element} className={classes.page}>
      {done ? (
        <FiledPanel {...done} />
      ) : (
        <div className={classes.before}>
          <BeforeYouFile />
        </div>
      )}
      <UnconfirmedPayments purpose="complaint" payments={unconfirmed} hasNotice={false} />
      {isRestored && (
        <Notice kind="info">
          <RichText
            id="drafts.restored"
            fill={{
              clear: (content) => (
                <Button variant="subtle" px={0} my={-10} onClick={clear}>
                  {content}
                </Button>
              ),
            }}
          />
        </Notice>
      )}
      <form
        className={classes.page}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
      >
        <div className={`${card.card} ${classes.card}`}>
          <p className={classes.legend}>{text('forms.required')}</p>
          <ComplaintFields form={form}>
            <DocumentField chosen={document.chosen} onChoose={document.choose} />
          </ComplaintFields>
          <FieldGroup heading={text('complaintForm.feeHeading')}>
            <FeeField form={form} />
          </FieldGroup>
          <PrivacyNotice id="notice.complaint" />
        </div>
        {isDifferent ? (
          <DifferentContent
            isBusy={isBusy}
            onCorrect={() => file(form.getValues(), true)}
            onFileAnother={() => fileAnother(form.getValues())}
          />
        ) : (
          <PayNotice message={message} />
        )}
        {activity === 'create' && document.chosen.file && (
          <progress className={classes.progress} value={sentShare} aria-label={text('complaintForm.upload')} />
        )}
        <PayActivity purpose="complaint" />
        <PayTerms payee={payee} item={text('checkout.filingFee')} amount={feeOf(amount)}>
          <Button className={classes.submit ?? ''} type="submit" loading={isBusy} disabled={done !== null}>
            {submitLabel(amount, text)}
          </Button>
        </PayTerms>
      </form>
    </div>
  )
}
